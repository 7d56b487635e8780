# Takes memory up to 1 GB.
import time
hoard = []
for step in range(128):
    hoard.append(bytearray(b"x") * (8 << 20))
time.sleep(5)
