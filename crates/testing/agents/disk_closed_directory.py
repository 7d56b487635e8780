# 40 MB in a directory that cannot be listed.
import os, time
os.mkdir("closed")
for number in range(40):
    with open("closed/%d" % number, "wb") as file:
        file.write(b"x" * (1 << 20))
os.chmod("closed", 0o300)
time.sleep(20)
