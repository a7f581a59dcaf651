"""Replays launches of Triton kernels through Tilewright; __main__.py has the usage."""
