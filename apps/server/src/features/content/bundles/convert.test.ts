import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCurriculum } from '../source/read-curriculum.ts';
import { createTestFolder, type TestFolder } from '../testing.ts';
import { type BundleFiles, bytesFile, textFile } from './bundle.ts';
import type { Converted } from './convert.ts';
import { convertBundle } from './convert-bundle.ts';
import { writeFolder } from './write-folder.ts';

let folder: TestFolder;
beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(() => folder.remove());

const bundle = (files: Record<string, string | Uint8Array>): BundleFiles =>
  new Map(
    Object.entries(files).map(([path, data]) => [path, typeof data === 'string' ? textFile(data) : bytesFile(data)]),
  );

async function convert(files: Record<string, string | Uint8Array>): Promise<Converted> {
  const converted = await convertBundle(bundle(files), { name: 'Harbour CTF' });
  if ('refusal' in converted) throw new Error(converted.refusal.message);
  expect(converted.accounts.map(({ file }) => file).sort()).toEqual(Object.keys(files).sort());
  for (const { file, became } of converted.accounts)
    if (became === 'diagnosed') expect(converted.diagnostics.map((fault) => fault.file)).toContain(file);
  return converted;
}

/** What our own reader makes of it, which must have no error. */
async function read({ files }: Converted) {
  const root = join(folder.root, 'converted');
  await rm(root, { recursive: true, force: true });
  await writeFolder(files, root);
  const result = await readCurriculum(root, new Set());
  expect(files.size === 0 ? [] : result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result.curriculum;
}

const faultsOf = ({ diagnostics }: Converted): string[] =>
  diagnostics.map(({ file, line, code }) => `${file}:${line} ${code}`);

async function textsOf({ files }: Converted): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [path, file] of files) texts[path] = Buffer.from(await file.bytes()).toString();
  return texts;
}

const lantern = `name: "Lantern: lit"
author: Ada
category: Web
description: |
  # Find it

  A [map](../map.html) and ![a lamp](https://lamps.example.net/a.png).
  <script>alert(1)</script>
  Look at host:8080, ::lab{slug=x} and $$x$$.

  :::flag[Mine]{#mine points=1000 answer="x"}
  :::

  \`\`\`brainf
  +++
  \`\`\`
value: 150
type: dynamic
flags:
  - flag{"lit"}
  - { type: regex, content: "flag.*" }
  - { type: static, content: other }
hints:
  - { content: "Look *up*.", cost: 20 }
  - It is <bright>.
files: [lantern.txt, run.weird, gone.txt, "https://files.example.net/x"]
tags: [web, Easy]
topics: [light]
requirements: [Oil, Oli]
connection_info: nc harbour.example 1234
state: visible
`;
const oil = 'Name: Oil\ncategory: [Web, Misc]\ndescription: Buy it.\nvalue: "50"\nflag: flag{oil}\n';

const event = {
  'ctf/web/lantern/challenge.yml': lantern,
  'ctf/web/lantern/lantern.txt': 'light',
  'ctf/web/lantern/run.weird': 'odd',
  'ctf/web/oil/challenge.yaml': oil,
  'ctf/web/oil/Dockerfile': 'FROM scratch',
  'ctf/secret/challenge.yml':
    'name: Secret\ncategory: Crypto\ndescription: Later.\nvalue: 10\nflags:\n- flag{s}\nstate: hidden\n',
};

describe('ctfcli', () => {
  it('becomes a training with a lesson for each challenge, and a hidden one', async () => {
    const converted = await convert(event);
    const { trainings } = await read(converted);
    expect(trainings.map(({ slug, hidden, tags }) => ({ slug, hidden, tags }))).toEqual([
      { slug: 'harbour-ctf', hidden: false, tags: ['easy', 'web'] },
      { slug: 'harbour-ctf-hidden', hidden: true, tags: [] },
    ]);
    const lessons = trainings[0]?.chapters.flatMap(({ subchapters }) => subchapters) ?? [];
    expect(lessons.map(({ name }) => name)).toEqual(['Oil', 'Lantern: lit']);
    expect(lessons[1]?.modules.map(({ kind }) => kind)).toEqual(['text', 'file', 'file', 'text', 'flag', 'text']);
    expect(lessons[1]?.modules[4]?.flag).toEqual({ name: 'Lantern: lit', points: 150, answer: 'flag{"lit"}' });
  });

  it('says with file and line what was left out or taken otherwise', async () => {
    const file = 'ctf/web/lantern/challenge.yml';
    expect(faultsOf(await convert(event))).toEqual([
      'ctf/web/lantern/challenge.yml:7 image-left-out',
      `${file}:7 link-left-out`,
      `${file}:8 html-left-out`,
      `${file}:14 code-language`,
      `${file}:18 points-dynamic`,
      `${file}:21 flag-regex`,
      `${file}:22 flag-other`,
      `${file}:24 hint-cost`,
      `${file}:25 html-left-out`,
      `${file}:26 file-missing`,
      `${file}:26 file-remote`,
      `${file}:29 requirement-unknown`,
      `${file}:30 lab-needed`,
      'ctf/web/oil/Dockerfile:1 file-unused',
      'ctf/web/oil/challenge.yaml:1 key-spelling',
      'ctf/web/oil/challenge.yaml:2 value-shape',
      'ctf/web/oil/challenge.yaml:5 key-spelling',
      'ctf/web/oil/challenge.yaml:5 value-shape',
    ]);
  });

  it('gives the same bytes for the same bundle, and the same ids when other things change', async () => {
    const texts = await textsOf(await convert(event));
    expect(await textsOf(await convert(Object.fromEntries(Object.entries(event).reverse())))).toEqual(texts);
    const renamed = await convert({ ...event, 'ctf/web/oil/challenge.yaml': oil.replace('Oil', 'Whale oil') });
    const ids = async (converted: Converted) =>
      (await read(converted)).trainings[0]?.chapters
        .flatMap((chapter) => chapter.subchapters.map(({ uid }) => uid))
        .sort();
    expect(await ids(renamed)).toEqual(await ids(await convert(event)));
  });

  it.each<[string, string, string[]]>([
    ['broken YAML', 'name: "a\ncategory: x\n', ['3 yaml-syntax']],
    ['a template', 'name: {{ name }} lit\n', ['1 yaml-template']],
    ['a tab', 'name: a\ndescription:\n\t- a\n', ['3 yaml-tab']],
    ['an empty file', '', ['1 yaml-empty']],
    ['a list', '- a\n- b\n', ['1 yaml-shape']],
    ['nothing of a challenge', 'version: 1\n', ['1 value-missing']],
    [
      'aliases',
      'name: &a A\ncategory: *a\ndescription: x\nvalue: 1\nflags: [x]\n',
      ['2 value-missing', '2 yaml-alias'],
    ],
    [
      'two documents',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\n---\nname: B\ncategory: x\ndescription: x\nvalue: 1\nflags: [y]\n',
      ['7 yaml-documents'],
    ],
    ['a slip', 'name: A\ncategory: x\ndescripton: x\nvalue: 1\nflags: [x]\n', ['1 value-missing', '3 key-unknown']],
    [
      'a flag of another type',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [{type: statc, content: x}]\n',
      ['5 flag-missing', '5 flag-type'],
    ],
  ])('%s does not stop the rest', async (_, text, faults) => {
    const converted = await convert({ 'a/challenge.yml': text, 'b/challenge.yml': oil });
    const own = converted.diagnostics.filter(({ file }) => file.startsWith('a/'));
    expect(own.map(({ line, code }) => `${line} ${code}`)).toEqual(faults);
    expect(Object.values(await textsOf(converted)).join('')).toContain('flag{oil}');
    await read(converted);
  });
});

const dojo = {
  'dojo.yml':
    'id: harbour\nname: The harbour\nmodules:\n  - id: knots\n  - gone\n  - { id: other, import: { dojo: x } }\n',
  'DESCRIPTION.md': '# Welcome\n\nCome in.\n',
  'knots/module.yml':
    'name: Knots\nchallenges:\n- id: bowline\n  name: Bowline\n- id: empty\nresources:\n- { name: Film, type: lecture, video: aBcDeFgHiJ_, slides: x }\n- { name: Read, type: markdown, content: "- [a](https://a.example.org)" }\n',
  'knots/DESCRIPTION.md': 'Ropes.\n',
  'knots/bowline/DESCRIPTION.md': 'Tie it[^1].\n\n[^1]: Twice. See [here](/welcome).\n',
  'knots/bowline/run': '#!/bin/sh\n',
  'spare/module.yml': 'name: Spare\n',
};

describe('a dojo', () => {
  it('becomes a training with a chapter for each module', async () => {
    const converted = await convert(dojo);
    const { trainings } = await read(converted);
    const [chapter] = trainings[0]?.chapters ?? [];
    expect(trainings[0]).toMatchObject({ slug: 'harbour', name: 'The harbour' });
    expect(chapter?.subchapters.map(({ name, modules }) => [name, modules.map(({ kind }) => kind)])).toEqual([
      ['About Knots', ['text', 'youtube', 'text']],
      ['Bowline', ['text']],
      ['empty', ['text']],
    ]);
    expect(faultsOf(converted)).toEqual([
      'dojo.yml:5 module-missing',
      'dojo.yml:6 import-left-out',
      'knots/bowline/DESCRIPTION.md:1 lab-needed',
      'knots/bowline/DESCRIPTION.md:3 link-left-out',
      'knots/bowline/run:1 file-unused',
      'knots/module.yml:5 lab-needed',
      'knots/module.yml:5 value-missing',
      'knots/module.yml:5 value-missing',
      'knots/module.yml:7 slides-left-out',
      'spare/module.yml:1 file-unused',
    ]);
  });
});

it('a text that is nothing but a footnote stands as it is', async () => {
  const converted = await convert({ ...dojo, 'knots/bowline/DESCRIPTION.md': '[^1]: Twice.\n' });
  await read(converted);
  expect(faultsOf(converted)).toContain('knots/bowline/DESCRIPTION.md:1 markdown-kept');
});

describe('whatever is changed', () => {
  const pieces = [
    '\n',
    ':::',
    '::file[x]{src=a}',
    '# ',
    '`',
    '```dot\n',
    '$$',
    '<',
    '</details>',
    '<!--',
    '[^1]',
    '[a](#b)',
    '![',
    '>',
    '\t',
    '|',
    '---\n',
    ': ',
    '{{',
    '- ',
    '"',
    '\\',
    '&',
    '*',
    '\0',
    '\u202e',
  ];
  const change = fc.record({
    at: fc.nat(2_000),
    drop: fc.nat(12),
    put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })),
  });
  const changed = (text: string, changes: { at: number; drop: number; put: string }[]): string =>
    changes.reduce((now, { at, drop, put }) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + put + now.slice(place + drop);
    }, text);

  it.each<[string, Record<string, string>, string]>([
    ['a challenge', event, 'ctf/web/lantern/challenge.yml'],
    ['a description', dojo, 'knots/bowline/DESCRIPTION.md'],
    ['a module', dojo, 'knots/module.yml'],
  ])('%s converts into what our reader takes', async (_, files, file) => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        await read(await convert({ ...files, [file]: changed(files[file] ?? '', changes) }));
      }),
      { numRuns: 12 },
    );
  });
});
