# 60 MB that ten children share: less than 256 MB, however often it is seen.
import os, time
hoard = bytearray(b"x") * (60 << 20)
for child in range(10):
    if os.fork() == 0:
        time.sleep(0.3)
        os._exit(0)
for child in range(10):
    os.wait()
