# Ten children of 40 MB each.
import os, time
for child in range(10):
    if os.fork() == 0:
        hoard = bytearray(b"x") * (40 << 20)
        time.sleep(5)
        os._exit(0)
time.sleep(5)
