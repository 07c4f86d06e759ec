import type { Hexmap, LabCard, TrainingCard } from '@hexpedition/contract';

export type Continent = Hexmap['continents'][number];
/** Line from one training or lab to the next. The map file calls it an edge. */
export type Path = Hexmap['paths'][number]['edges'][number];

interface NodeBase {
  /** `training:<slug>` or `lab:<slug>`, as paths name it. */
  ref: string;
  slug: string;
  name: string;
  /** URL of its position on the map. */
  href: string;
  continent: Continent;
  q: number;
  r: number;
  x: number;
  y: number;
}
export interface TrainingNode extends NodeBase {
  kind: 'training';
  card: TrainingCard;
  /** 1-based position among the trainings of its continent, and their number. */
  at: number;
  of: number;
}
export interface LabNode extends NodeBase {
  kind: 'lab';
  card: LabCard;
}
export type MapNode = TrainingNode | LabNode;

/** URL path of each of the two maps. */
export type MapRoot = '/map' | '/youtube';
export const rootOf = ({ kind }: Pick<Hexmap, 'kind'>): MapRoot => (kind === 'videos' ? '/youtube' : '/map');

/** The map joined with its trainings and labs, with lookups by name and by hex. */
export interface Atlas {
  map: Hexmap;
  root: MapRoot;
  nodes: MapNode[];
  byRef: ReadonlyMap<string, MapNode>;
  /** Nodes by hex, with the key `q,r`. */
  byHex: ReadonlyMap<string, MapNode>;
  paths: Path[];
  /** The recommended start, if it is on the map. */
  start: TrainingNode | null;
}

export const hexKey = ({ q, r }: { q: number; r: number }) => `${q},${r}`;

/**
 * Joins a map with its trainings and labs. Leaves out items that are not in the lists (hidden since the map was drawn) and
 * their paths.
 */
export function makeAtlas(map: Hexmap, trainings: readonly TrainingCard[], labs: readonly LabCard[]): Atlas {
  const cards = new Map(trainings.map((card) => [card.slug, card]));
  const labCards = new Map(labs.map((card) => [card.slug, card]));
  const root = rootOf(map);
  const nodes = map.continents.flatMap((continent) => [
    ...trainingNodes(root, continent, cards),
    ...labNodes(root, continent, labCards),
  ]);
  const byRef = new Map(nodes.map((node) => [node.ref, node]));
  const start = byRef.get(map.recommended_start ?? '');
  return {
    map,
    root,
    nodes,
    byRef,
    byHex: new Map(nodes.map((node) => [hexKey(node), node])),
    paths: map.paths.flatMap(({ edges }) => edges).filter(({ from, to }) => byRef.has(from) && byRef.has(to)),
    start: start?.kind === 'training' ? start : null,
  };
}

function trainingNodes(root: MapRoot, continent: Continent, cards: ReadonlyMap<string, TrainingCard>): TrainingNode[] {
  const shown = continent.trainings.filter(({ slug }) => cards.has(slug));
  return shown.flatMap(({ slug, q, r, x, y }, i) => {
    const card = cards.get(slug);
    if (!card) return [];
    const href = `${root}/${continent.slug}/${slug}`;
    const position = { at: i + 1, of: shown.length };
    return [
      {
        kind: 'training',
        ref: `training:${slug}`,
        slug,
        name: card.name,
        href,
        card,
        continent,
        q,
        r,
        x,
        y,
        ...position,
      },
    ];
  });
}

function labNodes(root: MapRoot, continent: Continent, cards: ReadonlyMap<string, LabCard>): LabNode[] {
  return continent.labs.flatMap(({ slug, q, r, x, y }) => {
    const card = cards.get(slug);
    return card
      ? [
          {
            kind: 'lab',
            ref: `lab:${slug}`,
            slug,
            name: card.name,
            href: `${root}/lab/${slug}`,
            card,
            continent,
            q,
            r,
            x,
            y,
          },
        ]
      : [];
  });
}

/** Returns the paths of all ancestors of a node, and the paths to its next steps. */
export function highlightedPaths({ paths }: Atlas, ref: string): Path[] {
  const highlighted = new Set(paths.filter(({ from }) => from === ref));
  const queue = [ref];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const path of paths) {
      if (path.to !== at || highlighted.has(path)) continue;
      highlighted.add(path);
      queue.push(path.from);
    }
  }
  return [...highlighted];
}
