raise RuntimeError("this module needs a GPU")
