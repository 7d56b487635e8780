# 40 MB in deleted files that are closed, and only mapped.
import mmap, os, time
maps = []
for number in range(40):
    with open("gone", "w+b") as file:
        os.remove("gone")
        file.write(b"x" * (1 << 20))
        file.flush()
        maps.append(mmap.mmap(file.fileno(), 1 << 20))
time.sleep(20)
