# 40 MB in files that are deleted while they are open.
import os, time
files = []
for number in range(40):
    file = open("gone", "w+b")
    os.remove("gone")
    file.write(b"x" * (1 << 20))
    file.flush()
    files.append(file)
time.sleep(20)
