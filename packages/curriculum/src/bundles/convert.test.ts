import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCurriculum } from '../source/read-curriculum.ts';
import { cpuTime } from '../testing/cpu-time.ts';
import { createTestFolder, type TestFolder } from '../testing/curriculum-files.ts';
import { type BundleFiles, bytesFile, textFile } from './bundle-files.ts';
import type { ConvertedBundle } from './conversion.ts';
import { convertBundle } from './convert-bundle.ts';
import { indentQuotes } from './indent-quotes.ts';
import { readSourceYaml } from './source-yaml.ts';
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

async function convert(files: Record<string, string | Uint8Array>): Promise<ConvertedBundle> {
  const converted = await convertBundle(bundle(files), { name: 'Harbour CTF' });
  if ('rejection' in converted) throw new Error(converted.rejection.message);
  expect(converted.outcomes.map(({ file }) => file).sort()).toEqual(Object.keys(files).sort());
  // A diagnostic names the file, or a folder that contains it.
  for (const { file, outcome } of converted.outcomes)
    if (outcome === 'diagnosed')
      expect(
        converted.diagnostics.filter(
          (one) => one.file === file || (one.file.endsWith('/') && file.startsWith(one.file)),
        ),
      ).not.toEqual([]);
  return converted;
}

/** Reads the converted files with our own reader, which must report no error. */
async function read({ files }: ConvertedBundle) {
  const root = join(folder.root, 'converted');
  await rm(root, { recursive: true, force: true });
  await writeFolder(files, root);
  const result = await readCurriculum(root, new Set());
  expect(files.size === 0 ? [] : result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result.curriculum;
}

const problemsOf = ({ diagnostics }: ConvertedBundle): string[] =>
  diagnostics.map(({ file, line, code }) => `${file}:${line} ${code}`);

async function textsOf({ files }: ConvertedBundle): Promise<Record<string, string>> {
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
  it('becomes a training with a lesson for each challenge, and a hidden training for hidden ones', async () => {
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

  it('reports omissions and changes with file and line', async () => {
    const file = 'ctf/web/lantern/challenge.yml';
    expect(problemsOf(await convert(event))).toEqual([
      'ctf/secret/challenge.yml:7 state-hidden',
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
      `${file}:28 topics-left-out`,
      `${file}:29 requirement-open`,
      `${file}:29 requirement-unknown`,
      `${file}:30 lab-needed`,
      'ctf/web/oil/Dockerfile:1 file-unused',
      'ctf/web/oil/challenge.yaml:1 key-spelling',
      'ctf/web/oil/challenge.yaml:2 value-shape',
    ]);
  });

  it('gives the same bytes for the same bundle, and stable ids when other challenges change', async () => {
    const texts = await textsOf(await convert(event));
    expect(await textsOf(await convert(Object.fromEntries(Object.entries(event).reverse())))).toEqual(texts);
    const renamed = await convert({ ...event, 'ctf/web/oil/challenge.yaml': oil.replace('Oil', 'Whale oil') });
    const ids = async (converted: ConvertedBundle) =>
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
    ['no fields of a challenge', 'version: 1\n', ['1 value-missing']],
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
    [
      'a misspelled field',
      'name: A\ncategory: x\ndescripton: x\nvalue: 1\nflags: [x]\n',
      ['1 value-missing', '3 key-unknown'],
    ],
    [
      'numbers for texts',
      'name: 007\ncategory: 1\ndescription: true\nvalue: "50"\nflags: [12345678901234567890]\n',
      [],
    ],
    [
      'lines of old machines',
      'name: A\rcategory: x\rdescription: x\rvalue: fifty\rflags: [x]\r',
      ['4 value-missing', '4 value-shape'],
    ],
    [
      'a template in a text',
      'name: A\ncategory: x\ndescription: |\n  Go.\n  To {{ host }}.\nvalue: 1\nflags: [x]\n',
      ['5 text-template'],
    ],
    [
      'a flag that is too long',
      `name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: ["flag{${'x'.repeat(495)}}"]\n`,
      ['5 flag-length', '5 flag-missing'],
    ],
    [
      'fields of a plugin',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\ntype: kubectf\nextra: { template_name: x }\n',
      ['6 challenge-type'],
    ],
    ['files only', 'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\nhosting: { type: file }\n', []],
    [
      'a health check without a service',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\nhealthcheck: check.sh\n',
      ['6 healthcheck-left-out'],
    ],
    [
      'itself as a step',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\nrequirements: [A]\n',
      ['6 requirement-itself'],
    ],
    [
      'null for lists',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [~]\ntags: ~\nhints: [~]\n',
      ['5 flag-missing'],
    ],
    [
      'a key that is there twice',
      'name: A\nname: B\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\n',
      ['2 key-duplicate'],
    ],
    [
      'a flag of another type',
      'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [{type: statc, content: x}]\n',
      ['5 flag-missing', '5 flag-type'],
    ],
  ])('%s does not stop the conversion of other challenges', async (_, text, problems) => {
    const converted = await convert({ 'a/challenge.yml': text, 'b/challenge.yml': oil });
    const own = converted.diagnostics.filter(({ file }) => file.startsWith('a/'));
    expect(own.map(({ line, code }) => `${line} ${code}`)).toEqual(problems);
    expect(Object.values(await textsOf(converted)).join('')).toContain('flag{oil}');
    await read(converted);
  });
});

/** Adds one field and changes nothing else. Returns true if the field neither changes the output nor is reported. */
async function isSilentlyDropped(
  before: Record<string, string>,
  file: string,
  field: string,
  put: (text: string, field: string) => string,
): Promise<boolean> {
  const after = { ...before, [file]: put(before[file] ?? '', field) };
  const [one, other] = [await convert(before), await convert(after)];
  await read(other);
  const isSame = JSON.stringify(await textsOf(one)) === JSON.stringify(await textsOf(other));
  const newProblems = problemsOf(other).filter((problem) => !problemsOf(one).includes(problem));
  return isSame && newProblems.length === 0;
}

it('keeps flags as written and accepts Windows paths of files', async () => {
  const converted = await convert({
    'a/challenge.yml': 'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [007]\nfiles: ["dist\\\\a.txt"]\n',
    'a/dist/a.txt': 'light',
    'b/challenge.yml': 'name: B\ncategory: x\ndescription: x\nvalue: 1\nflags: [12345678901234567890]\n',
  });
  const { trainings } = await read(converted);
  const modules = trainings[0]?.chapters.flatMap(({ subchapters }) => subchapters.flatMap((one) => one.modules)) ?? [];
  expect(modules.flatMap(({ flag }) => flag?.answer ?? [])).toEqual(['007', '12345678901234567890']);
  expect(problemsOf(converted)).toEqual([]);
});

describe('challenge of another tool', () => {
  const lessonsOf = async (converted: ConvertedBundle) =>
    (await read(converted)).trainings.flatMap(({ chapters }) =>
      chapters.flatMap(({ slug, subchapters }) =>
        subchapters.map(({ name, modules }) => ({
          chapter: slug,
          name,
          flag: modules.flatMap(({ flag }) => (flag ? [`${flag.answer} ${flag.points}`] : []))[0],
          files: modules.flatMap(({ kind, data }) =>
            kind === 'file' ? [String((data as { title: string }).title)] : [],
          ),
        })),
      ),
    );

  it('is read from ctfcli.yaml, and a challenge.yaml below it is not a challenge', async () => {
    const converted = await convert({
      'web/lantern/ctfcli.yaml':
        'id: lantern\nname: Lantern\ncategory: web\ndescription: Find it.\nvalue: 100\nhosting: { type: kube }\nflags:\n- flag{lit}\n',
      'web/lantern/src/challenge.yaml': 'challenge_name: Lantern\nflag: flag{lit}\n',
      'web/lantern/src/app.py': 'x',
      'web/lantern/src/deep/b.py': 'x',
      'web/lantern/src/deep/c.py': 'x',
    });
    expect(await lessonsOf(converted)).toEqual([{ chapter: 'web', name: 'Lantern', flag: 'flag{lit} 100', files: [] }]);
    expect(problemsOf(converted)).toEqual([
      'web/lantern/ctfcli.yaml:6 lab-needed',
      'web/lantern/src/app.py:1 file-unused',
      'web/lantern/src/challenge.yaml:1 format-other',
      'web/lantern/src/deep/:1 file-unused',
    ]);
  });

  it('is left out, with one line for all, if it configures kCTF', async () => {
    const kctf = 'apiVersion: kctf.dev/v1\nkind: Challenge\nmetadata:\n  name: x\n---\napiVersion: v1\nkind: Service\n';
    const converted = await convertBundle(
      bundle({
        'pwn/a/challenge.yaml': kctf,
        'pwn/a/challenge.yml': 'name: A\ncategory: pwn\ndescription: Read.\nvalue: 5\nflags: ["flag{a}"]\n',
        'pwn/b/challenge.yaml': kctf,
      }),
    );
    if ('rejection' in converted) throw new Error(converted.rejection.message);
    expect((await lessonsOf(converted)).map(({ name }) => name)).toEqual(['A']);
    expect(problemsOf(converted)).toEqual(['pwn/a/challenge.yaml:1 format-other']);
    expect(converted.diagnostics[0]?.message).toContain('2 files');
  });

  it('has the files, the flag and the category that rCDS gives it', async () => {
    const converted = await convert({
      '2026/crypto/cipher/challenge.yaml':
        'name: cipher\nauthor: Ada\ndescription: Read it.\nvalue: 7\nflag:\n  file: ./flag.txt\nprovide:\n- ./greek.txt\n- { file: ./out.jpeg, as: photo.jpeg }\n- { kind: zip, spec: { path: . } }\n',
      '2026/crypto/cipher/flag.txt': 'flag{alpha}\n',
      '2026/crypto/cipher/greek.txt': 'abc',
      '2026/crypto/cipher/out.jpeg': Buffer.from('ffd8ffe0', 'hex'),
      '2026/crypto/later/challenge.yaml':
        'name: later\ndescription: Read it.\nvalue: 7\nflag: flag{later}\nvisible: false\n',
      '2026/rev/gone/challenge.yaml': 'name: gone\ndescription: Read it.\nvalue: 7\nflag: { file: flag.txt }\n',
    });
    expect(await lessonsOf(converted)).toEqual([
      { chapter: 'crypto', name: 'cipher', flag: 'flag{alpha} 7', files: ['greek.txt', 'photo.jpeg'] },
      { chapter: 'rev', name: 'gone', flag: undefined, files: [] },
      { chapter: 'crypto', name: 'later', flag: 'flag{later} 7', files: [] },
    ]);
    expect([...converted.files.keys()].filter((path) => /[.]jpe?g/.test(path))).toEqual([
      expect.stringMatching(/-photo\.jpeg$/),
    ]);
    expect(Object.values(await textsOf(converted)).join('')).not.toContain('./flag.txt');
    expect(problemsOf(converted)).toEqual([
      '2026/crypto/cipher/challenge.yaml:10 file-archive',
      '2026/crypto/later/challenge.yaml:5 state-hidden',
      '2026/rev/gone/challenge.yaml:4 file-missing',
      '2026/rev/gone/challenge.yaml:4 flag-missing',
    ]);
  });

  it.each<[string, string, number]>([
    ['a value of 0', 'value: 0\ntype: dynamic\nextra: { initial: 500, decay: 9, minimum: 50 }', 500],
    ['another value', 'value: 100\ntype: dynamic\nextra: { initial: 500 }', 500],
    ['a value of 0 and no type', 'value: 0\nextra: { initial: 500 }', 500],
    ['a value and a standard type', 'value: 100\ntype: standard\nextra: { initial: 500 }', 100],
  ])('takes the points that CTFd gives at first: with %s', async (_, fields, points) => {
    const converted = await convert({
      'a/challenge.yml': `name: A\ncategory: x\ndescription: x\nflags: [f]\n${fields}\n`,
    });
    expect((await lessonsOf(converted)).map(({ flag }) => flag)).toEqual([`f ${points}`]);
  });
});

describe('YAML that PyYAML reads', () => {
  const challenge = (description: string): string =>
    `name: A\ncategory: x\ndescription: ${description}\nvalue: 1\nflags:\n  - {\n    type: "static",\n    content: "flag{a}",\n  }\nwrong: 1\n`;

  it.each<[string, string, string]>([
    ['double quotes', '"One<br>\n<b>two</b>\n\nThree: **3**\n"', 'One<br> <b>two</b>\nThree: **3** '],
    ['single quotes', "'It''s one\n\"two\" # three\n'", 'It\'s one "two" # three '],
    ['an escaped quote and line break', '"One \\"two\\"\\\nthree"', 'One "two"three'],
  ])('is read: a text in %s that continues in the first column', (_, source, text) => {
    const problems: string[] = [];
    const names = { name: [], category: [], description: [], value: [], flags: [] };
    const [fields] = readSourceYaml(challenge(source), names, (line, code) => problems.push(`${line} ${code}`));
    expect(fields?.text('description')).toBe(text);
    // The line of a later field shows that no line was added.
    expect(problems).toEqual([`${challenge(source).split('\n').indexOf('wrong: 1') + 1} key-unknown`]);
  });

  it('is still reported as broken if a quote is missing', () => {
    const problems: string[] = [];
    const found = readSourceYaml(challenge('"One\ntwo'), {}, (_line, code) => problems.push(code));
    expect([found, problems]).toEqual([[], ['yaml-syntax']]);
  });

  it('takes little time for thousands of such texts', async () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: "x\ny"\n`).join('');
    expect(await cpuTime(() => indentQuotes(`${text}a: "`))).toBeLessThan(20_000);
    expect(await cpuTime(() => indentQuotes(`a: "${'x'.repeat(500_000)}`))).toBeLessThan(2_000);
  });
});

it('keeps a space in the summary at each line break', async () => {
  const converted = await convert({
    'a/challenge.yml':
      'name: A\ncategory: x\ndescription: "Rank <a>160</a>  \\n30 yd range\\\\\\n1.5 sec cast<br>Needs <kbd>F</kbd>"\nvalue: 1\nflags: [x]\n',
  });
  const { trainings } = await read(converted);
  expect(trainings[0]?.chapters[0]?.subchapters[0]?.summary).toBe('Rank 160 30 yd range 1.5 sec cast Needs F');
  // One report for <a> and </a>.
  expect(problemsOf(converted)).toEqual(['a/challenge.yml:3 html-left-out']);
});

describe('each field of a challenge', () => {
  const plain = { 'a/challenge.yml': 'name: A\ncategory: x\ndescription: x\nflags: [x]\nvalue: 10\n' };
  it.each([
    'author: Ada',
    'provide: [x.txt]',
    'flag: flag{other}',
    'visible: false',
    'hosting: { type: kube }',
    'initial: 500',
    'attribution: By Ada',
    'type: dynamic',
    'type: multiple_choice',
    'extra: { initial: 500 }',
    'hints: [Look up.]',
    'hints: [{ content: Look up., title: Where }]',
    'hints: [{ content: Look up., cost: 5 }]',
    'hints: [{ content: One., key: one }, { content: Two., requirements: [one] }]',
    'tags: [web]',
    'topics: [sqli]',
    'files: [x.txt]',
    'requirements: [B]',
    'requirements: [7]',
    'requirements: { prerequisites: [B], anonymize: true }',
    'next: B',
    'connection_info: nc harbour.example 1',
    'state: hidden',
    'image: .',
    'host: ssh://harbour.example',
    'protocol: http',
    'containers: { server: { build: . } }',
    'expose: [{ containerPort: 9 }]',
    'healthcheck: check.sh',
    'solution: writeup.md',
    'attempts: 5',
    'logic: all',
    'module: First',
    'position: 3',
    'scoring: fast',
  ])('is converted or reported: %s', async (field) => {
    const isGone = await isSilentlyDropped(
      plain,
      'a/challenge.yml',
      field,
      (text, line) =>
        // Without `value`, so that the points of `extra` apply.
        `${/^(extra|initial)/.test(line) ? text.replace('value: 10\n', '') : text}${line}\n`,
    );
    expect(isGone).toBe(false);
  });
});

it('does not suggest the challenge itself as its prerequisite', async () => {
  const converted = await convert({
    'e/a/challenge.yml':
      'name: "Admin #2"\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\nrequirements: ["Admin #1"]\n',
  });
  expect(converted.diagnostics).toMatchObject([{ message: 'There is no challenge "Admin #1".' }]);
});

it('keeps the id of a hidden challenge when it becomes visible', async () => {
  const idOf = async (converted: ConvertedBundle) =>
    (await read(converted)).trainings.flatMap(({ chapters }) =>
      chapters.flatMap(({ subchapters }) => subchapters[0]?.uid),
    );
  const challenge = 'name: A\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\nstate: hidden\n';
  const hidden = await idOf(await convert({ 'e/a/challenge.yml': challenge }));
  expect(await idOf(await convert({ 'e/a/challenge.yml': challenge.replace('hidden', 'visible') }))).toEqual(hidden);
});

it('does not name a hidden challenge in a visible one', async () => {
  const converted = await convert({
    'e/a/challenge.yml':
      'name: Open\ncategory: x\ndescription: x\nvalue: 1\nflags: [x]\nrequirements: [Hush]\nnext: Hush\n',
    'e/b/challenge.yml': 'name: Hush\ncategory: x\ndescription: x\nvalue: 1\nflags: [y]\nstate: hidden\n',
  });
  expect(problemsOf(converted)).toEqual([
    'e/a/challenge.yml:6 requirement-hidden',
    'e/a/challenge.yml:7 next-hidden',
    'e/b/challenge.yml:6 state-hidden',
  ]);
  const shown = Object.entries(await textsOf(converted)).find(([path]) => path.endsWith('-open.md'));
  expect(shown?.[1]).not.toContain('Hush');
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

describe('dojo', () => {
  it('becomes a training with a chapter for each module', async () => {
    const converted = await convert(dojo);
    const { trainings } = await read(converted);
    const [chapter] = trainings[0]?.chapters ?? [];
    expect(trainings[0]).toMatchObject({ slug: 'harbour', name: 'The harbour' });
    expect(chapter?.subchapters.map(({ name, modules }) => [name, modules.map(({ kind }) => kind)])).toEqual([
      ['About Knots', ['text', 'youtube', 'text']],
      ['Bowline', ['text']],
      ['Empty', ['text']],
    ]);
    expect(problemsOf(converted)).toEqual([
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

describe('each field of a dojo', () => {
  const plain = {
    'dojo.yml':
      'id: harbour\nname: The harbour\nmodules:\n- id: knots\n  name: Knots\n  challenges:\n  - id: bowline\n    name: Bowline\n',
    'knots/bowline/DESCRIPTION.md': 'Tie it.\n',
    'knots/more.md': 'More.\n',
  };
  const settings = [
    'description: Said.',
    'visibility: { start: 2030-01-01 }',
    'image: x',
    'privileged: true',
    'allow_privileged: false',
    'interfaces: [{ name: SSH }]',
    'importable: false',
    'auxiliary: { a: 1 }',
    'survey: { prompt: Well?, data: x }',
    'import: { dojo: other, module: a, challenge: b }',
    'whatever: 1',
  ];
  it.each<[string, string, string[]]>([
    [
      'the dojo',
      '',
      [
        ...settings,
        'password: hush hush',
        'type: hidden',
        'award: { emoji: x }',
        'show_scoreboard: false',
        'survey-sources: surveys',
        'pages: [a]',
        'files: [{ type: text, path: a, content: b }]',
        'course: { a: 1 }',
      ],
    ],
    [
      'a module',
      '  ',
      [
        ...settings,
        'show_challenges: false',
        'show_scoreboard: false',
        'resources: [{ type: markdown, name: Read, content: This. }]',
        'resources: [{ type: markdown, name: Read, file: more.md }]',
        'resources: [{ type: markdown, name: Read, file: gone.md }]',
        'resources: [{ type: lecture, name: See, video: aBcDeFgHiJ_ }]',
        'resources: [{ type: header, content: Part one }]',
        'resources: [{ type: challenge, id: hitch, name: Hitch }]',
      ],
    ],
    ['a challenge', '    ', [...settings, 'required: false', 'progression_locked: true']],
    [
      'a film',
      '  ',
      ['playlist: x', 'slides: x', 'visibility: { start: 2030-01-01 }'].map(
        (field) => `resources: [{ type: lecture, name: See, video: aBcDeFgHiJ_, ${field} }]`,
      ),
    ],
  ])('is converted or reported: of %s', async (_, indent, fields) => {
    const base = indent === '' ? 'modules' : indent === '  ' ? '  challenges' : '    name: Bowline';
    for (const field of fields) {
      const isGone = await isSilentlyDropped(plain, 'dojo.yml', field, (text, line) =>
        text.replace(base, `${indent}${line}\n${base}`),
      );
      expect([field, isGone]).toEqual([field, false]);
    }
  });

  it('prefers the parent file to its own and reports fields that both set', async () => {
    const converted = await convert({
      'dojo.yml': 'id: harbour\nname: The harbour\nmodules:\n- id: knots\n  name: Knots\n  description: From above.\n',
      'knots/module.yml': 'name: Nodes\nchallenges:\n- id: round-turn\n',
      'knots/DESCRIPTION.md': 'From the folder.\n',
      'knots/round-turn/challenge.yml': 'description: From below.\n',
    });
    const { trainings } = await read(converted);
    const [chapter] = trainings[0]?.chapters ?? [];
    expect(chapter?.subchapters.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([
      'About Knots: From above.',
      'Round Turn: From below.',
    ]);
    expect(problemsOf(converted)).toEqual([
      'knots/DESCRIPTION.md:1 text-other',
      'knots/module.yml:1 key-duplicate',
      'knots/module.yml:3 lab-needed',
      'knots/module.yml:3 value-missing',
    ]);
  });

  it('is hidden if it has a password', async () => {
    const closed = { ...plain, 'dojo.yml': `password: hush hush\n${plain['dojo.yml']}` };
    expect((await read(await convert(closed))).trainings.map(({ hidden }) => hidden)).toEqual([true]);
  });

  it('rewrites links inside the dojo to the lessons', async () => {
    const converted = await convert({
      ...plain,
      'knots/bowline/DESCRIPTION.md':
        '[a](/harbour) [b](/harbour/knots) [c](/harbour/knots/bowline) [d](https://pwn.college/harbour/knots/) [e](/harbour/gone) [f](/other)\n',
    });
    await read(converted);
    const text = Object.entries(await textsOf(converted)).find(([path]) => path.endsWith('bowline.md'))?.[1];
    const own = '/courses/harbour/knots';
    expect(text).toContain(`[a](/courses/harbour) [b](${own}) [c](${own}/harbour-knots-bowline) [d](${own}) e f`);
    expect(problemsOf(converted).filter((problem) => problem.includes('link'))).toHaveLength(2);
  });
});

it('keeps a text that is only a footnote as plain text', async () => {
  const converted = await convert({ ...dojo, 'knots/bowline/DESCRIPTION.md': '[^1]: Twice.\n' });
  await read(converted);
  expect(problemsOf(converted)).toContain('knots/bowline/DESCRIPTION.md:1 markdown-kept');
});

describe('random changes', () => {
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
  ])('still convert into valid files: %s', async (_, files, file) => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        await read(await convert({ ...files, [file]: changed(files[file] ?? '', changes) }));
      }),
      { numRuns: 12 },
    );
  });
});
