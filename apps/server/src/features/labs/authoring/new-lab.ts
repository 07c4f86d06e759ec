import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A lab that works, small enough to be replaced line by line: a page that no link leads to holds the flag. */
const template = (slug: string, name: string): Record<string, string> => ({
  'lab.yaml': `slug: ${slug}
name: ${name}
summary: One sentence for the card, at most 160 characters.
tier: 0
difficulty: easy        # easy, medium, hard
minutes: 15
risk: bounded           # bounded: does only what you wrote; code-exec: visitors run code; root-exec: they become root
flags:
  - id: flag            # never changes; the app reads it with readFlag('flag')
    name: What the learner has found with it
    points: 10
hints:
  - cost: 0
    text: |
      A question that points to the right place.
  - cost: 2
    text: |
      The next step, without the last one.
`,
  'briefing.md': `Where the learner stands, and what is to be done. Say nothing about how.

**Your task.** Find the flag, a text like \`flag{…}\`, and submit it.
`,
  'app.ts': `import { html, readFlag, sendHtml, serve } from '@hexpedition/lab-runtime/kit';

const name = '${name}';

serve((request, response) => {
  const text = request.url === '/hidden' ? readFlag('flag') : 'There is nothing here.';
  sendHtml(response, 200, html\`<!doctype html><title>\${name}</title><h1>\${name}</h1><p>\${text}</p>\`);
});
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
  'writeup.md': `## What was wrong

## How to find it

## The cure
`,
});

/**
 * Makes the folder of a new lab, with everything that a lab needs.
 * @returns the folder
 * @throws Error when the slug is not one, or the folder exists
 */
export async function newLab(root: string, slug: string): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new Error(`"${slug}" is not a slug: use small letters, digits and single hyphens.`);
  const dir = join(root, slug);
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${dir} exists already.`) : error;
  });
  const name = slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
  for (const [file, text] of Object.entries(template(slug, name))) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  }
  return dir;
}
