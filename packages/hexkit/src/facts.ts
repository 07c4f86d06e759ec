import type { ContinentDocument, EdgeDocument, MapDocument } from '@hexpedition/contract/map-document';
import { decodeRuns, encodeRuns, hexOf, keyOf } from './cells.ts';
import type { Hex } from './hex.ts';

/**
 * A map document as a flat table: one entry for each thing that one person may change without touching another's.
 * Comparing and merging documents is comparing tables.
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
export type Facts = Map<string, unknown>;

const hexText = ({ q, r }: Hex) => `${q},${r}`;

/** A hex that two continents claim counts for the first of them, as on the drawn map. */
export function factsOf(map: MapDocument): Facts {
  const facts: Facts = new Map<string, unknown>([
    ['initial', map.initial],
    ['start', map.recommended_start],
  ]);
  for (const { slug, name, colour, label, cells, trainings, labs } of map.continents) {
    facts.set(`continent/${slug}`, { name, colour, label });
    for (const cell of decodeRuns(cells)) {
      const key = `cell/${hexText(hexOf(cell))}`;
      if (!facts.has(key)) facts.set(key, slug);
    }
    for (const { slug: item, q, r, icon } of trainings) facts.set(`training/${item}`, { continent: slug, q, r, icon });
    for (const { slug: item, q, r } of labs) facts.set(`lab/${item}`, { continent: slug, q, r });
  }
  for (const path of map.paths) {
    facts.set(`path/${path.slug}`, { name: path.name });
    for (const { from, to, via, style } of path.edges) facts.set(`edge/${path.slug}/${from}/${to}`, { via, style });
  }
  for (const { q, r, type } of map.terrain) facts.set(`terrain/${hexText({ q, r })}`, type);
  return facts;
}

interface Shape {
  name: string;
  colour: ContinentDocument['colour'];
  label: ContinentDocument['label'];
}
type Place = Hex & { continent: string; icon?: string };

/**
 * The document of a table. Things come in the order in which the table first names them. What belongs to nothing (a cell
 * of a continent that is not there, an edge of a path that is not there) is left out.
 */
export function documentOf(facts: Facts, { id, kind }: Pick<MapDocument, 'id' | 'kind'>): MapDocument {
  const continents = new Map<string, ContinentDocument>();
  const land = new Map<string, Set<number>>();
  const paths = new Map<string, MapDocument['paths'][number]>();
  const terrain: MapDocument['terrain'] = [];
  for (const [key, value] of facts) {
    const slug = key.slice(key.indexOf('/') + 1);
    if (key.startsWith('continent/')) {
      const { name, colour, label } = value as Shape;
      continents.set(slug, { slug, name, colour, label, cells: {}, trainings: [], labs: [] });
      land.set(slug, new Set());
    } else if (key.startsWith('path/')) {
      paths.set(slug, { slug, name: (value as { name: string }).name, edges: [] });
    }
  }
  for (const [key, value] of facts) {
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
    initial: facts.get('initial') as MapDocument['initial'],
    recommended_start: (facts.get('start') ?? null) as MapDocument['recommended_start'],
    continents: [...continents.values()],
    paths: [...paths.values()],
    terrain,
  };
}

function hexFrom(text: string): Hex {
  const [q, r] = text.split(',').map(Number) as [number, number];
  return { q, r };
}
