/** A captured frame with its time in milliseconds. */
export interface Recorded {
  at: number;
  frame: Buffer;
}

const MAGIC = 0xa1b2c3d4;
const SNAPLEN = 65_535;
const ETHERNET = 1;

/** Builds a file as tcpdump writes it: times in microseconds, little endian. */
export function pcapOf(recorded: Recorded[]): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(SNAPLEN, 16);
  header.writeUInt32LE(ETHERNET, 20);
  const inOrder = recorded.toSorted((a, b) => a.at - b.at);
  return Buffer.concat([header, ...inOrder.flatMap(({ at, frame }) => [recordHeader(at, frame.length), frame])]);
}

function recordHeader(at: number, length: number): Buffer {
  const microseconds = Math.round(at * 1000);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(Math.floor(microseconds / 1e6), 0);
  header.writeUInt32LE(microseconds % 1e6, 4);
  header.writeUInt32LE(length, 8);
  header.writeUInt32LE(length, 12);
  return header;
}
