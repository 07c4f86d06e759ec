import type { MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, decodeRuns, hexOf, keyOf, parts } from './cells.ts';
import { type Node, nodesOf, refOf } from './document.ts';
import type { Hex } from './hex.ts';
import type { Issue } from './issues.ts';

/** Slugs that exist outside the map. */
export interface KnownSlugs {
  trainings: readonly string[];
  labs: readonly string[];
  /**
   * Node → its name, for messages to an author who edits the map on the screen. Without it, messages contain
   * `training:slug`, which is how the file names a node.
   */
  names?: Readonly<Record<string, string>>;
  /** Every training of the curriculum, on either map → slug of its continent in the curriculum. */
  continents: ReadonlyMap<string, string>;
}

/** Slugs that would hide a page: they follow `/map/` and `/map/{continent}/{training}/`. */
export const reservedSlugs: readonly string[] = ['lab', 'detail'];

/** Returns all issues of a map except missing routes, which `routeMap` reports. */
export function validateMap(map: MapDocument, known: KnownSlugs): Issue[] {
  const nodes = nodesOf(map);
  const labelOf = nodeLabeler(known.names);
  return [
    ...landIssues(map),
    ...nodeIssues(map, nodes, labelOf),
    ...slugIssues(map, nodes, known, labelOf),
    ...continentIssues(map, known, labelOf),
    ...pathIssues(map, nodes, labelOf),
    ...startIssues(map, nodes, labelOf),
  ];
}

/** Returns the label of a node in messages: `training:intro`, or `course "First Steps"` if its name is known. */
export type NodeLabel = (ref: string) => string;

export function nodeLabeler(names: KnownSlugs['names']): NodeLabel {
  return (ref) => {
    if (!names) return ref;
    const kind = ref.startsWith('lab:') ? 'lab' : 'course';
    return `${kind} "${names[ref] ?? ref.slice(ref.indexOf(':') + 1)}"`;
  };
}

const sentence = (words: string): string =>
  words.replace(/^(course|lab) "/, (kind) => kind.charAt(0).toUpperCase() + kind.slice(1));

function landIssues(map: MapDocument): Issue[] {
  const issues: Issue[] = [];
  const owner = new Map<number, string>();
  const names = new Map(map.continents.map(({ slug, name }) => [slug, name]));
  for (const { slug, name, cells: runs } of map.continents) {
    const cells = decodeRuns(runs);
    const claimed = [...cells].find((key) => owner.has(key));
    if (claimed !== undefined) {
      const message = `${name} and ${names.get(owner.get(claimed) ?? '')} claim the same hex.`;
      issues.push({ code: 'overlap', severity: 'error', message, at: hexOf(claimed), continent: slug });
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

function nodeIssues(map: MapDocument, nodes: readonly Node[], labelOf: NodeLabel): Issue[] {
  const issues: Issue[] = [];
  const land = new Map<string, Cells>(map.continents.map(({ slug, cells }) => [slug, decodeRuns(cells)]));
  const taken = new Map<number, string>();
  for (const { ref, q, r, continent } of nodes) {
    const at = { q, r };
    const other = taken.get(keyOf(at));
    if (other) {
      const message = sentence(`${labelOf(other)} and ${labelOf(ref)} are on the same hex.`);
      issues.push({ code: 'two_on_a_hex', severity: 'error', message, at, ref });
    }
    taken.set(keyOf(at), ref);
    if (!land.get(continent.slug)?.has(keyOf(at))) {
      const message = sentence(`${labelOf(ref)} is not on the land of ${continent.name}.`);
      issues.push({ code: 'off_continent', severity: 'error', message, at, ref, continent: continent.slug });
    }
  }
  return issues;
}

function slugIssues(map: MapDocument, nodes: readonly Node[], known: KnownSlugs, labelOf: NodeLabel): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const once = (ref: string, words: string, where: IssuePosition) => {
    if (seen.has(ref)) {
      const message = sentence(`${words} is on the map twice.`);
      issues.push({ code: 'duplicate_slug', severity: 'error', message, ...where });
    }
    seen.add(ref);
  };
  for (const { slug, cells } of map.continents) {
    const where = { at: someHexOf(decodeRuns(cells)), continent: slug };
    once(`continent:${slug}`, `The continent "${slug}"`, where);
    if (reservedSlugs.includes(slug)) issues.push(reserved(slug, where));
  }
  const exists = new Set([
    ...known.trainings.map((slug) => refOf('training', slug)),
    ...known.labs.map((slug) => refOf('lab', slug)),
  ]);
  for (const node of nodes) {
    const { ref, slug, q, r } = node;
    const where = { at: { q, r }, ref };
    once(ref, labelOf(ref), where);
    if (reservedSlugs.includes(slug)) issues.push(reserved(slug, where));
    if (!exists.has(ref)) {
      issues.push({ code: 'unknown_slug', severity: 'error', message: `There is no ${labelOf(ref)}.`, ...where });
    }
  }
  for (const ref of exists) {
    // Labs belong on the map of trainings. A map of videos shows only the labs that its authors choose.
    if (map.kind === 'videos' && ref.startsWith('lab:')) continue;
    if (seen.has(ref)) continue;
    const message = sentence(`${labelOf(ref)} is not on the map yet.`);
    issues.push({ code: 'unplaced', severity: 'warning', message, ref });
  }
  return issues;
}

/**
 * Leaderboards and skills use the continents of the curriculum. If the map has other continents, the author gets a
 * warning.
 */
function continentIssues(map: MapDocument, { continents: own }: KnownSlugs, labelOf: NodeLabel): Issue[] {
  const issues: Issue[] = [];
  const known = new Set(own.values());
  for (const { slug, name, trainings } of map.continents) {
    if (!known.has(slug)) {
      const message = `The curriculum has no courses on ${name} ("${slug}").`;
      issues.push({ code: 'unknown_continent', severity: 'warning', message, continent: slug });
    }
    for (const training of trainings) {
      const home = own.get(training.slug);
      if (home === undefined || home === slug) continue;
      const ref = refOf('training', training.slug);
      const at = { q: training.q, r: training.r };
      const message = sentence(
        `${labelOf(ref)} is on ${name}, but belongs to the continent "${home}" in the curriculum.`,
      );
      issues.push({ code: 'other_continent', severity: 'warning', message, at, ref, continent: slug });
    }
  }
  return issues;
}

type IssuePosition = Pick<Issue, 'at' | 'ref' | 'continent'>;

function reserved(slug: string, where: IssuePosition): Issue {
  return {
    code: 'reserved_slug',
    severity: 'error',
    message: `"${slug}" is reserved: it would hide a page.`,
    ...where,
  };
}

/** Returns a hex near the middle of the rows, to point at the whole continent. Undefined if it has no land. */
function someHexOf(cells: Cells): Hex | undefined {
  const key = [...cells][cells.size >> 1];
  return key === undefined ? undefined : hexOf(key);
}

function pathIssues(map: MapDocument, nodes: readonly Node[], labelOf: NodeLabel): Issue[] {
  const issues: Issue[] = [];
  const placed = new Map(nodes.map((node) => [node.ref, node]));
  const next = new Map<string, string[]>();
  for (const path of map.paths) {
    /** Path ends that are not on the map, each with a node to which the path connects it. */
    const missing = new Map<string, Node | undefined>();
    for (const { from, to } of path.edges) {
      for (const [ref, other] of [[from, to] as const, [to, from] as const])
        if (!placed.has(ref)) missing.set(ref, missing.get(ref) ?? placed.get(other));
      const onward = next.get(from);
      if (onward) onward.push(to);
      else next.set(from, [to]);
    }
    for (const [ref, other] of missing) {
      const message = `The path "${path.name}" ends at ${labelOf(ref)}, which is not on the map.`;
      issues.push({ code: 'orphan_end', severity: 'error', message, ref, ...(other && { at: hexAt(other) }) });
    }
  }
  const ref = findCycle(next);
  if (ref) {
    const at = placed.get(ref);
    const message = `The paths lead from ${labelOf(ref)} back to itself.`;
    issues.push({ code: 'cycle', severity: 'error', message, ref, ...(at && { at: hexAt(at) }) });
  }
  return issues;
}

const hexAt = ({ q, r }: Node) => ({ q, r });

/** Returns a node on a cycle, or undefined. Iterative depth-first search with the usual three colours. */
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

function startIssues(map: MapDocument, nodes: readonly Node[], labelOf: NodeLabel): Issue[] {
  const start = map.recommended_start;
  if (start !== null && nodes.some(({ ref }) => ref === start)) return [];
  const message =
    start === null
      ? 'No start is recommended to newcomers.'
      : `The recommended start, ${labelOf(start)}, is not on the map.`;
  return [{ code: 'missing_start', severity: 'error', message, ...(start !== null && { ref: start }) }];
}
