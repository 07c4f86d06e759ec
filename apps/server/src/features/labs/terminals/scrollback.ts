/** What a terminal shows first after it has been dropped: the beginning of a line, if one is this near. */
const longestLine = 4096;
const newline = 10;

export interface Scrollback {
  /** Offset of the next byte: how many were shown so far. */
  readonly end: number;
  push(bytes: Buffer): void;
  /**
   * What is kept from an offset on, as a copy.
   * @param offset null for everything that is kept
   * @returns the bytes with the offset of the first; `missed` where older ones that were asked for are gone
   */
  since(offset: number | null): { from: number; bytes: Buffer; missed: boolean };
}

/**
 * The last bytes that a terminal has shown, each with its offset. A ring that grows up to `capacity`: most terminals show
 * little, and there may be two thousand.
 */
export function createScrollback(capacity: number): Scrollback {
  let ring = Buffer.alloc(Math.min(4096, capacity));
  let end = 0;
  let start = 0;

  /** Copies the bytes from one offset to another. */
  function copy(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    const at = from % ring.length;
    const first = Math.min(bytes.length, ring.length - at);
    ring.copy(bytes, 0, at, at + first);
    ring.copy(bytes, first, 0, bytes.length - first);
    return bytes;
  }

  function grow(needed: number): void {
    let size = ring.length;
    while (size < needed && size < capacity) size = Math.min(size * 2, capacity);
    if (size === ring.length) return;
    const [kept, from] = [copy(start, end), start];
    ring = Buffer.alloc(size);
    write(kept, from);
  }

  function write(bytes: Buffer, offset: number): void {
    const at = offset % ring.length;
    const first = Math.min(bytes.length, ring.length - at);
    bytes.copy(ring, at, 0, first);
    bytes.copy(ring, 0, first);
  }

  return {
    get end() {
      return end;
    },
    push(bytes) {
      grow(end - start + bytes.length);
      const last = bytes.subarray(Math.max(0, bytes.length - ring.length));
      write(last, end + bytes.length - last.length);
      end += bytes.length;
      start = Math.max(start, end - ring.length);
    },
    since(offset) {
      // An offset that was never reached is one of a terminal before this one.
      const isKnown = offset !== null && offset <= end;
      if (isKnown && offset >= start) return { from: offset, bytes: copy(offset, end), missed: false };
      const missed = start > 0 || offset !== null;
      const bytes = copy(start, end);
      // Begin with a line: what is left of the one before may be half of a colour.
      const line = start > 0 ? bytes.subarray(0, longestLine).indexOf(newline) + 1 : 0;
      return { from: start + line, bytes: bytes.subarray(line), missed };
    },
  };
}
