"""Talks to a cabinet: what you type, or what comes in from a file, goes to its socket as it is."""
import os
import select
import socket
import sys

if len(sys.argv) != 2:
    sys.exit("usage: python3 talk.py /cabinet/cabinet.sock")

cabinet = socket.socket(socket.AF_UNIX)
cabinet.connect(sys.argv[1])
inputs = [cabinet, 0]
while True:
    ready = select.select(inputs, [], [])[0]
    try:
        if 0 in ready:
            typed = os.read(0, 4096)
            if typed:
                cabinet.sendall(typed)
            else:
                cabinet.shutdown(socket.SHUT_WR)
                inputs.remove(0)
        if cabinet in ready:
            heard = cabinet.recv(4096)
            if not heard:
                break
            os.write(1, heard)
    except OSError:
        # It hung up while something was on its way
        break
