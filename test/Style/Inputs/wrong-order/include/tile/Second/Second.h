#include "tile/First/First.h"
