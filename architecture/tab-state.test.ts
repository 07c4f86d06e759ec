import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, projectRoot, sourceFiles } from './import-graph.ts';

/*
 * The tests of the web share their modules, because loading them for each file takes longer than the tests. So a module
 * with state must register how to reset it, and a test must not replace a module.
 */

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const files = sourceFiles('apps/web/src');

/** Programs of their own, which no test imports. */
const isProgram = (file: string) => /\/(?:lib\/start-up-script|offline\/service-worker|.*\.worker)\.ts$/.test(file);

/**
 * Lists the variables with which a module keeps state: `let`, and collections that the module changes. A WeakMap does
 * not count, because its entries end with their keys.
 */
function stateIn(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name = '']) => name);
  const collections = [
    ...text.matchAll(/^(?:export )?const (\w+)(?:: [^=]+)? = (?:new (?:Map|Set)\b|[[{]).*$/gm),
  ].flatMap(([, name = '']) => (changes(text, name) ? [name] : []));
  return [...variables, ...collections];
}

const changes = (text: string, name: string) =>
  new RegExp(
    [
      `\\b${name}\\.(?:add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)\\(`,
      `^\\s*${name}(?:\\.\\w+|\\[[^\\]]+\\])+ (?:\\?\\?|\\|\\||[-+])?= `,
      `\\bdelete ${name}\\b`,
      `\\bObject\\.assign\\(${name}\\b`,
    ].join('|'),
    'm',
  ).test(text);

/** Lists the variables of a module that no `onTabReset` mentions. */
function missingResets(text: string): string[] {
  const resets = [...text.matchAll(/^onTabReset\((?:.*\);$|[\s\S]*?^\}\);$)/gm)].join('\n');
  return stateIn(text).filter((name) => !new RegExp(`\\b${name}\\b`).test(resets));
}

describe('state of the web’s modules', () => {
  const modules = files.filter((file) => !isTest(file) && !isProgram(file) && !file.endsWith('/tab-state.ts'));

  it('is found in the sources', () => {
    expect(modules.flatMap((file) => stateIn(read(file))).length).toBeGreaterThan(15);
  });

  it('is reset by `onTabReset`', () => {
    expect(
      modules.flatMap((file) =>
        missingResets(read(file)).map(
          (name) => `${file} keeps \`${name}\`. Reset it with onTabReset (lib/tab-state.ts).`,
        ),
      ),
    ).toEqual([]);
  });
});

it('tests of the web replace no module', () => {
  const replacing = files.filter(
    (file) => isTest(file) && /\bvi\.(?:do)?[mM]ock\(|\bvi\.resetModules\(/.test(read(file)),
  );
  expect(replacing.map((file) => `${file} replaces a module for all files. Use vi.spyOn on its namespace.`)).toEqual(
    [],
  );
});

describe('detection of state', () => {
  it.each([
    ['let last = 0;', ['last']],
    ['export let open = false;', ['open']],
    ['const known = new Map<string, number>();\nknown.set(a, 1);', ['known']],
    ['const entries: Entry[] = [];\nexport const add = (one: Entry) => entries.push(one);', ['entries']],
    ['const counts: Record<string, number> = {};\n  counts[name] = 1;', ['counts']],
    ['let a = 0;\nlet b = 0;\nonTabReset(() => {\n  a = 0;\n});', ['b']],
  ])('finds it in %j', (text, names) => expect(missingResets(text)).toEqual(names));

  it.each([
    "const names = new Set<string>(['a']);\nnames.has(b);",
    'const none: readonly Entry[] = [];',
    'const sheets = new WeakMap<Document, Sheet>();\nsheets.set(root, sheet);',
    '  let inside = 0;',
    'let last = 0;\nonTabReset(() => {\n  last = 0;\n});',
  ])('finds none in %j', (text) => expect(missingResets(text)).toEqual([]));
});
