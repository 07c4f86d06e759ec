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

/** What is wrong with the folder, each with its file from the folder on. */
async function problems(): Promise<string[]> {
  try {
    await loadLab(dir);
    return [];
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    return error.message.split('\n').map((line) => line.replace(`${dir}/`, ''));
  }
}

it('is read with its texts, under a version that changes with every file', async () => {
  await write(whole);
  const lab = await loadLab(dir);
  expect(lab).toMatchObject({ manifest: { slug: 'lamp-room' }, briefing: 'Go.', writeup: 'So.' });
  await write({ 'notes.txt': 'More.' });
  expect((await loadLab(dir)).version).not.toBe(lab.version);
});

it('says everything that is missing or wrong at once', async () => {
  await write({ 'lab.yaml': simple.replace('minutes: 5', 'minutes: 0') });
  expect(await problems()).toEqual([
    'briefing.md:1: this file is missing',
    'writeup.md:1: this file is missing',
    'exploit.ts:1: this file is missing',
    expect.stringMatching(/^lab\.yaml:6: minutes: /),
  ]);
  await write({ 'lab.yaml': simple });
  expect(await problems()).toContain('app.ts:1: this file is missing: it is the program');
  await rm(join(dir, 'lab.yaml'));
  expect(await problems()).toContain('lab.yaml:1: this file is missing');
});

it('with a repair needs tests, and the cure of each source', async () => {
  await write({ ...whole, 'lab.yaml': simple + repair });
  expect(await problems()).toEqual([
    'tests.ts:1: this file is missing: a repair is held to its tests',
    'lamp.ts:1: this file is missing: repair.files names it',
    'cure/app.ts:1: this file is missing: it is your repair of app.ts',
    'cure/lamp.ts:1: this file is missing: it is your repair of lamp.ts',
  ]);
  await write({ 'tests.ts': '', 'lamp.ts': '', 'cure/app.ts': '', 'cure/lamp.ts': '' });
  expect(await problems()).toEqual([]);
});

it('has no cure of a source that is not there, and nothing for a workspace where there is none', async () => {
  await write({ ...whole, 'cure/ap.ts': '', 'workspace/README': 'Hello.', 'material.ts': '' });
  expect((await problems()).sort()).toEqual([
    'cure/ap.ts:1: this folder has no source of that name',
    'material.ts:1: it is put into the workspace, and lab.yaml has none',
    'workspace/README:1: lab.yaml has no workspace',
  ]);
  await write({ 'lab.yaml': `${simple}workspace: {}\n` });
  await rm(join(dir, 'cure'), { recursive: true });
  expect(await problems()).toEqual([]);
});

it('is called like its folder', async () => {
  await write({ ...whole, 'lab.yaml': simple.replace('lamp-room', 'lamp') });
  expect(await problems()).toEqual(['lab.yaml:1: slug: the folder is called lamp-room']);
});
