"""A hex viewer: sixteen bytes to a line, from an offset on.

    python3 peek.py /material/lighthouse.img 0 64
    python3 peek.py /material/lighthouse.img 0xe00 128
"""
import sys

if len(sys.argv) != 4:
    sys.exit("usage: python3 peek.py IMAGE OFFSET LENGTH")
name, offset, length = sys.argv[1], int(sys.argv[2], 0), int(sys.argv[3], 0)
with open(name, "rb") as image:
    image.seek(offset)
    data = image.read(length)
for at in range(0, len(data), 16):
    row = data[at:at + 16]
    letters = "".join(chr(b) if 32 <= b < 127 else "." for b in row)
    print(f"{offset + at:06x}  {offset + at:7}  {row.hex(' '):47}  {letters}")
