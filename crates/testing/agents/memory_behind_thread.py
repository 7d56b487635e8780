# 400 MB in a process whose first thread has ended.
import ctypes, threading, time


def hoard():
    time.sleep(0.1)
    memory = bytearray(b"x") * (400 << 20)
    time.sleep(20)


threading.Thread(target=hoard).start()
ctypes.CDLL(None).pthread_exit(None)
