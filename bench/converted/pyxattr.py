import tempfile

import xattr

file = tempfile.NamedTemporaryFile()


def missing():
    try:
        xattr.get(file.name, "user.missing")
    except OSError:
        pass


cases = {
    "list": (xattr.list, (file.name,)),
    "list of a descriptor": (xattr.list, (file.fileno(),)),
    "get_all": (xattr.get_all, (file.name,)),
    "missing": missing,
}
