import struct
from collections import namedtuple

Packet = namedtuple("Packet", "time src dst proto sport dport seq ack flags data raw")

def packets(name):
    """Yield the TCP and UDP packets of a classic pcap file (Ethernet, IPv4)."""
    blob = open(name, "rb").read()
    magic = blob[:4].hex()
    order = {"d4c3b2a1": "<", "a1b2c3d4": ">"}[magic]
    assert struct.unpack(order + "I", blob[20:24])[0] == 1, "not Ethernet"
    at = 24
    while at < len(blob):
        sec, usec, kept, real = struct.unpack(order + "IIII", blob[at:at + 16])
        frame = blob[at + 16:at + 16 + kept]
        at += 16 + kept
        if frame[12:14] != b"\x08\x00":              # IPv4 only
            continue
        total = int.from_bytes(frame[16:18], "big")
        ip = frame[14:14 + total]                    # cuts off padding
        head = (ip[0] & 15) * 4
        src, dst = (".".join(map(str, ip[a:a + 4])) for a in (12, 16))
        body = ip[head:]
        sport, dport = struct.unpack(">HH", body[:4])
        if ip[9] == 6:                               # TCP
            seq, ack, off, flags = struct.unpack(">IIBB", body[4:14])
            yield Packet(sec + usec / 1e6, src, dst, "tcp", sport, dport,
                         seq, ack, flags, body[(off >> 4) * 4:], ip)
        elif ip[9] == 17:                            # UDP
            yield Packet(sec + usec / 1e6, src, dst, "udp", sport, dport,
                         0, 0, 0, body[8:], ip)
