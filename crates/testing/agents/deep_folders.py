# Directories in directories: more than most programs can hold open, and than a path can name.
import os
with open("output.txt", "w") as output:
    output.write("(1,1)\n")
for number in range(2400):
    os.mkdir("d")
    os.chdir("d")
