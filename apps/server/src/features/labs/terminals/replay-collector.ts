/**
 * Returns a function that takes the output of a shell in pieces of any size and shows the first `replayBytes` of it as one
 * piece: the browser treats the first message as output that the shell has shown before.
 */
export function createReplayCollector(replayBytes: number, show: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let missing = replayBytes;
  let pieces: Buffer[] = [];
  return (bytes) => {
    if (missing === 0) return show(bytes);
    const piece = bytes.subarray(0, missing);
    pieces.push(piece);
    missing -= piece.length;
    if (missing > 0) return;
    show(Buffer.concat(pieces));
    pieces = [];
    if (piece.length < bytes.length) show(bytes.subarray(piece.length));
  };
}
