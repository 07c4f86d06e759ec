import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MapDocument, type MapKind, mapKinds } from '@hexpedition/contract';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { loadHighlight } from '../markdown/highlight.ts';
import type { ReadContext } from './context.ts';
import { listFolder, readText } from './folder.ts';
import { mapFiles, readMap } from './map.ts';
import type { MediaFile } from './media.ts';
import { Registry } from './registry.ts';
import { ContinentFile } from './schemas.ts';
import { readTraining } from './training.ts';
import type { Continent, Curriculum, Training } from './types.ts';
import { readYaml } from './yaml.ts';

export interface ReadResult {
  curriculum: Curriculum;
  maps: MapDocument[];
  /** Files that lessons use. */
  media: MediaFile[];
  /** Slugs of the labs that exist; null where that is not known. */
  labs: ReadonlySet<string> | null;
  /** When one of these is an error, the curriculum is not whole and must not be imported. */
  diagnostics: Diagnostic[];
}

/**
 * Reads a folder as docs/authoring.md describes it.
 * @param labs slugs of the labs that exist; null leaves them unchecked
 */
export async function readCurriculum(root: string, labs: ReadonlySet<string> | null): Promise<ReadResult> {
  const diagnostics = new Diagnostics();
  const registry = new Registry(diagnostics);
  const context: ReadContext = {
    root,
    diagnostics,
    registry,
    highlight: await loadHighlight(),
    labs,
    media: new Map(),
  };
  registry.knowsLabs = labs !== null;
  for (const lab of labs ?? [])
    for (const page of [`/lab/${lab}`, `/map/lab/${lab}`, `/map/lab/${lab}/detail`]) registry.page(page);

  const curriculum = await readContinents(context);
  const maps = (await Promise.all(mapKinds.map((kind) => readMapFile(kind, curriculum, context)))).flatMap(
    (map) => map ?? [],
  );
  registry.checkReferences();
  return {
    curriculum: inMapOrder(curriculum, maps),
    maps,
    media: [...context.media.values()],
    labs,
    diagnostics: diagnostics.list(),
  };
}

/** A curriculum without a map of its own for courses or videos gets one at the import. */
async function readMapFile(
  kind: MapKind,
  { trainings }: Curriculum,
  { root, diagnostics, registry, labs }: ReadContext,
) {
  const file = mapFiles[kind];
  if (!existsSync(join(root, file))) return undefined;
  const text = await readText(root, file, diagnostics.for(file));
  if (text === undefined) return undefined;
  return readMap(kind, text, { trainings, labs, incomplete: registry.incomplete }, diagnostics.for(file));
}

async function readContinents(context: ReadContext): Promise<Curriculum> {
  const { folders, files } = await listFolder(context.root);
  const curriculum: Curriculum = { continents: [], trainings: [] };
  if (folders.length === 0) context.diagnostics.for('.')(1, 'folder-empty', 'There is no curriculum in this folder.');
  for (const name of files) {
    if (Object.values<string>(mapFiles).includes(name) || /^readme/i.test(name)) continue;
    context.diagnostics.for(name)(1, 'file-unknown', 'This file is not used.', 'warning');
  }
  for (const folder of folders) {
    const continent = await readContinent(folder, context);
    if (continent) curriculum.continents.push(continent);
    const inside = await listFolder(`${context.root}/${folder}`);
    for (const name of inside.folders) {
      const training = await readTraining(`${folder}/${name}`, continent?.slug ?? folder, context);
      if (training) curriculum.trainings.push(training);
    }
  }
  return curriculum;
}

async function readContinent(
  folder: string,
  { root, diagnostics, registry }: ReadContext,
): Promise<Continent | undefined> {
  const file = `${folder}/continent.yaml`;
  const report = diagnostics.for(file);
  const source = await readText(root, file, report);
  if (source === undefined) {
    report(1, 'file-missing', 'A continent has a file continent.yaml with slug, name, colour and summary.');
    return undefined;
  }
  const head = readYaml(source, ContinentFile, report);
  if (!head) return undefined;
  registry.slug('continent', head.value.slug, { file, line: head.lineOf('slug') });
  for (const map of ['map', 'youtube']) registry.page(`/${map}/${head.value.slug}`);
  return { ...head.value, position: 0 };
}

/** Continents and trainings come in the order of the maps; what is on none follows, by the names of the folders. */
function inMapOrder(curriculum: Curriculum, maps: readonly MapDocument[]): Curriculum {
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
