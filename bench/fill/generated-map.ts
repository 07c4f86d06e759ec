import { type Colour, colours, type MapDocument } from '@hexpedition/contract';
import {
  cellsOf,
  compileMap,
  distance,
  encodeRuns,
  type Hex,
  hexOf,
  keyOf,
  neighbours,
  ring,
} from '@hexpedition/hexkit';
import { sql } from 'kysely';
import { publishMap } from '../../apps/server/src/features/maps/maps.public.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { createRandom, type Random } from './random.ts';

const hexesAContinent = 84;
/** Minimum distance of courses in hexes: about one course per seven hexes. */
const minDistance = 2;
const icons = ['compass', 'globe', 'terminal', 'key', 'hash', 'code', 'database', 'wave'];
const words = ['Quiet', 'Borrowed', 'Hidden', 'Second', 'Open', 'Broken', 'Patient', 'Hollow'];
const subjects = ['Packets', 'Keys', 'Pages', 'Signals', 'Doors', 'Ciphers', 'Sessions', 'Tables'];

/**
 * Generates a map with this many hexes of land: islands of 84 with ragged coasts, about twelve courses on each, a path
 * over every island and on to the next, terrain on a fifth of the free hexes. The same seed gives the same map.
 */
export function generateMap(hexes: number, seed: number): MapDocument {
  const random = createRandom(seed);
  const islands = Math.ceil(hexes / hexesAContinent);
  const columns = Math.ceil(Math.sqrt(islands));
  const continents: MapDocument['continents'] = [];
  const terrain: MapDocument['terrain'] = [];
  for (let n = 0; n < islands; n++) {
    const row = Math.floor(n / columns) * 17;
    const centre = { q: (n % columns) * 17 - Math.floor(row / 2), r: row };
    const size = Math.min(hexesAContinent, hexes - n * hexesAContinent);
    const land = island(centre, size, random);
    const sites = spread(land, random);
    continents.push({
      slug: `bench-${n}`,
      name: `Island ${n}`,
      colour: colours[n % colours.length] as Colour,
      label: null,
      cells: encodeRuns(cellsOf(land)),
      trainings: sites.map((hex, i) => ({ slug: `bench-${n}-${i}`, ...hex, icon: random.pick(icons) })),
      labs: [],
    });
    for (const hex of land) {
      if (sites.some((site) => distance(site, hex) === 0) || random.next() > 0.2) continue;
      terrain.push({ ...hex, type: random.pick(['forest', 'mountain', 'marsh', 'dunes'] as const) });
    }
  }
  const refs = continents.flatMap(({ trainings }) => trainings.map(({ slug }) => `training:${slug}` as const));
  const edges = refs.slice(1).map((to, i) => ({ from: refs[i] as string, to, via: [], style: 'main' as const }));
  return {
    schema: 1,
    id: 'bench',
    kind: 'trainings',
    initial: { x: 0, y: 0, zoom: 0.7 },
    recommended_start: refs[0] ?? null,
    continents,
    paths: [{ slug: 'bench', name: 'Bench', edges }],
    terrain,
  };
}

/** Grows an island from its centre by one coastal hex at a time, preferring hexes near the centre. */
function island(centre: Hex, size: number, random: Random): Hex[] {
  const land = new Set([keyOf(centre)]);
  while (land.size < size) {
    const coast = [...land].flatMap((key) => neighbours(hexOf(key))).filter((hex) => !land.has(keyOf(hex)));
    const [one, other] = [random.pick(coast), random.pick(coast)];
    land.add(keyOf(distance(one, centre) < distance(other, centre) ? one : other));
  }
  return [...land].map(hexOf);
}

/** Returns hexes for courses, ring by ring from the centre outwards. */
function spread(land: Hex[], random: Random): Hex[] {
  const sites: Hex[] = [];
  const [centre] = land;
  if (!centre) return sites;
  const isLand = new Set(land.map(keyOf));
  const all = Array.from({ length: 6 }, (_, radius) => (radius === 0 ? [centre] : ring(centre, radius)));
  for (const hex of all.flat()) {
    if (!isLand.has(keyOf(hex)) || random.next() < 0.2) continue;
    if (sites.every((site) => distance(site, hex) >= minDistance)) sites.push(hex);
  }
  return sites;
}

/** Inserts the courses of a generated map and publishes it. Only for disposable databases. */
export async function addMap(db: Db, map: MapDocument, seed: number): Promise<void> {
  const random = createRandom(seed);
  const items = map.continents.flatMap((continent) =>
    continent.trainings.map((item) => ({ ...item, continent: continent.slug })),
  );
  const names = items.map(() => `${random.pick(words)} ${random.pick(subjects)}`);
  await db.transaction().execute(async (tx) => {
    await sql`delete from trainings where uid like 'bench-%'`.execute(tx);
    await sql`delete from continents where slug like 'bench-%'`.execute(tx);
    await tx
      .insertInto('continents')
      .values(map.continents.map(({ slug, name, colour }, position) => ({ slug, name, colour, summary: '', position })))
      .execute();
    await sql`
      insert into trainings (uid, slug, continent_pk, name, icon, summary, description_html, position)
      select new.slug, new.slug, continents.pk, new.name, new.icon, 'A generated course for benchmarks.', '', 0
      from unnest(${items.map(({ slug }) => slug)}::text[], ${names}::text[], ${items.map(({ icon }) => icon)}::text[],
        ${items.map(({ continent }) => continent)}::text[]) as new (slug, name, icon, continent)
      join continents on continents.slug = new.continent`.execute(tx);
    const continentBySlug = new Map(items.map(({ slug, continent }) => [slug, continent]));
    const context = { trainings: [...continentBySlug.keys()], labs: [], continents: continentBySlug };
    const compiled = JSON.stringify(compileMap(map, context).map);
    await publishMap(tx, { document: map, compiled }, ['2', 'beta'], { userPk: null, now: new Date() });
  });
}
