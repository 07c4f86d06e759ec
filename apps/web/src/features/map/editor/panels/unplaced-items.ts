import type { MapDocument } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { nodesOf } from '@hexpedition/hexkit/document';
import { placeMissing } from '@hexpedition/hexkit/place-missing';
import { plural } from '#lib/format.ts';
import type { makeAtlas } from '../../atlas/atlas.ts';
import { expectedItemOf, type UnplacedItem } from '../editor-tools.ts';

type Trainings = Parameters<typeof makeAtlas>[1];
type Labs = Parameters<typeof makeAtlas>[2];

/** Returns the courses and labs that are not on the map. The video map has no labs. */
export function listUnplaced(
  hexmap: HexmapName,
  document: MapDocument,
  trainings: Trainings,
  labs: Labs,
): UnplacedItem[] {
  const placed = new Set<string>(nodesOf(document).map(({ ref }) => ref));
  const [firstContinent] = document.continents;
  /** Returns the continent of an item. Labs belong to no continent and go to the first one. */
  const continentOf = (slug: string | undefined) => {
    const found =
      document.continents.find((one) => one.slug === slug) ?? (slug === undefined ? firstContinent : undefined);
    const { name = slug ?? 'New continent', colour = 'teal' } = found ?? {};
    return { slug: found?.slug ?? slug ?? 'new-land', name, colour };
  };
  const courses = trainings.map(({ slug, name, icon, continent, subchapters }) => ({
    ref: `training:${slug}`,
    name,
    icon,
    about: `${continentOf(continent).name} · ${plural(subchapters, 'lesson')}`,
    continent: continentOf(continent),
  }));
  const labItems =
    hexmap === 'hexmap'
      ? labs.map(({ slug, name }) => ({ ref: `lab:${slug}`, name, about: 'Lab', continent: continentOf(undefined) }))
      : [];
  return [...courses, ...labItems].filter(({ ref }) => !placed.has(ref));
}

/** Places all items on a map, each course after the last one of its continent. */
export function placeAll(map: MapDocument, items: readonly UnplacedItem[]): ReturnType<typeof placeMissing> {
  const expected = items.map((item) => {
    const before = map.continents.find(({ slug }) => slug === item.continent.slug)?.trainings.at(-1);
    return { ...expectedItemOf(item), after: before ? `training:${before.slug}` : null };
  });
  return placeMissing(map, expected);
}
