#include "tile/Second/Second.h"
#include "tile/Second/Second.h.inc"
