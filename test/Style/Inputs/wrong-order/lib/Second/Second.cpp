#include "tile/Second/Second.h"
#include "../First/Private.h"
