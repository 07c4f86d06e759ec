"""Opens a capture and leaves the packets to you.

    from frames import frames, dump
    for number, when, frame in frames("/material/night.pcap"):
        ...                             # frame is bytes, from the Ethernet header on

    python3 frames.py /material/night.pcap 12 14        prints frames 12 to 14
"""
import struct
import sys
from datetime import datetime, timezone


def frames(name):
    """Yields the number, the time in seconds since 1970 and the bytes of each frame, in the order of the recording."""
    with open(name, "rb") as file:
        order = "<" if file.read(24)[:4] == b"\xd4\xc3\xb2\xa1" else ">"
        number = 0
        while head := file.read(16):
            seconds, micro, kept, real = struct.unpack(order + "IIII", head)
            number += 1
            yield number, seconds + micro / 1e6, file.read(kept)


def utc(when):
    return datetime.fromtimestamp(when, timezone.utc).strftime("%H:%M:%S.%f")


def dump(data):
    """Prints bytes as hex and text, sixteen on a line."""
    for at in range(0, len(data), 16):
        row = data[at:at + 16]
        letters = "".join(chr(b) if 32 <= b < 127 else "." for b in row)
        print(f"  {at:04x}  {row.hex(' '):47}  {letters}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit("usage: python3 frames.py CAPTURE [FIRST [LAST]]")
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    last = int(sys.argv[3]) if len(sys.argv) > 3 else first
    for number, when, frame in frames(sys.argv[1]):
        if first <= number <= last:
            print(number, utc(when), len(frame), "bytes")
            dump(frame)
