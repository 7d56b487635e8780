# Changes modes, times and attributes of what is not its own; tells where it got through.
import os
folders = [os.environ["OPPONENT"], os.environ["REFEREE"], os.path.dirname(os.environ["HOME"])]
for path in folders + [os.path.join(folder, "playdata.txt") for folder in folders]:
    for name, change in [
        ("chmod", lambda: os.chmod(path, 0)),
        ("utime", lambda: os.utime(path, (0, 0))),
        ("chown", lambda: os.chown(path, os.getuid(), os.getgid())),
        ("setxattr", lambda: os.setxattr(path, "user.x", b"x")),
        ("truncate", lambda: os.truncate(path, 0)),
    ]:
        try:
            change()
            print(name, path)
        except OSError:
            pass
# Only with a root directory of its own is there no way to see that others exist.
for path in folders[:2]:
    if os.path.exists(path):
        print("saw", os.path.basename(path))
granted = os.open(os.environ["GRANTED"], os.O_RDONLY)
try:
    os.fchmod(granted, 0)
    print("fchmod", os.environ["GRANTED"])
except OSError:
    pass
