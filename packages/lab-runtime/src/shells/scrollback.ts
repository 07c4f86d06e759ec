/** After dropped output, the scrollback begins at a line break if there is one within this many bytes. */
const maxSkippedBytes = 4096;
const newline = 10;

export interface Scrollback {
  /** Offset of the next byte, equal to the number of bytes so far. */
  readonly end: number;
  push(bytes: Buffer): void;
  /**
   * Returns a copy of the stored bytes from an offset on.
   * @param offset null for all stored bytes
   * @returns the bytes and the offset of the first one; `missed` is true if requested bytes were dropped
   */
  since(offset: number | null): { from: number; bytes: Buffer; missed: boolean };
}

/**
 * Stores the last bytes of a terminal's output with their offsets. The ring buffer grows up to `capacity`, because most
 * terminals have little output and there can be 2,000 of them.
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
    const [bytes, from] = [copy(start, end), start];
    ring = Buffer.alloc(size);
    write(bytes, from);
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
      // An offset that was never reached belongs to an earlier terminal.
      const isKnown = offset !== null && offset <= end;
      if (isKnown && offset >= start) return { from: offset, bytes: copy(offset, end), missed: false };
      const missed = start > 0 || offset !== null;
      const bytes = copy(start, end);
      // Skip the partial first line, which may begin inside an escape sequence.
      const line = start > 0 ? bytes.subarray(0, maxSkippedBytes).indexOf(newline) + 1 : 0;
      return { from: start + line, bytes: bytes.subarray(line), missed };
    },
  };
}
