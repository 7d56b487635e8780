# 14,750 directories, one in the other.
import os
for _ in range(14750):
    os.mkdir("d")
    os.chdir("d")
