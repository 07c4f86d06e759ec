/**
 * Finds the cycles of a graph, each once, beginning with its alphabetically first node. Every part of the graph that
 * has a cycle gives at least one; where cycles overlap it does not give all, so mend one and look again.
 * @param next where each node leads to
 */
export function findCycles(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    const at = path.indexOf(node);
    if (at >= 0) {
      cycles.push(fromFirst(path.slice(at)));
      return;
    }
    if (finished.has(node)) return;
    for (const one of next.get(node) ?? []) visit(one, [...path, node]);
    finished.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}

function fromFirst(cycle: string[]): string[] {
  const start = cycle.indexOf([...cycle].sort()[0] ?? '');
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
