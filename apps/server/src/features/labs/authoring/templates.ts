import { type Kind, targetInC } from './template-in-c.ts';

export interface NewLab {
  /** A program in C on a socket, and a shell to attack it from; without it, a page for the browser. */
  workspace?: boolean;
  /** A second task: tests, and the author's own repair. */
  repair?: boolean;
}

/** Path → text of a lab that works, small enough to be replaced line by line. */
export function template(slug: string, name: string, { workspace, repair }: NewLab): Record<string, string> {
  const { program, manifest, source, repair: repairFiles } = workspace ? targetInC : page(name);
  return {
    ...always,
    'lab.yaml': `slug: ${slug}
name: ${name}
summary: One sentence for the card, at most 160 characters.
tier: 0
difficulty: easy        # easy, medium, hard
minutes: 15
${manifest}flags:                  # there may be several; one may come after another: \`after: <id>\`
  - id: flag            # never changes; the program reads it from /flag/flag.txt
    name: What the learner has found with it
    points: 10
${repair ? repairOf(source) : ''}hints:                  # of a lab with several flags, each names its own: \`flag: <id>\`
  - cost: 0
    text: |
      A question that points to the right place.
  - cost: 2
    text: |
      The next step, without the last one.
`,
    ...program,
    ...(repair ? repairFiles : {}),
  };
}

const repairOf = (
  source: string,
) => `repair:                 # the learner changes these files; tests.ts says what has to stay as it is
  id: repair
  name: Close the hole
  points: 10
  files: [${source}]    # say nothing of the hole in them; solution.patch is your own repair
`;

const always = {
  'briefing.md': `Where the learner stands, and what is to be done. Say nothing about how.

**Your task.** Find the flag, a text like \`flag{…}\`, and submit it.
`,
  'writeup.md': `## What was wrong

## How to find it

## The fix
`,
};

/** A page that no link leads to holds the flag, and asks nobody for the word that it was made for. */
const page = (name: string): Kind => ({
  manifest: `risk: bounded           # bounded: does only what you wrote; code-exec: visitors run code; root-exec: they become root
topic: web              # linux, networking, web, cryptography, reversing, forensics, mobile, hardware
tools: [browser]        # what the learner gets to know
`,
  source: 'door.ts',
  program: {
    'app.ts': `import { html, readFlag, sendHtml, serve } from '@hexpedition/lab-runtime/kit';
import { opens } from './door.ts';

const name = '${name}';

serve((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lab');
  const isOpen = pathname === '/hidden' && opens(searchParams.get('word') ?? '');
  const text = isOpen ? readFlag('flag') : 'There is nothing here.';
  sendHtml(response, 200, html\`<!doctype html><title>\${name}</title><h1>\${name}</h1><p>\${text}</p>\`);
});
`,
    'door.ts': `/** Whether the door opens for those who say this word. */
export function opens(word: string): boolean {
  return 'lantern'.startsWith(word);
}
`,
    'exploit.ts': `import type { Exploit } from '@hexpedition/lab-runtime';

const exploit: Exploit = async (target) => {
  const page = await (await target.fetch('/hidden')).text();
  const flag = /flag\\{[^}]+\\}/.exec(page)?.[0];
  if (!flag) throw new Error('The page holds no flag.');
  return { flag };
};
export default exploit;
`,
  },
  repair: {
    'tests.ts': `import { equal, match } from 'node:assert/strict';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';

const textOf = async (target: Target, path: string) => (await target.fetch(path)).text();

const tests: RepairTests = {
  'has a first page': async (target) => {
    equal((await target.fetch('/')).status, 200);
    match(await textOf(target, '/'), /There is nothing here/);
  },
  'opens for those who know the word': async (target, flags) => {
    match(await textOf(target, '/hidden?word=lantern'), new RegExp(flags.flag ?? ''));
  },
  'stays shut for a wrong word': async (target) => {
    match(await textOf(target, '/hidden?word=candle'), /There is nothing here/);
  },
};
export default tests;
`,
    'solution.patch': `--- a/door.ts
+++ b/door.ts
@@ -1,4 +1,4 @@
 /** Whether the door opens for those who say this word. */
 export function opens(word: string): boolean {
-  return 'lantern'.startsWith(word);
+  return word === 'lantern';
 }
`,
  },
});
