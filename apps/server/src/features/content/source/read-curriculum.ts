import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { loadHighlight } from '../markdown/highlight.ts';
import type { ReadContext } from './context.ts';
import { listFolder, readText } from './folder.ts';
import { type MapSource, readMap } from './map.ts';
import type { MediaFile } from './media.ts';
import { Registry } from './registry.ts';
import { ContinentFile } from './schemas.ts';
import { readTraining } from './training.ts';
import type { Continent, Curriculum, Training } from './types.ts';
import { readYaml } from './yaml.ts';

export interface ReadResult {
  curriculum: Curriculum;
  map: MapSource | null;
  /** Files that lessons use. */
  media: MediaFile[];
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
  const mapText = await readText(root, 'map.json', diagnostics.for('map.json'));
  const known = { trainings: curriculum.trainings, labs, incomplete: registry.incomplete };
  const map = mapText === undefined ? undefined : readMap(mapText, known, diagnostics.for('map.json'));
  if (mapText === undefined)
    diagnostics.for('map.json')(1, 'file-missing', 'There is no map.json: trainings are not on the map.', 'warning');
  registry.checkReferences();
  return {
    curriculum: inMapOrder(curriculum, map),
    map: map ?? null,
    media: [...context.media.values()],
    diagnostics: diagnostics.list(),
  };
}

async function readContinents(context: ReadContext): Promise<Curriculum> {
  const { folders, files } = await listFolder(context.root);
  const curriculum: Curriculum = { continents: [], trainings: [] };
  if (folders.length === 0) context.diagnostics.for('.')(1, 'folder-empty', 'There is no curriculum in this folder.');
  for (const name of files) {
    if (name === 'map.json' || /^readme/i.test(name)) continue;
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
  registry.page(`/map/${head.value.slug}`);
  return { ...head.value, position: 0 };
}

/** Continents and trainings come in the order of the map; what is not on it follows, by the names of the folders. */
function inMapOrder(curriculum: Curriculum, map: MapSource | undefined): Curriculum {
  const onMap = map?.compiled.continents ?? [];
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
