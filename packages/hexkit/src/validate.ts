import type { MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, decodeRuns, hexOf, keyOf, parts } from './cells.ts';
import { type Node, nodesOf, refOf } from './document.ts';
import type { Issue } from './issues.ts';

/** The slugs that exist outside the map. */
export interface KnownSlugs {
  trainings: readonly string[];
  labs: readonly string[];
}

/** Slugs that would hide a page: they follow `/map/` and `/map/{continent}/{training}/`. */
export const reservedSlugs: readonly string[] = ['lab', 'detail'];

/** Everything that is wrong with a map, except routes that cannot be found: those `routeMap` reports. */
export function validateMap(map: MapDocument, known: KnownSlugs): Issue[] {
  const nodes = nodesOf(map);
  return [
    ...landIssues(map),
    ...nodeIssues(map, nodes),
    ...slugIssues(map, nodes, known),
    ...pathIssues(map, nodes),
    ...startIssues(map, nodes),
  ];
}

function landIssues(map: MapDocument): Issue[] {
  const issues: Issue[] = [];
  const owner = new Map<number, string>();
  for (const { slug, name, cells: runs } of map.continents) {
    const cells = decodeRuns(runs);
    const clash = [...cells].find((key) => owner.has(key));
    if (clash !== undefined) {
      const message = `${name} and the continent "${owner.get(clash)}" claim the same hex.`;
      issues.push({ code: 'overlap', severity: 'error', message, at: hexOf(clash), continent: slug });
    }
    for (const key of cells) if (!owner.has(key)) owner.set(key, slug);
    const pieces = parts(cells).sort((a, b) => b.size - a.size);
    if (pieces.length !== 1) {
      const message = pieces.length === 0 ? `${name} has no land.` : `${name} falls into ${pieces.length} parts.`;
      const smallest = pieces.at(-1);
      const at = smallest ? hexOf([...smallest][0] as number) : undefined; // a part has at least one cell
      issues.push({ code: 'split_continent', severity: 'error', message, at, continent: slug });
    }
  }
  return issues;
}

function nodeIssues(map: MapDocument, nodes: readonly Node[]): Issue[] {
  const issues: Issue[] = [];
  const land = new Map<string, Cells>(map.continents.map(({ slug, cells }) => [slug, decodeRuns(cells)]));
  const taken = new Map<number, string>();
  for (const { ref, q, r, continent } of nodes) {
    const at = { q, r };
    const other = taken.get(keyOf(at));
    if (other) {
      const message = `${other} and ${ref} lie on the same hex.`;
      issues.push({ code: 'two_on_a_hex', severity: 'error', message, at, ref });
    }
    taken.set(keyOf(at), ref);
    if (!land.get(continent.slug)?.has(keyOf(at))) {
      const message = `${ref} does not lie on the land of ${continent.name}.`;
      issues.push({ code: 'off_continent', severity: 'error', message, at, ref, continent: continent.slug });
    }
  }
  return issues;
}

function slugIssues(map: MapDocument, nodes: readonly Node[], known: KnownSlugs): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const once = (ref: string, at?: Node) => {
    if (seen.has(ref))
      issues.push({ code: 'duplicate_slug', severity: 'error', message: `${ref} is there twice.`, at, ref });
    seen.add(ref);
  };
  for (const { slug } of map.continents) {
    once(`continent:${slug}`);
    if (reservedSlugs.includes(slug)) issues.push(reserved(slug));
  }
  const exists = new Set([
    ...known.trainings.map((slug) => refOf('training', slug)),
    ...known.labs.map((slug) => refOf('lab', slug)),
  ]);
  for (const node of nodes) {
    const { ref, slug, q, r } = node;
    once(ref, node);
    if (reservedSlugs.includes(slug)) issues.push(reserved(slug));
    if (!exists.has(ref)) {
      issues.push({ code: 'unknown_slug', severity: 'error', message: `There is no ${ref}.`, at: { q, r }, ref });
    }
  }
  for (const ref of exists) {
    // Labs belong on the map of trainings; one of videos shows those that its authors want.
    if (map.kind === 'videos' && ref.startsWith('lab:')) continue;
    if (!seen.has(ref))
      issues.push({ code: 'unplaced', severity: 'warning', message: `${ref} has no place yet.`, ref });
  }
  return issues;
}

function reserved(slug: string): Issue {
  return { code: 'reserved_slug', severity: 'error', message: `"${slug}" is reserved: it would hide a page.` };
}

function pathIssues(map: MapDocument, nodes: readonly Node[]): Issue[] {
  const issues: Issue[] = [];
  const placed = new Map(nodes.map((node) => [node.ref, node]));
  const next = new Map<string, string[]>();
  for (const path of map.paths) {
    for (const { from, to } of path.edges) {
      for (const ref of [from, to]) {
        if (placed.has(ref)) continue;
        const message = `The path "${path.name}" ends at ${ref}, which is not on the map.`;
        issues.push({ code: 'orphan_end', severity: 'error', message, ref });
      }
      const onward = next.get(from);
      if (onward) onward.push(to);
      else next.set(from, [to]);
    }
  }
  const ref = findCycle(next);
  if (ref) {
    const at = placed.get(ref);
    const message = `The paths lead from ${ref} back to itself.`;
    issues.push({ code: 'cycle', severity: 'error', message, ref, ...(at && { at: { q: at.q, r: at.r } }) });
  }
  return issues;
}

/** A node on a cycle, or undefined; depth-first with the usual three colours, without recursion. */
function findCycle(next: ReadonlyMap<string, readonly string[]>): string | undefined {
  const state = new Map<string, 'open' | 'done'>();
  for (const root of next.keys()) {
    const stack: { ref: string; leaving: boolean }[] = [{ ref: root, leaving: false }];
    for (let step = stack.pop(); step; step = stack.pop()) {
      if (step.leaving) {
        state.set(step.ref, 'done');
      } else if (state.get(step.ref) === undefined) {
        state.set(step.ref, 'open');
        stack.push({ ref: step.ref, leaving: true });
        for (const ref of next.get(step.ref) ?? []) {
          if (state.get(ref) === 'open') return ref;
          stack.push({ ref, leaving: false });
        }
      }
    }
  }
  return undefined;
}

function startIssues(map: MapDocument, nodes: readonly Node[]): Issue[] {
  const start = map.recommended_start;
  if (start !== null && nodes.some(({ ref }) => ref === start)) return [];
  const message =
    start === null ? 'No start is recommended to newcomers.' : `The recommended start, ${start}, is not on the map.`;
  return [{ code: 'missing_start', severity: 'error', message, ...(start !== null && { ref: start }) }];
}
