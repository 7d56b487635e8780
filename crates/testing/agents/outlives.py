# Wants to live on without its parents: their death is not to be a signal, and somebody else's is not
# its own.
import ctypes, os, time
libc = ctypes.CDLL(None)
for _ in range(3):
    libc.prctl(1, 0, 0, 0, 0)
    if os.fork() == 0:
        os.setsid()
libc.prctl(1, 0, 0, 0, 0)
time.sleep(300)
