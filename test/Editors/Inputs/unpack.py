"""usage: unpack.py FILE.vsix FOLDER"""

import sys
import zipfile

zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])
