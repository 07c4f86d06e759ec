import { type MapDocument, type MapKind, mapKinds } from '@hexpedition/contract';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { loadHighlight } from '../markdown/highlight.ts';
import { readFolder } from './curriculum-folder.ts';
import { Recorder, Registry, replay } from './curriculum-registry.ts';
import { ContinentFile } from './curriculum-schemas.ts';
import type { Continent, Curriculum, MediaFile, Training } from './curriculum-types.ts';
import { readSharedFigures, sharedFolder } from './figures.ts';
import { LessonCache, type LessonRecord } from './lesson-cache.ts';
import { mapFiles, readMap } from './map-file.ts';
import { sortByMapOrder } from './map-order.ts';
import type { ReadContext } from './read-context.ts';
import { readTraining } from './read-training.ts';
import { readYaml } from './read-yaml.ts';
import { SourceTree } from './source-tree.ts';

/**
 * Facts about a training's folder besides the training itself. They suffice to check the curriculum without reading
 * the folder again.
 */
export interface TrainingFacts {
  calls: Recorder['calls'];
  diagnostics: Diagnostic[];
}

/** The result of reading a training's folder. It is plain data that can be stored. */
export interface TrainingReading {
  /** Null when its file is broken, which a diagnostic reports. */
  training: Training | null;
  facts: TrainingFacts;
  /** Its lessons, by file. */
  lessons: ReadonlyMap<string, LessonRecord>;
}

export interface SourcesReading {
  continents: Continent[];
  /** The folders of trainings, in order. */
  folders: string[];
  /** The folders that were read in this run, by path. */
  read: ReadonlyMap<string, TrainingReading>;
  maps: MapDocument[];
  /** Files that lessons use. */
  media: MediaFile[];
  /** If one of these is an error, the curriculum is incomplete and must not be imported. */
  diagnostics: Diagnostic[];
}

interface ReadOptions {
  /** Slugs of the labs that exist; null leaves them unchecked. */
  labs: ReadonlySet<string> | null;
  /** Facts of unchanged folders, which need not be read again. */
  known?: ReadonlyMap<string, TrainingFacts>;
  /** Unchanged lessons of other folders, by file. */
  lessons?: ReadonlyMap<string, LessonRecord>;
}

/** Reads the files of a curriculum as docs/authoring.md describes them. */
export async function readSources(tree: SourceTree, { labs, known, lessons }: ReadOptions): Promise<SourcesReading> {
  const diagnostics = new Diagnostics();
  const registry = new Registry(diagnostics, labs);
  const sharedFigures = await readSharedFigures({ tree, diagnostics });
  const highlight = await loadHighlight();
  const context = { tree, diagnostics, registry, sharedFigures, highlight, lessons: new LessonCache() };
  for (const lab of labs ?? [])
    for (const page of [`/lab/${lab}`, `/map/lab/${lab}`, `/map/lab/${lab}/detail`]) registry.page(page);

  const { folders: all, files } = tree.list('');
  const folders = all.filter((name) => name !== sharedFolder);
  if (folders.length === 0) diagnostics.for('.')(1, 'folder-empty', 'This folder contains no curriculum.');
  for (const name of files) {
    if (Object.values<string>(mapFiles).includes(name) || /^readme/i.test(name)) continue;
    diagnostics.for(name)(1, 'file-unknown', 'This file is not used.', 'warning');
  }
  const continents: Continent[] = [];
  const read = new Map<string, TrainingReading>();
  const trainings: string[] = [];
  for (const folder of folders) {
    const continent = await readContinent(folder, context);
    if (continent) continents.push(continent);
    for (const name of tree.list(folder).folders) {
      const path = `${folder}/${name}`;
      trainings.push(path);
      const facts = known?.get(path) ?? (await readFolderNow(path, continent?.slug ?? folder)).facts;
      replay(facts.calls, registry);
      for (const diagnostic of facts.diagnostics) diagnostics.add(diagnostic);
    }
  }
  const maps = await Promise.all(mapKinds.map((kind) => readMapFile(kind, registry, labs, context)));
  registry.checkReferences();
  return {
    continents,
    folders: trainings,
    read,
    maps: maps.flatMap((map) => map ?? []),
    media: registry.usedMedia,
    diagnostics: diagnostics.list(),
  };

  async function readFolderNow(folder: string, continent: string): Promise<TrainingReading> {
    const [own, recorder, cache] = [new Diagnostics(), new Recorder(), new LessonCache(lessons)];
    const ownContext = { ...context, diagnostics: own, registry: recorder, lessons: cache };
    const training = await readTraining(folder, continent, ownContext);
    const facts = { calls: recorder.calls, diagnostics: own.list() };
    const reading = { training: training ?? null, facts, lessons: cache.used };
    read.set(folder, reading);
    return reading;
  }
}

export interface ReadResult extends Pick<SourcesReading, 'maps' | 'media' | 'diagnostics'> {
  curriculum: Curriculum;
}

/** Reads the whole folder of a curriculum. */
export async function readCurriculum(root: string, labs: ReadonlySet<string> | null): Promise<ReadResult> {
  const { files, diagnostics } = await readFolder(root);
  const reading = await readSources(new SourceTree(files), { labs });
  const trainings = [...reading.read.values()].flatMap(({ training }) => training ?? []);
  const { continents, maps, media } = reading;
  return {
    curriculum: sortByMapOrder({ continents, trainings }, maps),
    maps,
    media,
    diagnostics: [...diagnostics, ...reading.diagnostics],
  };
}

/** A curriculum without its own map for courses or videos gets one at the import. */
async function readMapFile(
  kind: MapKind,
  registry: Registry,
  labs: ReadonlySet<string> | null,
  { tree, diagnostics }: ReadContext,
) {
  const file = mapFiles[kind];
  const text = await tree.readText(file, diagnostics.for(file));
  if (text === undefined) return undefined;
  const known = { trainings: registry.trainings, labs, incomplete: registry.isIncomplete };
  return readMap(kind, text, known, diagnostics.for(file));
}

async function readContinent(
  folder: string,
  { tree, diagnostics, registry }: ReadContext,
): Promise<Continent | undefined> {
  const file = `${folder}/continent.yaml`;
  const report = diagnostics.for(file);
  const source = await tree.readText(file, report);
  if (source === undefined) {
    report(1, 'file-missing', 'A continent needs a file continent.yaml with slug, name, colour and summary.');
    return undefined;
  }
  const head = readYaml(source, ContinentFile, report);
  if (!head) return undefined;
  registry.slug('continent', head.value.slug, { file, line: head.lineOf('slug') });
  for (const map of ['map', 'youtube']) registry.page(`/${map}/${head.value.slug}`);
  return { ...head.value, position: 0 };
}
