import { CELL_LIMIT, type Runs } from './cells.ts';
import {
  type ContinentDocument,
  colours,
  type EdgeDocument,
  edgeStyles,
  type MapDocument,
  mapKinds,
  type PathDocument,
  type TerrainDocument,
  terrainTypes,
} from './document.ts';
import type { Hex } from './hex.ts';

/** One thing that is wrong with a document: where (`continents[0].cells.3`), and what it should be. */
export interface Problem {
  path: string;
  message: string;
}

/** Thrown by `parseMapDocument` with everything that was found, not just the first. */
export class MapDocumentError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The map document is not right:\n${problems.map(({ path, message }) => `  ${path}: ${message}`).join('\n')}`);
    this.name = 'MapDocumentError';
    this.problems = problems;
  }
}

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const refPattern = /^(training|lab):[a-z0-9]+(-[a-z0-9]+)*$/;
/** Longest run of cells in a row; stops a typing error from filling the memory. */
const RUN_LIMIT = 2_000;

/**
 * Checks the shape of a map document (already parsed from JSON) and returns it, with defaults for what was left out.
 * `validateMap` finds what the shape cannot tell, such as unknown slugs.
 * @throws MapDocumentError naming every fault with its path.
 */
export function parseMapDocument(value: unknown): MapDocument {
  const problems: Problem[] = [];
  const read = readers(problems);
  const root = read.object(value, 'document');
  if (root.schema !== 1) problems.push({ path: 'schema', message: 'must be 1; this program reads no other' });
  const initial = read.object(root.initial, 'initial');
  const map: MapDocument = {
    schema: 1,
    id: read.slug(root.id, 'id'),
    kind: read.oneOf(root.kind, 'kind', mapKinds),
    initial: {
      x: read.number(initial.x, 'initial.x'),
      y: read.number(initial.y, 'initial.y'),
      zoom: read.number(initial.zoom, 'initial.zoom', 0.05, 4),
    },
    recommended_start: root.recommended_start == null ? null : read.ref(root.recommended_start, 'recommended_start'),
    continents: read.list(root.continents, 'continents', read.continent),
    paths: read.list(root.paths ?? [], 'paths', read.path),
    terrain: read.list(root.terrain ?? [], 'terrain', read.terrain),
  };
  if (problems.length > 0) throw new MapDocumentError(problems);
  return map;
}

type Fields = Record<string, unknown>;

/** A reader notes a wrong value and returns a harmless one instead, so that all faults come at once. */
function readers(problems: Problem[]) {
  const fault = <T>(path: string, message: string, instead: T): T => {
    problems.push({ path, message });
    return instead;
  };
  const object = (value: unknown, path: string): Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : fault(path, 'must be an object', {});
  const list = <T>(value: unknown, path: string, item: (value: unknown, path: string) => T): T[] =>
    Array.isArray(value) ? value.map((entry, i) => item(entry, `${path}[${i}]`)) : fault(path, 'must be a list', []);
  const text = (value: unknown, path: string): string =>
    typeof value === 'string' && value.trim() !== '' ? value : fault(path, 'must be a text', '');
  const slug = (value: unknown, path: string): string =>
    typeof value === 'string' && slugPattern.test(value)
      ? value
      : fault(path, 'must be a slug: small letters, digits and single hyphens', '');
  const ref = (value: unknown, path: string): string =>
    typeof value === 'string' && refPattern.test(value)
      ? value
      : fault(path, 'must be training:<slug> or lab:<slug>', '');
  const number = (value: unknown, path: string, least = -1e6, most = 1e6): number =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : fault(path, `must be a number from ${least} to ${most}`, least);
  const integer = (value: unknown, path: string, least = 1 - CELL_LIMIT, most = CELL_LIMIT - 1): number =>
    Number.isInteger(value) ? number(value, path, least, most) : fault(path, 'must be a whole number', least);
  const oneOf = <const T extends string>(value: unknown, path: string, choices: readonly T[]): T =>
    choices.find((choice) => choice === value) ?? fault(path, `must be one of ${choices.join(', ')}`, choices[0] as T); // every caller's list has entries
  const hex = (value: unknown, path: string): Hex => {
    const { q, r } = object(value, path);
    return { q: integer(q, `${path}.q`), r: integer(r, `${path}.r`) };
  };
  const pair = (value: unknown, path: string): [number, number] =>
    Array.isArray(value) && value.length === 2
      ? [integer(value[0], `${path}[0]`), integer(value[1], `${path}[1]`)]
      : fault(path, 'must be a pair of whole numbers', [0, 0]);

  const runs = (value: unknown, path: string): Runs =>
    Object.fromEntries(
      Object.entries(object(value, path)).map(([row, entry]) => {
        integer(/^-?\d+$/.test(row) ? Number(row) : Number.NaN, `${path}.${row}`);
        const list_ = list(entry, `${path}.${row}`, (run, at) => {
          const [start, length] = pair(run, at);
          integer(length, `${at}[1]`, 1, RUN_LIMIT);
          return [start, Math.min(Math.max(length, 1), RUN_LIMIT)] as [number, number];
        });
        return [row, list_];
      }),
    );

  const continent = (value: unknown, path: string): ContinentDocument => {
    const fields = object(value, path);
    return {
      slug: slug(fields.slug, `${path}.slug`),
      name: text(fields.name, `${path}.name`),
      colour: oneOf(fields.colour, `${path}.colour`, colours),
      label: fields.label == null ? null : hex(fields.label, `${path}.label`),
      cells: runs(fields.cells, `${path}.cells`),
      trainings: list(fields.trainings ?? [], `${path}.trainings`, (entry, at) => ({
        slug: slug(object(entry, at).slug, `${at}.slug`),
        ...hex(entry, at),
        icon: slug(object(entry, at).icon, `${at}.icon`),
      })),
      labs: list(fields.labs ?? [], `${path}.labs`, (entry, at) => ({
        slug: slug(object(entry, at).slug, `${at}.slug`),
        ...hex(entry, at),
      })),
    };
  };

  const edge = (value: unknown, path: string): EdgeDocument => {
    const fields = object(value, path);
    return {
      from: ref(fields.from, `${path}.from`),
      to: ref(fields.to, `${path}.to`),
      via: list(fields.via ?? [], `${path}.via`, pair),
      style: fields.style === undefined ? 'main' : oneOf(fields.style, `${path}.style`, edgeStyles),
    };
  };

  const path = (value: unknown, at: string): PathDocument => {
    const fields = object(value, at);
    return {
      slug: slug(fields.slug, `${at}.slug`),
      name: text(fields.name, `${at}.name`),
      edges: list(fields.edges, `${at}.edges`, edge),
    };
  };

  const terrain = (value: unknown, at: string): TerrainDocument => ({
    ...hex(value, at),
    type: oneOf(object(value, at).type, `${at}.type`, terrainTypes),
  });

  return { object, list, number, slug, ref, oneOf, continent, path, terrain };
}
