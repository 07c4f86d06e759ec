interface Line {
  sid_hash: string;
}

/** Which of the lines that are left stands nearest to where the gone one was: below it, or else above. */
export function neighbour(before: readonly Line[], left: readonly Line[], gone: string): string | undefined {
  const there = new Set(left.map((line) => line.sid_hash));
  const at = before.findIndex((line) => line.sid_hash === gone);
  const below = before.slice(at + 1).find((line) => there.has(line.sid_hash));
  const above = before.slice(0, Math.max(at, 0)).findLast((line) => there.has(line.sid_hash));
  return (below ?? above)?.sid_hash;
}
