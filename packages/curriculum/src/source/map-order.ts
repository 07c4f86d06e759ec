import type { MapDocument } from '@hexpedition/contract';
import type { Continent, Curriculum, Training } from './curriculum-types.ts';

/** Sorts continents and trainings by the order of the maps. Those on no map follow, sorted by folder name. */
export function sortByMapOrder(curriculum: Curriculum, maps: readonly MapDocument[]): Curriculum {
  const onMap = maps.flatMap(({ continents }) => continents);
  const continentOrder = onMap.map((continent) => continent.slug);
  const trainingOrder = onMap.flatMap((continent) => continent.trainings.map((training) => training.slug));
  return {
    continents: sorted<Continent>(curriculum.continents, continentOrder),
    trainings: sorted<Training>(curriculum.trainings, trainingOrder),
  };
}

function sorted<T extends { slug: string; position: number }>(items: T[], order: string[]): T[] {
  const rank = (item: T): number => (order.includes(item.slug) ? order.indexOf(item.slug) : order.length);
  return [...items].sort((a, b) => rank(a) - rank(b)).map((item, position) => ({ ...item, position }));
}
