import { posix } from 'node:path';
import { Diagnostics } from '../diagnostics.ts';
import { splitNumber } from './curriculum-folder.ts';
import { Recorder, replay } from './curriculum-registry.ts';
import { ChapterFile, slug as slugSchema } from './curriculum-schemas.ts';
import type { Chapter, Subchapter } from './curriculum-types.ts';
import type { Figure } from './figures.ts';
import type { LessonRecord } from './lesson-cache.ts';
import type { ReadContext } from './read-context.ts';
import { readYaml } from './read-yaml.ts';
import { readSubchapterFile } from './subchapter-file.ts';
import type { TrainingMedia } from './training-media.ts';

/** The parts of a training that its chapters need. */
export interface TrainingScope {
  /** Slug of the training; undefined when its file is broken. */
  slug: string | undefined;
  drawings: ReadonlyMap<string, Figure>;
  media: TrainingMedia;
  /** Paths of the drawings and media that a lesson shows. */
  usedFiles: Set<string>;
}

/** Reads `<NN-chapter>/`: its YAML file, then each of its lessons. */
export async function readChapter(
  folder: string,
  slug: string,
  position: number,
  scope: TrainingScope,
  context: ReadContext,
): Promise<Chapter | undefined> {
  const file = posix.join(folder, 'chapter.yaml');
  const report = context.diagnostics.for(file);
  const source = await context.tree.readText(file, report);
  if (source === undefined) report(1, 'file-missing', 'A chapter needs a file chapter.yaml with id and name.');
  const head = source === undefined ? undefined : readYaml(source, ChapterFile, report);
  if (head) context.registry.id(head.value.id, { file, line: head.lineOf('id') });
  context.registry.slug(`chapter of ${scope.slug ?? folder}`, slug, { file, line: 1 });
  if (scope.slug) context.registry.page(`/courses/${scope.slug}/${slug}`);

  const subchapters = await readSubchapters(folder, slug, scope, context);
  if (subchapters.length === 0) report(1, 'chapter-empty', 'This chapter has no lesson yet.', 'warning');
  return head && { uid: head.value.id, slug, name: head.value.name, position, subchapters };
}

async function readSubchapters(
  folder: string,
  chapterSlug: string,
  scope: TrainingScope,
  context: ReadContext,
): Promise<Subchapter[]> {
  const { files, folders } = context.tree.list(folder);
  for (const name of folders) {
    context.diagnostics.for(posix.join(folder, name))(
      1,
      'folder-unknown',
      'A chapter must not contain folders.',
      'warning',
    );
  }
  const subchapters: Subchapter[] = [];
  const numbers = new Map<number, string>();
  for (const name of files) {
    if (name === 'chapter.yaml') continue;
    const file = posix.join(folder, name);
    const numbered = name.endsWith('.md') ? numberedSlug(name.slice(0, -3), file, numbers, context) : undefined;
    if (!numbered) {
      if (!name.endsWith('.md')) context.diagnostics.for(file)(1, 'file-unknown', 'This file is not used.', 'warning');
      continue;
    }
    context.registry.slug('subchapter', numbered, { file, line: 1 });
    if (scope.slug) context.registry.page(`/courses/${scope.slug}/${chapterSlug}/${numbered}`);
    const { lesson, files, calls, diagnostics } = await context.lessons.read(file, () =>
      readLessonFile(file, numbered, scope, context),
    );
    for (const path of files) scope.usedFiles.add(path);
    replay(calls, context.registry);
    for (const diagnostic of diagnostics) context.diagnostics.add(diagnostic);
    if (lesson) subchapters.push({ ...lesson, position: subchapters.length });
  }
  return subchapters;
}

/** Reads one lesson. The result depends only on its file, and on the drawings and media that lessons can use. */
async function readLessonFile(
  file: string,
  slug: string,
  { drawings, media }: TrainingScope,
  { tree, highlight }: ReadContext,
): Promise<LessonRecord> {
  const [diagnostics, registry] = [new Diagnostics(), new Recorder()];
  const report = diagnostics.for(file);
  const source = (await tree.readText(file, report)) ?? '';
  const { head, ...read } = await readSubchapterFile(source, { report, highlight, drawings, media });
  for (const { cues: _, ...media } of read.served) registry.media(media, { file, line: 1 });
  for (const { slug, line } of read.labs) registry.lab(slug, { file, line });
  if (head) registry.id(head.uid, { file, line: read.idLine });
  for (const link of head ? read.pageLinks : []) registry.link({ ...link, file });
  return {
    lesson: head ? { ...head, slug, position: 0, ...read.body } : null,
    files: read.files,
    calls: registry.calls,
    diagnostics: diagnostics.list(),
  };
}

/** Returns the slug in `NN-slug`; reports names of another form and duplicate numbers. */
export function numberedSlug(
  name: string,
  path: string,
  numbers: Map<number, string>,
  { diagnostics }: ReadContext,
): string | undefined {
  const report = diagnostics.for(path);
  const split = splitNumber(name);
  if (!split) {
    report(1, 'name-number', `"${name}" must begin with a number, as in 01-${name}.`);
    return undefined;
  }
  const checked = slugSchema.safeParse(split.rest);
  if (!checked.success) report(1, 'slug-format', checked.error.issues[0]?.message ?? 'The slug is not well formed.');
  const other = numbers.get(split.number);
  if (other) report(1, 'name-order', `${other} has the same number.`);
  numbers.set(split.number, name);
  return checked.success ? split.rest : undefined;
}
