import { type MapDocument, mapKinds } from '@hexpedition/contract';
import { type MapCompiler, readLiveMaps } from '#features/maps/maps.public';
import { markMedia } from '#features/media/media.public';
import { refreshSearch } from '#features/search/search.public';
import type { Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import type { Curriculum, MediaFile } from '../source/curriculum-types.ts';
import { sortByMapOrder } from '../source/map-order.ts';
import { syncMap } from './map.sync.ts';
import { syncModules } from './modules.sync.ts';
import { syncPolls } from './polls.sync.ts';
import { placementKey, readPlacements, StoredModules } from './stored.read-model.ts';
import { syncSubchapters } from './subchapters.sync.ts';
import { SyncContext } from './sync-context.ts';
import { pageTags } from './tags.ts';
import { syncTestOuts } from './test-outs.sync.ts';
import { syncChapters, syncContinents, syncTrainings } from './trainings.sync.ts';

interface Content {
  /** Who brings the maps. */
  source: string;
  /** As the sources have it; it is put into the order of the maps here. */
  curriculum: Curriculum;
  /** What an import's files of the maps say. */
  maps: readonly MapDocument[];
  media: readonly MediaFile[];
  labs: ReadonlySet<string> | null;
  compileMap: MapCompiler;
}

/**
 * Makes the tables that learners' pages read show a curriculum. Rows are found by the authors' ids; what is gone is
 * hidden and comes back with its progress when it returns.
 */
export async function synchronise(
  tx: Tx,
  { source, curriculum: given, maps, media, labs, compileMap }: Content,
): Promise<SyncContext> {
  const context = new SyncContext(tx);
  const mapNotes = new SyncContext(tx);
  const isMapConcerned = maps.length > 0 || (await readPlacements(tx)) !== placementsOf(given);
  for (const kind of isMapConcerned ? mapKinds : []) {
    const file = maps.find((map) => map.kind === kind);
    await syncMap(
      kind,
      { broughtBy: source, file, curriculum: sortByMapOrder(given, maps), labs, compileMap },
      mapNotes,
    );
  }
  const curriculum = sortByMapOrder(given, await readLiveMaps(tx));
  const modules = await StoredModules.read(tx);
  const continents = await syncContinents(curriculum, context);
  const trainings = await syncTrainings(curriculum, continents, context);
  await syncTestOuts(curriculum, trainings, context);
  const chapters = await syncChapters(curriculum, trainings, context);
  const subchapters = await syncSubchapters(curriculum, chapters, modules, context);
  await syncModules(curriculum, subchapters, modules, context);
  await syncPolls(context);
  await markMedia(tx, new Map(media.map(({ hash, contentType }) => [hash, contentType])));
  context.take(mapNotes);
  tagWaiting(curriculum, context);
  await refreshSearch(tx);
  if (context.log.changes.length > 0) await announcePageChange(tx, [...context.tags].sort());
  return context;
}

/** What the maps depend on: to bring them up to date costs a compilation, which a changed word does not need. */
const placementsOf = ({ trainings }: Curriculum): string => placementKey(trainings.filter(({ hidden }) => !hidden));

/** A training that waits for a changed one shows its name and may be locked by it, so its pages change too. */
function tagWaiting({ trainings }: Curriculum, { tags }: SyncContext): void {
  for (const { slug, requires } of trainings)
    if (requires.some((step) => tags.has(pageTags.training(step)))) tags.add(pageTags.training(slug));
}
