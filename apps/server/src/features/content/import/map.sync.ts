import type { MapDocument, MapKind } from '@hexpedition/contract';
import type { Continent, Curriculum, Training } from '@hexpedition/curriculum/source/curriculum-types';
import { belongsOnMap, mapFiles, slugsForMap } from '@hexpedition/curriculum/source/map-file';
import type { ExpectedItem } from '@hexpedition/hexkit';
import { importMap, type MapCompiler, mapTags, readLiveMaps } from '#features/maps/maps.public';
import type { SyncContext } from './sync-context.ts';

interface Source {
  /** Source of the import. */
  importSource: string;
  file: MapDocument | undefined;
  curriculum: Curriculum;
  labs: ReadonlySet<string> | null;
  compileMap: MapCompiler;
}

/** Merges the file of a map with the changes from the editor, and places trainings that have no hex. */
export async function syncMap(
  kind: MapKind,
  { importSource, file, curriculum, labs, compileMap }: Source,
  { tx, log, tags, warnings }: SyncContext,
): Promise<void> {
  // If the labs are unknown, the labs that are on the map stay.
  const placed = file ?? (await readLiveMaps(tx)).find((map) => map.kind === kind);
  const known = slugsForMap(kind, { trainings: curriculum.trainings, labs }, placed);
  const source = {
    kind,
    importSource,
    file: file ?? null,
    known,
    expected: trainingsForMap(kind, curriculum),
    compile: compileMap,
  };
  const { change, placed: added, findings } = await importMap(tx, source, new Date());
  const name = mapFiles[kind];
  for (const { code, message } of findings)
    warnings.push({ severity: 'warning', file: name, line: 1, code: `map-${code}`, message });
  if (change === 'unchanged') {
    if (file) log.unchanged('map');
    return;
  }
  const what = added.map((ref) => `placed ${ref.slice(ref.indexOf(':') + 1)}`);
  log.add({ kind: 'map', change, id: file?.id ?? kind, name, what });
  for (const tag of mapTags) tags.add(tag);
}

type MapContinent = Pick<Continent, 'slug' | 'name' | 'colour'>;
type MapTraining = Pick<Training, 'slug' | 'name' | 'icon' | 'kind' | 'hidden' | 'continent' | 'recommended_next'>;

/**
 * Returns the trainings that belong on a map. Each is placed after the training that recommends it, or else after the
 * previous one on its continent.
 */
export function trainingsForMap(
  kind: MapKind,
  { continents, trainings }: { continents: readonly MapContinent[]; trainings: readonly MapTraining[] },
): ExpectedItem[] {
  const visible = trainings.filter((training) => belongsOnMap(kind, training));
  const continentBySlug = new Map(continents.map((continent) => [continent.slug, continent]));
  return visible.flatMap((training, i) => {
    const continent = continentBySlug.get(training.continent);
    if (!continent) return [];
    const before =
      predecessorOf(training, visible) ?? visible.slice(0, i).findLast((one) => one.continent === training.continent);
    return {
      kind: 'training' as const,
      slug: training.slug,
      icon: training.icon,
      name: training.name,
      continent: { slug: continent.slug, name: continent.name, colour: continent.colour },
      after: before ? `training:${before.slug}` : null,
    };
  });
}

/** Finds a training of the same continent that recommends this one and is not recommended by it. */
const predecessorOf = (training: MapTraining, all: readonly MapTraining[]): MapTraining | undefined =>
  all.find(
    (one) =>
      one.continent === training.continent &&
      one.recommended_next.includes(training.slug) &&
      !training.recommended_next.includes(one.slug),
  );
