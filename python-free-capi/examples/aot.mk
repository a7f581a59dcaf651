# The example `aot`: tilec is needed to build it, no library of ours to run it.
TILEC ?= $(firstword $(wildcard ../../../bin/tilec) tilec)

generated/vector_add.c: kernels/vector_add.mlir
	mkdir -p generated
	$(TILEC) --emit=c --target=sm_80,sm_90a -o generated/vector_add $<

aot: aot.c generated/vector_add.c
	$(CC) -std=c11 $(CFLAGS) -Igenerated $^ -o $@ -pthread -ldl

clean: clean-aot
clean-aot:
	rm -rf generated
.PHONY: clean-aot
