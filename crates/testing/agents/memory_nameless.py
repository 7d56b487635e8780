# 400 MB in files that are in memory only.
import os, time
hoard = []
for number in range(100):
    hoard.append(os.memfd_create("hoard"))
    os.write(hoard[-1], b"x" * (4 << 20))
time.sleep(20)
