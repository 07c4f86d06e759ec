import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drills } from '@hexpedition/drills';
import { expect, it } from 'vitest';
import { projectRoot } from './import-graph.ts';

/** Checks that the documentation mentions only existing files and correct counts. */

const readmes = ['README.md', 'apps/web/README.md', 'labs/README.md', 'packages/paddle-sandbox/README.md'];
const pages = ['CONTRIBUTING.md', ...readmes].concat(
  readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

it.each(pages)('%s mentions only existing files', (page) => {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  const links = [...text.matchAll(/\]\(([\w.-][\w./-]*)(?=[)#])/g)].map((match) => join(dirname(page), match[1] ?? ''));
  // Paths from the project root in code spans; `<name>` and `*` are placeholders.
  const named = [
    ...text.matchAll(/`((?:apps|packages|architecture|curriculum|docs|e2e|labs|scripts)\/[\w./-]+)`/g),
  ].map((match) => match[1] ?? '');
  const missing = [...links, ...named].filter((path) => !existsSync(join(projectRoot, path)));
  expect(missing).toEqual([]);
});

it('the README has the correct numbers of courses, labs and drills', () => {
  const count = (folder: string, file: RegExp) =>
    readdirSync(join(projectRoot, folder), { recursive: true }).filter((name) => file.test(String(name))).length;
  const text = readFileSync(join(projectRoot, 'README.md'), 'utf8').replaceAll('\n', ' ');
  const [, ...said] =
    /(\d+) courses with (\d+) lessons on (\d+) continents.* (\d+) drills,.* (\d+) labs,/.exec(text) ?? [];
  expect(said.map(Number)).toEqual([
    count('curriculum', /training\.yaml$/),
    count('curriculum', /\/\d+-[^/]+\/\d+-[^/]+\.md$/),
    count('curriculum', /continent\.yaml$/),
    drills.size,
    count('labs', /lab\.yaml$/),
  ]);
});

it('docs/drills.md lists every drill with the format of its answer', () => {
  const text = readFileSync(join(projectRoot, 'docs/drills.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([\w-]+)` \|.*\| (.+) \|$/gm)].map(([, name, form]) => `${name}: ${form}`);
  expect(listed.sort()).toEqual([...drills].map(([name, { form }]) => `${name}: ${form}`).sort());
});
