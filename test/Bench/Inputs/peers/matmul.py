"""In the place of bench/peers/matmul.py: it fails."""
import sys

sys.exit("no cuBLAS")
