import { type MapDocument, mapKinds } from '@hexpedition/contract';
import type { Curriculum, MediaFile } from '@hexpedition/curriculum/source/curriculum-types';
import { sortByMapOrder } from '@hexpedition/curriculum/source/map-order';
import { type MapCompiler, readLiveMaps } from '#features/maps/maps.public';
import { markMedia } from '#features/media/media.public';
import { refreshSearch } from '#features/search/search.public';
import type { Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { serverModules } from '../modules/module-kinds.ts';
import { syncMap } from './map.sync.ts';
import { syncModules } from './modules.sync.ts';
import { tagDependents } from './page-tags.ts';
import { placementKey, readPlacements, StoredModules } from './stored-modules.read-model.ts';
import { readSubchapterRows, syncSubchapters } from './subchapters.sync.ts';
import { SyncContext } from './sync-context.ts';
import { syncTestOuts } from './test-outs.sync.ts';
import { syncChapters, syncContinents, syncTrainings } from './trainings.sync.ts';

interface SyncInput {
  /** Source of the import. */
  source: string;
  /** The curriculum in source order; it is sorted by the maps here. */
  curriculum: Curriculum;
  /** Map files of the import. */
  maps: readonly MapDocument[];
  media: readonly MediaFile[];
  labs: ReadonlySet<string> | null;
  compileMap: MapCompiler;
}

/**
 * Updates the tables behind learners' pages to a curriculum. Rows are matched by the authors' ids; removed items are
 * hidden and keep their progress for their return.
 */
export async function synchronise(
  tx: Tx,
  { source, curriculum: given, maps, media, labs, compileMap }: SyncInput,
): Promise<SyncContext> {
  const context = new SyncContext(tx);
  const mapContext = new SyncContext(tx);
  const isMapAffected = maps.length > 0 || (await readPlacements(tx)) !== placementsOf(given);
  for (const kind of isMapAffected ? mapKinds : []) {
    const file = maps.find((map) => map.kind === kind);
    await syncMap(
      kind,
      { importSource: source, file, curriculum: sortByMapOrder(given, maps), labs, compileMap },
      mapContext,
    );
  }
  const curriculum = sortByMapOrder(given, await readLiveMaps(tx));
  const modules = await StoredModules.read(tx);
  const continents = await syncContinents(curriculum, context);
  const trainings = await syncTrainings(curriculum, continents, context);
  await syncTestOuts(curriculum, trainings, context);
  const chapters = await syncChapters(curriculum, trainings, context);
  const subchapters = await syncSubchapters(curriculum, chapters, modules, context, await readSubchapterRows(tx));
  await syncModules(curriculum, subchapters, modules, context);
  for (const module of Object.values(serverModules)) await module.sync?.(context);
  await markMedia(tx, new Map(media.map(({ hash, contentType }) => [hash, contentType])));
  context.addAll(mapContext);
  tagDependents(curriculum.trainings, context);
  await refreshSearch(tx);
  if (context.log.changes.length > 0) await announcePageChange(tx, [...context.tags].sort());
  return context;
}

/** The part of the trainings that maps depend on. Updating maps needs a compilation, which a changed word does not. */
const placementsOf = ({ trainings }: Curriculum): string => placementKey(trainings.filter(({ hidden }) => !hidden));
