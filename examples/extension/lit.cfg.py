# Each .mlir file of this folder is a test: its RUN lines are commands that must succeed.
# `cmake --build out --target check` runs all tests.
import os

import lit.formats

config.name = "extension"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(lit_config.params["build"], "test")
folders = [lit_config.params["build"], lit_config.params["tilewright"], lit_config.params["llvm"]]
config.environment["PATH"] = os.pathsep.join(folders + [os.environ["PATH"]])
