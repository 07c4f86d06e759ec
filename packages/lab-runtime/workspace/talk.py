"""Connects to the program's socket, sends it what you type or what comes in from a file, and prints what it answers."""
import os
import select
import socket
import sys

if len(sys.argv) != 2:
    sys.exit("usage: python3 talk.py SOCKET, such as /lamp/lamp.sock")

program = socket.socket(socket.AF_UNIX)
program.connect(sys.argv[1])
inputs = [program, 0]
while True:
    ready = select.select(inputs, [], [])[0]
    try:
        if 0 in ready:
            typed = os.read(0, 4096)
            if typed:
                program.sendall(typed)
            else:
                program.shutdown(socket.SHUT_WR)
                inputs.remove(0)
        if program in ready:
            answer = program.recv(4096)
            if not answer:
                break
            os.write(1, answer)
    except OSError:
        # The program closed the connection
        break
