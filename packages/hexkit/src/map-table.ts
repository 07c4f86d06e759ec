import type { ContinentDocument, EdgeDocument, MapDocument } from '@hexpedition/contract/map-document';
import { decodeRuns, encodeRuns, hexOf, keyOf } from './cells.ts';
import type { Hex } from './hex.ts';

/**
 * A map document as a flat table with one entry for each part that two people can change independently. Documents are
 * compared and merged by comparing and merging their tables.
 *
 * | key | value |
 * |---|---|
 * | `initial`, `start` | as in the document |
 * | `continent/slug` | name, colour, label |
 * | `cell/q,r` | slug of the continent |
 * | `training/slug`, `lab/slug` | continent, q, r, icon |
 * | `path/slug` | name |
 * | `edge/path/from/to` | via, style |
 * | `terrain/q,r` | type |
 */
export type MapTable = Map<string, unknown>;

const hexText = ({ q, r }: Hex) => `${q},${r}`;

/** Returns the table of a document. A hex that two continents claim belongs to the first, as on the drawn map. */
export function toMapTable(map: MapDocument): MapTable {
  const table: MapTable = new Map<string, unknown>([
    ['initial', map.initial],
    ['start', map.recommended_start],
  ]);
  for (const { slug, name, colour, label, cells, trainings, labs } of map.continents) {
    table.set(`continent/${slug}`, { name, colour, label });
    for (const cell of decodeRuns(cells)) {
      const key = `cell/${hexText(hexOf(cell))}`;
      if (!table.has(key)) table.set(key, slug);
    }
    for (const { slug: item, q, r, icon } of trainings) table.set(`training/${item}`, { continent: slug, q, r, icon });
    for (const { slug: item, q, r } of labs) table.set(`lab/${item}`, { continent: slug, q, r });
  }
  for (const path of map.paths) {
    table.set(`path/${path.slug}`, { name: path.name });
    for (const { from, to, via, style } of path.edges) table.set(`edge/${path.slug}/${from}/${to}`, { via, style });
  }
  for (const { q, r, type } of map.terrain) table.set(`terrain/${hexText({ q, r })}`, type);
  return table;
}

interface Shape {
  name: string;
  colour: ContinentDocument['colour'];
  label: ContinentDocument['label'];
}
type Place = Hex & { continent: string; icon?: string };

/**
 * Returns the document of a table. Entries keep the order in which the table first names them. Entries without an owner
 * (a cell of a missing continent, an edge of a missing path) are skipped.
 */
export function fromMapTable(table: MapTable, { id, kind }: Pick<MapDocument, 'id' | 'kind'>): MapDocument {
  const continents = new Map<string, ContinentDocument>();
  const land = new Map<string, Set<number>>();
  const paths = new Map<string, MapDocument['paths'][number]>();
  const terrain: MapDocument['terrain'] = [];
  for (const [key, value] of table) {
    const slug = key.slice(key.indexOf('/') + 1);
    if (key.startsWith('continent/')) {
      const { name, colour, label } = value as Shape;
      continents.set(slug, { slug, name, colour, label, cells: {}, trainings: [], labs: [] });
      land.set(slug, new Set());
    } else if (key.startsWith('path/')) {
      paths.set(slug, { slug, name: (value as { name: string }).name, edges: [] });
    }
  }
  for (const [key, value] of table) {
    const [what, first = '', ...rest] = key.split('/');
    if (what === 'cell') land.get(value as string)?.add(keyOf(hexFrom(first)));
    else if (what === 'terrain') {
      terrain.push({ ...hexFrom(first), type: value as MapDocument['terrain'][number]['type'] });
    } else if (what === 'training') {
      const { continent, q, r, icon = 'compass' } = value as Place;
      continents.get(continent)?.trainings.push({ slug: first, q, r, icon });
    } else if (what === 'lab') {
      const { continent, q, r } = value as Place;
      continents.get(continent)?.labs.push({ slug: first, q, r });
    } else if (what === 'edge') {
      const { via, style } = value as Pick<EdgeDocument, 'via' | 'style'>;
      const [from = '', to = ''] = rest;
      paths.get(first)?.edges.push({ from, to, via, style });
    }
  }
  for (const [slug, cells] of land) {
    const continent = continents.get(slug);
    if (continent) continent.cells = encodeRuns(cells);
  }
  return {
    schema: 1,
    id,
    kind,
    initial: table.get('initial') as MapDocument['initial'],
    recommended_start: (table.get('start') ?? null) as MapDocument['recommended_start'],
    continents: [...continents.values()],
    paths: [...paths.values()],
    terrain,
  };
}

function hexFrom(text: string): Hex {
  const [q, r] = text.split(',').map(Number) as [number, number];
  return { q, r };
}
