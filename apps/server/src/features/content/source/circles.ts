/**
 * The circles in a graph, each once, beginning with its alphabetically first node: what waits for itself. Tarjan's
 * components would find more of them where circles overlap; an author mends one and looks again.
 */
export function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const finished = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    const at = path.indexOf(node);
    if (at >= 0) {
      circles.push(fromFirst(path.slice(at)));
      return;
    }
    if (finished.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
    finished.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return circles;
}

function fromFirst(circle: string[]): string[] {
  const start = circle.indexOf([...circle].sort()[0] ?? '');
  return [...circle.slice(start), ...circle.slice(0, start)];
}
