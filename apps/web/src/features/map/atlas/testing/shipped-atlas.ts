import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrainingCard } from '@hexpedition/contract';
import { compileMap, parseMapDocument } from '@hexpedition/hexkit';
import { buildLabCard } from '#lib/testing/builders.ts';
import { makeAtlas } from '../atlas.ts';

export const shippedMaps = ['map.json', 'map-videos.json'] as const;
type ShippedMap = (typeof shippedMaps)[number];

/** Compiles a map of the shipped curriculum. */
export function shippedMap(file: ShippedMap = 'map.json') {
  const path = join(import.meta.dirname, '../../../../../../../curriculum', file);
  const document = parseMapDocument(JSON.parse(readFileSync(path, 'utf8')));
  const slugs = (kind: 'trainings' | 'labs') =>
    document.continents.flatMap((continent) => continent[kind].map(({ slug }) => slug));
  const continents = new Map(
    document.continents.flatMap(({ slug, trainings }) => trainings.map((training) => [training.slug, slug])),
  );
  return compileMap(document, { trainings: slugs('trainings'), labs: slugs('labs'), continents });
}

export function shippedAtlas(file?: ShippedMap) {
  const { map } = shippedMap(file);
  const trainings = map.continents.flatMap(({ slug: continent, trainings: list }) =>
    list.map(({ slug }) => trainingCard(slug, continent)),
  );
  return makeAtlas(
    map,
    trainings,
    map.labs.map(({ slug }) => labCard(slug)),
  );
}

export function trainingCard(slug: string, continent: string): TrainingCard {
  const start = { chapter: 'one', subchapter: `${slug}-1`, name: 'One' };
  return {
    slug,
    name: slug,
    term: '',
    continent,
    tier: 0,
    icon: 'key',
    summary: '',
    minutes: 10,
    subchapters: 4,
    flags: 2,
    drills: 0,
    labs: 0,
    points: 20,
    start,
    kind: 'course',
    requires: [],
    added_at: null,
  };
}

export const labCard = (slug: string) => buildLabCard({ slug, flags: 2 });
