"""Talks to the pier: what you type, or what comes in from a file, goes to its socket as it is."""
import os
import select
import socket
import sys

if len(sys.argv) != 2:
    sys.exit("usage: python3 talk.py /pier/pier.sock")

pier = socket.socket(socket.AF_UNIX)
pier.connect(sys.argv[1])
inputs = [pier, 0]
while True:
    ready = select.select(inputs, [], [])[0]
    try:
        if 0 in ready:
            typed = os.read(0, 4096)
            if typed:
                pier.sendall(typed)
            else:
                pier.shutdown(socket.SHUT_WR)
                inputs.remove(0)
        if pier in ready:
            heard = pier.recv(4096)
            if not heard:
                break
            os.write(1, heard)
    except OSError:
        # It hung up while something was on its way
        break
