import type { MapDocument, NodeRef } from '@hexpedition/contract/map-document';
import { type Cells, cellsOf, decodeRuns, hexOf } from './cells.ts';
import { nodesOf } from './document.ts';
import { type Hex, type Point, toPixel } from './hex.ts';
import type { Issue } from './issues.ts';
import { labelPoint } from './labels.ts';
import { type Box, boxesOverlap, continentBox, itemBox, itemRadius, moveBox } from './name-boxes.ts';
import type { NodeLabel } from './validate.ts';

/** Reference of a node → its name. */
export type Names = Readonly<Record<string, string>>;

/** Level of detail with the largest letters at which the map shows the names of all items. */
const LEVEL = 'mid';
/** Level of detail with the largest letters, at which the map shows only the names of continents. */
const FAR = 'far';

/** An item with the space that it takes on the map. */
interface Mark {
  ref: NodeRef;
  at: Hex;
  shape: Box;
  name: Box;
}

/** Returns the space of an item. The slug of an item without a known name is about as long as its name. */
function markOf(
  { kind, slug, q, r }: Hex & { kind: 'training' | 'lab'; slug: string },
  name: string | undefined,
): Mark {
  const centre = toPixel({ q, r });
  const radius = itemRadius[kind];
  const box = moveBox(itemBox(kind, name ?? slug.replaceAll('-', ' '), LEVEL), centre);
  const shape = moveBox({ left: -radius, top: -radius, right: radius, bottom: radius }, centre);
  return { ref: `${kind}:${slug}`, at: { q, r }, shape, name: { ...box, top: centre.y + radius } };
}

const labelBoxes = (map: MapDocument) =>
  map.continents.map(({ slug, name, cells, label, trainings, labs }) => {
    const point: Point = labelPoint(decodeRuns(cells), cellsOf([...trainings, ...labs]), label);
    return {
      ...{ slug, name },
      box: moveBox(continentBox(name, LEVEL), point),
      far: moveBox({ ...continentBox(name, FAR), bottom: 4 }, point),
    };
  });

/**
 * Returns a function that checks whether an item can be on a hex without a collision of its name or hex with the names
 * and items of the map.
 */
export function nameSpaceOf(
  map: MapDocument,
  names: Names,
): (item: Parameters<typeof markOf>[0], name: string) => boolean {
  const marks = nodesOf(map).map((node) => markOf(node, names[node.ref]));
  const labels = labelBoxes(map);
  return (item, name) => {
    const mark = markOf(item, name);
    return (
      !marks.some((other) => collide(mark, other)) &&
      !labels.some(({ box, far }) => boxesOverlap(box, mark.name) || boxesOverlap(far, mark.shape))
    );
  };
}

const collide = (a: Mark, b: Mark): boolean =>
  boxesOverlap(a.name, b.name) || boxesOverlap(a.name, b.shape) || boxesOverlap(a.shape, b.name);

/**
 * Returns a warning for each name that collides with another name, with the hex of another item, or, for the name of a
 * continent, with the land of another continent. The map hides one of two colliding names.
 */
export function findNameCollisions(map: MapDocument, names: Names, labelOf: NodeLabel): Issue[] {
  const marks = nodesOf(map).map((node) => markOf(node, names[node.ref]));
  const labels = labelBoxes(map);
  const issues: Issue[] = [];
  const warn = (message: string, more: Partial<Issue>) =>
    issues.push({ code: 'names_collide', severity: 'warning', message: message.replace(/^[cl]/, capital), ...more });
  marks.forEach((mark, i) => {
    for (const other of marks.slice(0, i)) {
      // Two items on one hex are an error of their own.
      const isSameHex = mark.at.q === other.at.q && mark.at.r === other.at.r;
      if (isSameHex || !collide(mark, other)) continue;
      const message = `${labelOf(mark.ref)} and ${labelOf(other.ref)} are too close: their names overlap. Move one of them.`;
      warn(message, { ref: mark.ref, at: mark.at });
    }
    for (const { slug, name, box, far } of labels) {
      if (!boxesOverlap(box, mark.name) && !boxesOverlap(far, mark.shape)) continue;
      const message = `${labelOf(mark.ref)} overlaps the name of ${name}. Move one of them.`;
      warn(message, { ref: mark.ref, at: mark.at, continent: slug });
    }
  });
  const lands = map.continents.map(({ slug, name, cells }) => ({ slug, name, cells: decodeRuns(cells) }));
  labels.forEach((label, i) => {
    for (const other of labels.slice(0, i)) {
      if (!boxesOverlap(label.far, other.far)) continue;
      warn(`The names of ${label.name} and ${other.name} overlap. Move one of them.`, { continent: label.slug });
    }
    for (const land of lands) {
      const hex = land.slug === label.slug ? undefined : cellUnder(land.cells, label.far);
      if (!hex) continue;
      const message = `The name of ${label.name} covers the land of ${land.name}. Move the name or the land.`;
      warn(message, { continent: label.slug, at: hex });
    }
  });
  return issues;
}

const capital = (letter: string): string => letter.toUpperCase();

/** Returns a cell whose centre is in the box. */
function cellUnder(cells: Cells, { left, top, right, bottom }: Box): Hex | undefined {
  for (const key of cells) {
    const { x, y } = toPixel(hexOf(key));
    if (x > left && x < right && y > top && y < bottom) return hexOf(key);
  }
  return undefined;
}
