// RUN: tile-opt %s --tile-import-ttir | FileCheck %s
// RUN: tile-run %s --device=sim:sm_90a --kernel=sign --arg=x=f32:[4]=list:-2,0,3,-1 --help > /dev/null
