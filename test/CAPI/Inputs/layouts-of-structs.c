/* Sizes of structs, and the places of their fields. */
#include "tile-c/DLPack.h"
#include "tile-c/Runtime.h"

#include <stdio.h>

#define P(type, field) (int)offsetof(type, field)

int main(void) {
  printf("Text %d: %d %d\n", (int)sizeof(MlirStringRef), P(MlirStringRef, data),
         P(MlirStringRef, length));
  printf("Handle %d: %d\n", (int)sizeof(TileDevice), P(TileDevice, ptr));
  printf("Grid %d: %d %d %d\n", (int)sizeof(TileGrid), P(TileGrid, x),
         P(TileGrid, y), P(TileGrid, z));
  printf("Argument %d: %d %d %d\n", (int)sizeof(TileArgument),
         P(TileArgument, type), P(TileArgument, reserved),
         P(TileArgument, value));
  printf("DeviceInfo %d: %d %d %d %d %d %d %d %d\n",
         (int)sizeof(TileDeviceInfo), P(TileDeviceInfo, isSimulator),
         P(TileDeviceInfo, ordinal), P(TileDeviceInfo, name),
         P(TileDeviceInfo, target), P(TileDeviceInfo, totalMemory),
         P(TileDeviceInfo, l2Size), P(TileDeviceInfo, numMultiprocessors),
         P(TileDeviceInfo, driverVersion));
  printf("DLTensor %d: %d %d %d %d %d %d %d %d %d %d\n",
         (int)sizeof(TileDLTensor), P(TileDLTensor, data),
         P(TileDLTensor, device.type), P(TileDLTensor, device.id),
         P(TileDLTensor, rank), P(TileDLTensor, type.code),
         P(TileDLTensor, type.bits), P(TileDLTensor, type.lanes),
         P(TileDLTensor, shape), P(TileDLTensor, strides),
         P(TileDLTensor, byteOffset));
  printf("POINTER %d I32 %d PTX %d\n", TileArgumentTypePointer,
         TileArgumentTypeI32, TileStagePTX);
  return 0;
}
