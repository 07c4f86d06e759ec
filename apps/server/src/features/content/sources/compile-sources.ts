import { createHash } from 'node:crypto';
import { mediaFolders } from '@hexpedition/curriculum/media/media-types';
import type { Training } from '@hexpedition/curriculum/source/curriculum-types';
import { sharedFolder } from '@hexpedition/curriculum/source/figures';
import type { SourcesReading, TrainingFacts } from '@hexpedition/curriculum/source/read-curriculum';
import { type IncomingFile, textLimit } from '@hexpedition/curriculum/source/source-tree';
import type { Db, Tx } from '#platform/db/db';
import { readLessonRecords } from './lesson-records.read-model.ts';
import { rendererVersion } from './renderer-version.ts';
import type { PackedFile, SourceReader } from './source-reader.ts';
import { type LiveFile, packStored, readCompiledFacts, readCompiledTrainings } from './sources.read-model.ts';

export interface CompiledSources {
  reading: SourcesReading;
  /** Fingerprint of everything that the reading of a folder depends on, by folder. */
  fingerprints: ReadonlyMap<string, string>;
  /** Same for each lesson, by file. */
  lessonFingerprints: ReadonlyMap<string, string>;
}

interface CompileOptions {
  reader: SourceReader;
  labs: ReadonlySet<string> | null;
  /** Selects trainings that are read again even if a compiled version exists; default none. */
  isFresh?: (folder: string) => boolean;
}

type Files = ReadonlyMap<string, LiveFile | IncomingFile>;

/** Reads the sources. For unchanged trainings it uses the stored facts of the last compilation. */
export async function compileSources(
  db: Db,
  files: Files,
  { reader, labs, isFresh = () => false }: CompileOptions,
): Promise<CompiledSources> {
  const fingerprints = fingerprintsOf(files);
  const known = new Map<string, TrainingFacts>();
  for (const { folder, fingerprint, facts } of await readCompiledFacts(db)) {
    // Written by `storeCompiled`.
    const trainingFacts = facts as unknown as TrainingFacts;
    if (fingerprints.get(folder) === fingerprint && !isFresh(folder) && isMediaCurrent(trainingFacts, files))
      known.set(folder, trainingFacts);
  }
  const lessonFingerprints = fingerprintLessons(files);
  const changed = [...fingerprints.keys()].filter((folder) => !known.has(folder));
  const lessons = await readLessonRecords(
    db,
    changed.filter((folder) => !isFresh(folder)),
    lessonFingerprints,
  );
  const packed = await packFiles(db, files, (path) => !known.has(folderOf(path)) && !lessons.has(path));
  return { reading: await reader.read({ files: packed, known, lessons, labs }), fingerprints, lessonFingerprints };
}

/**
 * Returns the trainings of a reading, in the order of their folders; undefined if another change has replaced a stored
 * compilation in the meantime.
 */
export async function trainingsOf(tx: Tx, { reading, fingerprints }: CompiledSources): Promise<Training[] | undefined> {
  const missing = reading.folders.filter((folder) => !reading.read.has(folder));
  const stored = new Map<string, Training>();
  for (const { folder, fingerprint, training } of await readCompiledTrainings(tx, missing)) {
    // Written by `storeCompiled`.
    if (fingerprint === fingerprints.get(folder)) stored.set(folder, training as unknown as Training);
  }
  if (missing.some((folder) => !stored.has(folder))) return undefined;
  return reading.folders.flatMap((folder) => stored.get(folder) ?? reading.read.get(folder)?.training ?? []);
}

/**
 * Returns whether the files that the lessons use are still the same. The fingerprint covers those of the training's
 * folder, but not those that all trainings share.
 */
const isMediaCurrent = ({ calls }: TrainingFacts, files: Files): boolean =>
  calls.every((call) => call[0] !== 'media' || files.get(call[1][0].path)?.hash === call[1][0].hash);

/** Returns `<continent>/<training>` of a path below it. */
export const folderOf = (path: string): string => path.split('/', 2).join('/');

function fingerprintsOf(files: Files): Map<string, string> {
  const inside = new Map<string, [string, string][]>();
  for (const path of [...files.keys()].sort()) {
    const folder = folderOf(path);
    if (path.split('/').length < 3) continue;
    const list = inside.get(folder) ?? [];
    inside.set(folder, list);
    list.push([path, files.get(path)?.hash ?? '']);
  }
  const fingerprints = new Map<string, string>();
  for (const [folder, list] of inside) {
    const continent = files.get(`${folder.split('/')[0]}/continent.yaml`)?.hash;
    fingerprints.set(folder, hashOf([rendererVersion, continent, list]));
  }
  return fingerprints;
}

/** Returns the fingerprint of everything that the reading of a lesson depends on, by file. */
function fingerprintLessons(files: Files): Map<string, string> {
  const media = new Map<string, [string, string][]>();
  const lessons: string[] = [];
  for (const path of [...files.keys()].sort()) {
    const [top = '', training = '', folder = '', ...rest] = path.split('/');
    const isShared = top === sharedFolder;
    if (!isShared && rest.length > 0 && path.endsWith('.md')) lessons.push(path);
    else if (isShared || ['figures', ...mediaFolders].includes(folder)) {
      const owner = isShared ? sharedFolder : `${top}/${training}`;
      media.set(owner, [...(media.get(owner) ?? []), [path, files.get(path)?.hash ?? '']]);
    }
  }
  const shared = media.get(sharedFolder);
  const mediaHashes = new Map<string, string>();
  return new Map(
    lessons.map((path) => {
      const folder = folderOf(path);
      const mediaHash = mediaHashes.get(folder) ?? hashOf([media.get(folder), shared]);
      mediaHashes.set(folder, mediaHash);
      return [path, hashOf([rendererVersion, files.get(path)?.hash, mediaHash])];
    }),
  );
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Converts files to plain data. @param isWanted whether the contents of a path are needed */
export async function packFiles(db: Db, files: Files, isWanted: (path: string) => boolean): Promise<PackedFile[]> {
  const packed: PackedFile[] = [];
  const stored: LiveFile[] = [];
  for (const [path, file] of files) {
    const { hash, size } = file;
    if (!isWanted(path)) packed.push({ path, hash, size });
    else if ('pk' in file) stored.push({ ...file, path });
    else
      packed.push({
        path,
        hash,
        size,
        head: await file.head(),
        text: size > textLimit ? undefined : await file.text(),
      });
  }
  return [...packed, ...(await packStored(db, stored))];
}
