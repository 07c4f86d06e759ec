import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LoadedLab, loadLab } from '../lab.ts';

/** A lab whose hole is in `vault.ts`: it opens for everyone, and should open only with the right word. */
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
  'writeup.md': 'The vault asks for no word.\n',
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
export const visits: RepairTests = {
  'opens for those who know the word': async (target, flags) => {
    const text = await (await target.fetch('/open?word=seagull')).text();
    if (text !== flags.gold) throw new Error('It does not open for the right word.');
  },
};
const tests: RepairTests = {
  'has a front': async (target) => {
    const text = await (await target.fetch('/')).text();
    if (text !== 'A vault.') throw new Error('The front says ' + text);
  },
};
export default tests;
`,
  'exploit.ts': `
import type { Exploit } from '@hexpedition/lab-runtime';
import { AttackBlocked } from '@hexpedition/lab-runtime/attack';
const exploit: Exploit = async (target) => {
  const text = await (await target.fetch('/open')).text();
  if (text === 'It stays shut.') throw new AttackBlocked('The vault stays shut without a word.');
  if (!text.startsWith('flag{')) throw new Error('This answer is neither open nor shut.');
  return { gold: text };
};
export default exploit;
`,
  'solution.patch': `--- a/vault.ts
+++ b/vault.ts
@@ -1,5 +1,3 @@
 
 import { words } from './words.ts';
-export function opens(word: string | null): boolean {
-  return words.length > 0 || word !== null;
-}
+export const opens = (word: string | null): boolean => words.includes(word ?? '');
`,
};

/** Writes a lab to a new folder and loads it. */
export async function writeLab(files: Record<string, string>, slug = 'vault'): Promise<LoadedLab> {
  const dir = join(await mkdtemp(join(tmpdir(), 'repair-')), slug);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  return loadLab(dir);
}

/** A lab in C whose hole is in `door.c`: it opens for any word. */
export const gate: Record<string, string> = {
  'lab.yaml': `
slug: gate
name: Gate
summary: A gate that opens for everybody.
tier: 0
difficulty: easy
minutes: 5
risk: code-exec
topic: reversing
program: gate.c
cflags: [-O0]
serves: socket
workspace: { socket: /gate/gate.sock }
flags: [{ id: gold, name: Gold, points: 10 }]
repair: { id: lock, name: Lock it, points: 15, files: [door.c] }
`,
  'briefing.md': 'Open it.\n',
  'writeup.md': 'The gate asks for no word.\n',
  'gate.c': `
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#include "door.c"
int main(void) {
  signal(SIGPIPE, SIG_IGN);
  write(1, "ready\\n", 6);
  for (;;) {
    char word[64] = "", flag[80];
    int guest = accept(3, 0, 0);
    if (guest < 0) { usleep(10000); continue; }
    int length = read(guest, word, sizeof word - 1);
    int file = open("/flag/gold.txt", O_RDONLY);
    if (length > 0 && opens(word)) write(guest, flag, read(file, flag, sizeof flag));
    close(file);
    close(guest);
  }
}
`,
  'door.c': 'int opens(const char *word) { return word != 0; }\n',
  'talk.ts': `
import type { Target } from '@hexpedition/lab-runtime';
export async function ask(target: Target, word: string): Promise<string> {
  const gate = target.connect();
  gate.write(word);
  let output = '';
  for await (const piece of gate) output += piece;
  return output;
}
`,
  'tests.ts': `
import type { RepairTests } from '@hexpedition/lab-runtime';
import { ask } from './talk.ts';
export const visits: RepairTests = {
  'opens for those who know the word': async (target, flags) => {
    if ((await ask(target, 'seagull')) !== flags.gold) throw new Error('It does not open for the right word.');
  },
};
export default {} satisfies RepairTests;
`,
  'exploit.ts': `
import type { Exploit } from '@hexpedition/lab-runtime';
import { AttackBlocked } from '@hexpedition/lab-runtime/attack';
import { ask } from './talk.ts';
const exploit: Exploit = async (target) => {
  const answer = await ask(target, 'crow');
  if (answer === '') throw new AttackBlocked('The gate stays shut for a wrong word.');
  return { gold: answer };
};
export default exploit;
`,
  'solution.patch': `--- a/door.c
+++ b/door.c
@@ -1 +1,2 @@
-int opens(const char *word) { return word != 0; }
+#include <string.h>
+int opens(const char *word) { return !strcmp(word, "seagull"); }
`,
};
