# Tries every way to the network; tells which opened.
import socket
for name, family, kind in [
    ("TCP", socket.AF_INET, socket.SOCK_STREAM),
    ("UDP", socket.AF_INET, socket.SOCK_DGRAM),
    ("TCP 6", socket.AF_INET6, socket.SOCK_STREAM),
    ("UDP 6", socket.AF_INET6, socket.SOCK_DGRAM),
    ("local", socket.AF_UNIX, socket.SOCK_STREAM),
    ("netlink", socket.AF_NETLINK, socket.SOCK_RAW),
]:
    try:
        socket.socket(family, kind).close()
        print(name, "opened")
    except OSError:
        pass
one, other = socket.socketpair()
one.send(b"x")
assert other.recv(1) == b"x"
print("a pair leads nowhere")
