"""What psutil's Python code calls; with other arguments, functions leak by themselves."""

import os


def exercise(module):
    pid = os.getpid()
    if hasattr(module, "set_debug"):
        module.set_debug(False)
        module.disk_partitions("/proc/self/mounts")
        module.linux_sysinfo()
        module.net_if_duplex_speed("lo")
        module.proc_cpu_affinity_get(pid)
        module.proc_ioprio_get(pid)
        module.check_pid_range(pid)
    else:
        module.getpagesize()
        module.getpriority(pid)
        module.net_if_addrs()
        module.net_if_flags("lo")
        module.net_if_is_running("lo")
        module.net_if_mtu("lo")
        module.users()
