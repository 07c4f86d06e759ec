import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LoadedLab, loadLab } from '../lab.ts';

/** A lab whose hole is in `vault.ts`: it opens for everybody, and should open for those who know the word. */
export const vault: Record<string, string> = {
  'lab.yaml': `
slug: vault
name: Vault
summary: A vault that opens for everybody.
tier: 0
difficulty: easy
minutes: 5
risk: bounded
topic: web
flags: [{ id: gold, name: Gold, points: 10 }]
repair: { id: lock, name: Lock it, points: 15, files: [vault.ts] }
`,
  'briefing.md': 'Open it.\n',
  'writeup.md': 'The vault asks nobody.\n',
  'app.ts': `
import { readFlag, serve } from '@hexpedition/lab-runtime/kit';
import { opens } from './vault.ts';
serve((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vault');
  if (pathname !== '/open') return response.end('A vault.');
  response.end(opens(searchParams.get('word')) ? readFlag('gold') : 'It stays shut.');
});
`,
  'words.ts': `export const words = ['seagull'];\n`,
  'vault.ts': `
import { words } from './words.ts';
export function opens(word: string | null): boolean {
  return words.length > 0 || word !== null;
}
`,
  'tests.ts': `
import type { RepairTests } from '@hexpedition/lab-runtime';
const tests: RepairTests = {
  'has a front': async (target) => {
    const text = await (await target.fetch('/')).text();
    if (text !== 'A vault.') throw new Error('The front says ' + text);
  },
  'opens for those who know the word': async (target, flags) => {
    const text = await (await target.fetch('/open?word=seagull')).text();
    if (text !== flags.gold) throw new Error('It does not open for the right word.');
  },
};
export default tests;
`,
  'exploit.ts': `
import type { Exploit } from '@hexpedition/lab-runtime';
const exploit: Exploit = async (target) => ({ gold: await (await target.fetch('/open')).text() });
export default exploit;
`,
  'cure/vault.ts': `
import { words } from './words.ts';
export const opens = (word: string | null): boolean => words.includes(word ?? '');
`,
};

/** Writes a lab into a folder of its own. @returns it as it is loaded */
export async function writeLab(files: Record<string, string>, slug = 'vault'): Promise<LoadedLab> {
  const dir = join(await mkdtemp(join(tmpdir(), 'repair-')), slug);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  return loadLab(dir);
}
