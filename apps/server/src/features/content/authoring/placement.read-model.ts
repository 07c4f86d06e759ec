import { hexmapOfKind, type MapKind, type TrainingPlacement } from '@hexpedition/contract';
import { ContinentFile } from '@hexpedition/curriculum/source/curriculum-schemas';
import { readYaml } from '@hexpedition/curriculum/source/read-yaml';
import { nodesOf, placeMissing } from '@hexpedition/hexkit';
import { readLiveMaps } from '#features/maps/maps.public';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { trainingsForMap } from '../import/map.sync.ts';
import { readContinentFiles } from './authored.read-model.ts';
import { readTrainings } from './find-training.ts';

/**
 * Returns the place of a training on its live map, or the place that it will get when learners see it.
 * @throws AppError not_found
 */
export async function findPlacement(db: Db, slug: string): Promise<TrainingPlacement> {
  const { continents, trainings: stored } = await readCourses(db);
  const training = stored.find((one) => one.slug === slug);
  if (!training) throw notFound('course');
  const kind: MapKind = training.kind === 'video' ? 'videos' : 'trainings';
  const ref = `training:${slug}` as const;
  const name = continents.find((one) => one.slug === training.continent)?.name ?? training.continent;
  const answer = { hexmap: hexmapOfKind[kind], continent: name };
  const map = (await readLiveMaps(db)).find((one) => one.kind === kind);
  const live = map && nodesOf(map).find((node) => node.ref === ref);
  if (live) return { ...answer, state: 'on_map', after: null, at: { q: live.q, r: live.r } };
  // The import reads the courses in the same order.
  const trainings = stored.map((one) => (one === training ? { ...one, hidden: false } : one));
  const placed = map && placeMissing(map, trainingsForMap(kind, { continents, trainings }));
  const node = placed && nodesOf(placed.map).find((one) => one.ref === ref);
  // The first training of a kind gets a new map.
  if (!node) return { ...answer, state: map ? 'no_room' : 'new', after: null, at: null };
  const edge = placed.map.paths.flatMap(({ edges }) => edges).find(({ to }) => to === ref);
  const before = edge && stored.find((one) => edge.from === `training:${one.slug}`);
  return { ...answer, state: 'new', after: before?.name ?? null, at: { q: node.q, r: node.r } };
}

/** Reads all courses in the order of their folders, with their continents. */
async function readCourses(db: Db) {
  const [found, files] = await Promise.all([readTrainings(db), readContinentFiles(db)]);
  const continents = files.flatMap(({ path, text }) => {
    const file = readYaml(text, ContinentFile, () => {});
    return file ? [{ ...file.value, folder: path.split('/')[0] ?? '' }] : [];
  });
  const trainings = found
    .map(({ folder, head }) => {
      const continent = continents.find((one) => one.folder === folder.split('/')[0])?.slug ?? '';
      return { ...head, folder, continent };
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  return { continents, trainings };
}
