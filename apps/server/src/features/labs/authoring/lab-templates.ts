import { cLabTemplate, type LabTemplate } from './c-lab-template.ts';

export interface ScaffoldOptions {
  /** True: a C program on a socket and a workspace with a shell. False: a web page. */
  workspace?: boolean;
  /** Adds a repair task with tests and a reference solution. */
  repair?: boolean;
}

/** Returns the files of a small lab that works, as path → text. */
export function renderTemplate(
  slug: string,
  name: string,
  { workspace, repair }: ScaffoldOptions,
): Record<string, string> {
  const { program, manifest, source, repair: repairFiles } = workspace ? cLabTemplate : webLabTemplate(name);
  return {
    ...commonFiles,
    'lab.yaml': `slug: ${slug}
name: ${name}
summary: One sentence for the card, at most 160 characters.
tier: 0
difficulty: easy        # easy, medium, hard
minutes: 15
${manifest}flags:                  # a lab can have several flags; \`after: <id>\` sets their order
  - id: flag            # do not change it later; the program reads the flag from /flag/flag.txt
    name: What this flag proves
    points: 10
${repair ? repairSection(source) : ''}hints:                  # in a lab with several flags, each hint needs \`flag: <id>\`
  - cost: 0
    text: |
      A question that points to the right place.
  - cost: 2
    text: |
      The next step, but not the solution.
`,
    ...program,
    ...(repair ? repairFiles : {}),
  };
}

const repairSection = (
  source: string,
) => `repair:                 # the learner changes these files; tests.ts tests what must keep working
  id: repair
  name: Fix the vulnerability
  points: 10
  files: [${source}]    # do not mention the vulnerability in them; solution.patch is the reference solution
`;

const commonFiles = {
  'briefing.md': `Describe the situation and the task, but not the solution.

**Your task.** Find the flag, a text like \`flag{…}\`, and submit it.
`,
  'writeup.md': `## The vulnerability

## How to find it

## The fix
`,
};

/** A web page whose flag is on an unlinked path. Its password check accepts any prefix of the password. */
const webLabTemplate = (name: string): LabTemplate => ({
  manifest: `risk: bounded           # bounded: runs only your code; code-exec: learners execute code; root-exec: they become root
topic: web              # linux, networking, web, cryptography, reversing, forensics, mobile, hardware
tags: [weak password]   # techniques, for the search
tools: [browser]        # what the learner learns to use
`,
  source: 'password.ts',
  program: {
    'app.ts': `import { html, readFlag, sendHtml, serve } from '@hexpedition/lab-runtime/kit';
import { isPassword } from './password.ts';

const name = '${name}';

serve((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lab');
  const isOpen = pathname === '/hidden' && isPassword(searchParams.get('word') ?? '');
  const text = isOpen ? readFlag('flag') : 'There is nothing here.';
  sendHtml(response, 200, html\`<!doctype html><title>\${name}</title><h1>\${name}</h1><p>\${text}</p>\`);
});
`,
    'password.ts': `/** Returns whether this is the password. */
export function isPassword(word: string): boolean {
  return 'lantern'.startsWith(word);
}
`,
    'exploit.ts': `import type { Exploit } from '@hexpedition/lab-runtime';
import { AttackBlocked } from '@hexpedition/lab-runtime/attack';

const exploit: Exploit = async (target) => {
  // A repair that refuses one of these words may accept another
  for (const word of ['', 'l', 'lanter']) {
    const page = await (await target.fetch(\`/hidden?word=\${word}\`)).text();
    const flag = /flag\\{[^}]+\\}/.exec(page)?.[0];
    if (flag) return { flag };
    if (!page.includes('There is nothing here')) throw new Error('The page has an unknown text.');
  }
  throw new AttackBlocked('The page shows no flag for a part of the word.');
};
export default exploit;
`,
  },
  repair: {
    'tests.ts': `import { equal, match } from 'node:assert/strict';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';

const textOf = async (target: Target, path: string) => (await target.fetch(path)).text();

/** These also run during the attack of exploit.ts, and after it. */
export const visits: RepairTests = {
  'shows the flag for the right word': async (target, flags) => {
    match(await textOf(target, '/hidden?word=lantern'), new RegExp(flags.flag ?? ''));
  },
};

const tests: RepairTests = {
  'has a first page': async (target) => {
    equal((await target.fetch('/')).status, 200);
    match(await textOf(target, '/'), /There is nothing here/);
  },
  'does not show the flag for a wrong word': async (target) => {
    match(await textOf(target, '/hidden?word=candle'), /There is nothing here/);
  },
};
export default tests;
`,
    'solution.patch': `--- a/password.ts
+++ b/password.ts
@@ -1,4 +1,4 @@
 /** Returns whether this is the password. */
 export function isPassword(word: string): boolean {
-  return 'lantern'.startsWith(word);
+  return word === 'lantern';
 }
`,
    'false-fixes/refuses-the-empty-word.patch': `Only the empty word is refused. Each other beginning of the word, such as its first letter, still opens the page.
--- a/password.ts
+++ b/password.ts
@@ -1,4 +1,4 @@
 /** Returns whether this is the password. */
 export function isPassword(word: string): boolean {
-  return 'lantern'.startsWith(word);
+  return word !== '' && 'lantern'.startsWith(word);
 }
`,
  },
});
