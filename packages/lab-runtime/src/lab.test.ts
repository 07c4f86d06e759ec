import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadLab } from './lab.ts';
import { ManifestError } from './manifest.ts';

let root: string;
let dir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lab-'));
  dir = join(root, 'lamp-room');
});
afterEach(() => rm(root, { recursive: true }));

const simple = `slug: lamp-room
name: Lamp Room
summary: A lamp.
tier: 0
difficulty: easy
minutes: 5
risk: bounded
topic: web
flags:
  - { id: flag, name: The flag, points: 5 }
`;
const repair = 'repair: { id: mend, name: Mend it, points: 5, files: [app.ts, lamp.ts] }\n';

async function write(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
}
const whole = { 'lab.yaml': simple, 'briefing.md': 'Go.', 'writeup.md': 'So.', 'app.ts': '', 'exploit.ts': '' };

/** Returns the problems of the folder; paths begin at the folder. */
async function problems(): Promise<string[]> {
  try {
    await loadLab(dir);
    return [];
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    return error.message.split('\n').map((line) => line.replace(`${dir}/`, ''));
  }
}

it('loads the texts, and a version that changes with every file', async () => {
  await write(whole);
  const lab = await loadLab(dir);
  expect(lab).toMatchObject({ manifest: { slug: 'lamp-room' }, briefing: 'Go.', writeup: 'So.' });
  await write({ 'notes.txt': 'More.' });
  expect((await loadLab(dir)).version).not.toBe(lab.version);
});

it('reports every missing file and manifest problem at once', async () => {
  await write({ 'lab.yaml': simple.replace('minutes: 5', 'minutes: 0') });
  expect(await problems()).toEqual([
    'briefing.md:1: this file is missing',
    'writeup.md:1: this file is missing',
    'exploit.ts:1: this file is missing',
    expect.stringMatching(/^lab\.yaml:6: minutes: /),
  ]);
  await write({ 'lab.yaml': simple });
  expect(await problems()).toContain('app.ts:1: this file is missing: lab.yaml names it as the program');
  await rm(join(dir, 'lab.yaml'));
  expect(await problems()).toContain('lab.yaml:1: this file is missing');
});

it('requires tests, the sources and a reference solution for a repair', async () => {
  await write({ ...whole, 'lab.yaml': simple + repair });
  expect(await problems()).toEqual([
    'tests.ts:1: this file is missing: a repair needs tests',
    'lamp.ts:1: this file is missing: it is listed in repair.files',
    'solution.patch:1: this file is missing: it must contain your repair of app.ts, lamp.ts',
  ]);
  const lamp = ['--- a/lamp.ts', '+++ b/lamp.ts', '@@ -1 +1 @@', '-dark', '+lit', ''].join('\n');
  await write({ 'tests.ts': '', 'lamp.ts': 'dark\n', 'solution.patch': lamp });
  expect(await problems()).toEqual([]);
  expect([...(await loadLab(dir)).solution]).toEqual([['lamp.ts', Buffer.from('lit\n')]]);
});

it('rejects a reference solution that does not apply, or changes a file that the repair does not name', async () => {
  const notes = ['--- a/notes.txt', '+++ b/notes.txt', '@@ -1 +1 @@', '-old', '+new', ''].join('\n');
  const stale = ['--- a/lamp.ts', '+++ b/lamp.ts', '@@ -1 +1 @@', '-bright', '+lit', ''].join('\n');
  const sources = { 'tests.ts': '', 'lamp.ts': 'dark\n', 'notes.txt': 'old\n' };
  await write({ ...whole, ...sources, 'lab.yaml': simple + repair, 'solution.patch': notes + stale });
  expect(await problems()).toEqual([
    'solution.patch:8: lamp.ts: hunk 1 of 1 does not match the source',
    'solution.patch:2: this patch changes notes.txt, which is not listed in repair.files of lab.yaml',
  ]);
});

it('rejects files for a workspace that the manifest does not have', async () => {
  await write({ ...whole, 'workspace/README': 'Hello.', 'material.ts': '' });
  expect((await problems()).sort()).toEqual([
    'material.ts:1: this file fills the workspace, but lab.yaml defines no workspace',
    'workspace/README:1: lab.yaml has no workspace',
  ]);
  await write({ 'lab.yaml': `${simple}workspace: {}\n` });
  expect(await problems()).toEqual([]);
});

it('requires the slug to equal the name of the folder', async () => {
  await write({ ...whole, 'lab.yaml': simple.replace('lamp-room', 'lamp') });
  expect(await problems()).toEqual(['lab.yaml:1: slug: must match the name of the folder, lamp-room']);
});

it('reads false fixes with their reasons, and reports those without a reason or outside of the repair', async () => {
  const change = (file: string, to: string) => `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-burn();\n+${to}\n`;
  await write({
    ...whole,
    'lab.yaml': simple + repair,
    'lamp.ts': 'burn();\n',
    'page.ts': 'burn();\n',
    'tests.ts': '',
    'solution.patch': change('lamp.ts', 'glow();'),
    'false-fixes/smoke.patch': `The lamp still burns,\nbut out of sight.\n${change('lamp.ts', 'smoke();')}`,
  });
  expect((await loadLab(dir)).falseFixes).toEqual([
    { name: 'smoke', reason: 'The lamp still burns,\nbut out of sight.', files: { 'lamp.ts': 'smoke();\n' } },
  ]);
  await write({
    'false-fixes/none.patch': change('lamp.ts', 'smoke();'),
    'false-fixes/other.patch': `The page is not the lamp.\n\n${change('page.ts', 'smoke();')}`,
    'false-fixes/stale.patch': `The lamp has changed since then.\n${change('lamp.ts', 'x').replace('burn', 'burnt')}`,
    'false-fixes/README.md': '',
  });
  expect((await problems()).sort()).toEqual([
    'false-fixes/README.md:1: this folder holds patches only, named <lower-case-words>.patch',
    'false-fixes/none.patch:1: state above the first "--- a/" why this change is no fix',
    'false-fixes/other.patch:4: this patch changes page.ts, which is not listed in repair.files',
    'false-fixes/stale.patch:4: lamp.ts: hunk 1 of 1 does not match the source',
  ]);
});
