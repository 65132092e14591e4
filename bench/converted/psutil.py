import os

from psutil import _psutil_linux, _psutil_posix

process = os.getpid()


def missing():
    try:
        _psutil_posix.getpriority(2 ** 22 + 1)
    except OSError:
        pass


cases = {
    "getpriority": (_psutil_posix.getpriority, (process,)),
    "missing process": missing,
    "interface addresses": (_psutil_posix.net_if_addrs, ()),
    "affinity": (_psutil_linux.proc_cpu_affinity_get, (process,)),
    "sysinfo": (_psutil_linux.linux_sysinfo, ()),
}
