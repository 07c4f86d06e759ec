"""Talks to a plank: what you type, or what comes in from a file, goes to its socket as it is."""
import os
import select
import socket
import sys

if len(sys.argv) != 2:
    sys.exit("usage: python3 talk.py /plank/plank.sock")

plank = socket.socket(socket.AF_UNIX)
plank.connect(sys.argv[1])
inputs = [plank, 0]
while True:
    ready = select.select(inputs, [], [])[0]
    try:
        if 0 in ready:
            typed = os.read(0, 4096)
            if typed:
                plank.sendall(typed)
            else:
                plank.shutdown(socket.SHUT_WR)
                inputs.remove(0)
        if plank in ready:
            heard = plank.recv(4096)
            if not heard:
                break
            os.write(1, heard)
    except OSError:
        # It hung up while something was on its way
        break
