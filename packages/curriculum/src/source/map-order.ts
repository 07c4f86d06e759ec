import type { MapDocument } from '@hexpedition/contract';

interface Item {
  slug: string;
  position: number;
}

/** Sorts continents and trainings by the order of the maps. Those on no map follow, sorted by folder name. */
export function sortByMapOrder<Continent extends Item, Training extends Item>(
  { continents, trainings }: { continents: readonly Continent[]; trainings: readonly Training[] },
  maps: readonly MapDocument[],
): { continents: Continent[]; trainings: Training[] } {
  const onMap = maps.flatMap(({ continents }) => continents);
  const continentOrder = onMap.map((continent) => continent.slug);
  const trainingOrder = onMap.flatMap((continent) => continent.trainings.map((training) => training.slug));
  return {
    continents: sorted(continents, continentOrder),
    trainings: sorted(trainings, trainingOrder),
  };
}

function sorted<T extends Item>(items: readonly T[], order: string[]): T[] {
  const rank = (item: T): number => (order.includes(item.slug) ? order.indexOf(item.slug) : order.length);
  return [...items].sort((a, b) => rank(a) - rank(b)).map((item, position) => ({ ...item, position }));
}
