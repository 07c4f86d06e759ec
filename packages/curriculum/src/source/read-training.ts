import { posix } from 'node:path';
import { newCourseTexts } from '@hexpedition/contract/placeholders';
import type { Report } from '../diagnostics.ts';
import { readDocument } from '../markdown/document.ts';
import { mediaFolders } from '../media/media-types.ts';
import { readableContent } from './content-hash.ts';
import { TestOutFile, TrainingFile } from './curriculum-schemas.ts';
import type { Chapter, TestOut, Training } from './curriculum-types.ts';
import { readFigures } from './figures.ts';
import { splitFrontMatter } from './front-matter.ts';
import { readModules } from './modules/read-modules.ts';
import { numberedSlug, readChapter, type TrainingScope } from './read-chapter.ts';
import type { ReadContext } from './read-context.ts';
import { readYaml, type YamlFile } from './read-yaml.ts';
import { readMediaFolders } from './training-media.ts';

const testOutFile = 'test-out.md';

/** Reads the test of a training; null when it is missing, or broken, which is reported. */
async function readTestOut(
  folder: string,
  { slug, drawings, usedFiles }: TrainingScope,
  { tree, diagnostics, registry, highlight }: ReadContext,
): Promise<TestOut | null> {
  const file = posix.join(folder, testOutFile);
  const report = diagnostics.for(file);
  const source = await tree.readText(file, report);
  if (source === undefined) return null;
  if (slug) registry.page(`/courses/${slug}/test-out`);
  const split = splitFrontMatter(source, (line, code) =>
    report(line, code, 'A test must begin with a line of ---, then id, name and summary, then --- again.'),
  );
  const head = split && readYaml(split.head, TestOutFile, report, 2);
  const document = await readDocument(split?.body ?? source, { report, highlight, drawings });
  // Must run before the modules are read, because rendering modifies the tree.
  readableContent(document.root, (src) => {
    usedFiles.add(src);
    return '';
  });
  const noMedia = new Map<string, never>();
  const modules = readModules(document.root, {
    document,
    report,
    labs: [],
    media: noMedia,
    served: [],
    blocks: [],
    ownerUid: head?.value.id ?? '',
  });
  for (const link of document.pageLinks) registry.link({ ...link, file });
  for (const { kind } of modules) {
    if (kind !== 'text' && kind !== 'quiz')
      report(1, 'test-module', `A test can contain only texts and quizzes, no ${kind}.`);
  }
  const quizzes = modules.filter(({ kind }) => kind === 'quiz');
  if (split && quizzes.length === 0) report(1, 'test-empty', 'This test has no question: add a :::quiz.');
  if (!head) return null;
  registry.id(head.value.id, { file, line: head.lineOf('id') });
  const { id: uid, ...rest } = head.value;
  return {
    uid,
    ...rest,
    modules: modules.map(({ kind, id, data }) => ({ kind, id, ...data })),
    // Explanations are not stored: a test never shows them.
    secrets: Object.fromEntries(quizzes.map(({ id, secret }) => [id, { right: secret.right }])),
  };
}

/** Reads `<training>/`: its YAML file, drawings and chapters. Problems in one do not hide those of the others. */
export async function readTraining(
  folder: string,
  continent: string,
  context: ReadContext,
): Promise<Training | undefined> {
  const file = posix.join(folder, 'training.yaml');
  const report = context.diagnostics.for(file);
  const source = await context.tree.readText(file, report);
  if (source === undefined)
    report(1, 'file-missing', 'A course needs a file training.yaml with id, slug, name and more.');
  const head = source === undefined ? undefined : readYaml(source, TrainingFile, report);
  if (head) register(head, file, continent, context);
  else context.registry.markIncomplete();
  if (head) reportPlaceholders(head, report);
  // Before the lessons, so that a lesson that takes too long is still the file that was read last.
  const description_html =
    head && (await renderDescription(head.value.description, file, head.lineOf('description'), context));

  const ownFigures = await readFigures(folder, context);
  const scope: TrainingScope = {
    slug: head?.value.slug,
    drawings: new Map([...context.sharedFigures, ...ownFigures]),
    media: await readMediaFolders(folder, context),
    usedFiles: new Set(),
  };
  const chapters = await readChapters(folder, scope, context);
  const test_out = await readTestOut(folder, scope, context);
  if (chapters.length === 0) report(1, 'training-empty', 'This course has no chapter yet.', 'warning');
  for (const [path, code, message] of [
    ...[...ownFigures.keys()].map((path) => [path, 'figure-unused', 'No lesson shows this drawing.'] as const),
    ...[...scope.media.keys()].map((path) => [path, 'media-unused', 'No lesson uses this file.'] as const),
  ]) {
    if (!scope.usedFiles.has(path)) context.diagnostics.for(posix.join(folder, path))(1, code, message, 'warning');
  }
  if (!head) return undefined;
  const { id, description: _, ...rest } = head.value;
  return { ...rest, uid: id, continent, description_html: description_html ?? '', position: 0, chapters, test_out };
}

/** Warns about the texts of a new course that learners see. */
function reportPlaceholders({ value, lineOf }: YamlFile<TrainingFile>, report: Report): void {
  if (value.hidden) return;
  if (value.summary === newCourseTexts.summary)
    report(lineOf('summary'), 'placeholder', 'Write a summary of the course: one sentence for the map.', 'warning');
  if (value.description === newCourseTexts.description)
    report(lineOf('description'), 'placeholder', 'Describe the course: skills and required knowledge.', 'warning');
}

function register(
  { value, lineOf }: YamlFile<TrainingFile>,
  file: string,
  continent: string,
  { registry }: ReadContext,
): void {
  const { id, slug, kind, hidden, recommended_next, requires } = value;
  const map = kind === 'video' ? 'youtube' : 'map';
  registry.id(id, { file, line: lineOf('id') });
  registry.slug('training', slug, { file, line: lineOf('slug') });
  registry.training({ slug, continent, kind, hidden });
  for (const page of [`/courses/${slug}`, `/${map}/${continent}/${slug}`, `/${map}/${continent}/${slug}/detail`])
    registry.page(page);
  registry.require(slug, requires, { file, line: lineOf('requires') });
  for (const next of recommended_next) registry.recommend(next, { file, line: lineOf('recommended_next') });
}

/** The text of `description: |` begins on the line after its key. */
async function renderDescription(source: string, file: string, keyLine: number, context: ReadContext): Promise<string> {
  const report = context.diagnostics.for(file);
  const document = await readDocument(source, {
    highlight: context.highlight,
    drawings: new Map(),
    report: (line, code, message, severity) => report(keyLine + line, code, message, severity),
  });
  for (const { path, line } of document.pageLinks) context.registry.link({ path, line: keyLine + line, file });
  return document.block(document.root.children, 'description').html;
}

async function readChapters(folder: string, scope: TrainingScope, context: ReadContext): Promise<Chapter[]> {
  const { folders, files } = context.tree.list(folder);
  for (const name of files) {
    if (name === 'training.yaml' || name === testOutFile) continue;
    context.diagnostics.for(posix.join(folder, name))(1, 'file-unknown', 'This file is not used.', 'warning');
  }
  const chapters: Chapter[] = [];
  const numbers = new Map<number, string>();
  for (const name of folders) {
    if (['figures', ...mediaFolders].includes(name)) continue;
    const path = posix.join(folder, name);
    const slug = numberedSlug(name, path, numbers, context);
    if (slug === 'test-out')
      context.diagnostics.for(path)(1, 'slug-reserved', 'test-out is the slug of the test; choose another slug.');
    const chapter = slug && (await readChapter(path, slug, chapters.length, scope, context));
    if (chapter) chapters.push(chapter);
  }
  return chapters;
}
