/**
 * Finds cycles of a graph, each once, beginning with its alphabetically first node. Reports at least one cycle of
 * every cyclic component; where cycles overlap it does not report all, so fix one and check again.
 * @param next the successors of each node
 */
export function findCycles(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    const index = path.indexOf(node);
    if (index >= 0) {
      cycles.push(startAtSmallest(path.slice(index)));
      return;
    }
    if (finished.has(node)) return;
    for (const one of next.get(node) ?? []) visit(one, [...path, node]);
    finished.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}

function startAtSmallest(cycle: string[]): string[] {
  const start = cycle.indexOf([...cycle].sort()[0] ?? '');
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
