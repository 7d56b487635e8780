# Looks for what an earlier run may have left, then leaves it: memory of three kinds, and processes.
import ctypes, os, sys
KEY, CREATE = 0x706C79, 0o1666
c = ctypes.CDLL(None)
for name, made in [("shmget", lambda flags: c.shmget(KEY, 4096, flags)),
                   ("msgget", lambda flags: c.msgget(KEY, flags))]:
    if made(0) >= 0:
        print("found", name)
    made(CREATE)
try:
    if os.path.exists("/dev/shm/plyglot-trace"):
        print("found a file")
    open("/dev/shm/plyglot-trace", "w").close()
    print("/dev/shm works", file=sys.stderr)
except OSError:
    pass
if os.fork() == 0:
    os.setsid()
    import time
    time.sleep(600)
