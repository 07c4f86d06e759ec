import { posix } from 'node:path';
import { readDocument } from '../markdown/document.ts';
import { readableContent } from './content-hash.ts';
import { TestOutFile } from './curriculum-schemas.ts';
import type { TestOut } from './curriculum-types.ts';
import { splitFrontMatter } from './front-matter.ts';
import { readModules } from './modules/read-modules.ts';
import type { TrainingScope } from './read-chapter.ts';
import type { ReadContext } from './read-context.ts';
import { readYaml } from './read-yaml.ts';

export const testOutFile = 'test-out.md';

/** Reads the test of a training; null when it is missing, or broken, which is reported. */
export async function readTestOut(
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
