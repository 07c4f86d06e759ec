import type { NoteItem } from '@hexpedition/contract';
import { expect, it } from 'vitest';
import { writeMarkdown } from './notes-markdown.ts';

const line = (changes: Partial<NoteItem>): NoteItem => ({
  subchapter: {
    slug: 'cookies',
    name: 'Cookies',
    summary: '',
    training: { slug: 'web', name: 'The *web*' },
    path: '/courses/web/a/cookies',
  },
  what_i_learned: '',
  did_not_understand: '',
  marks: [],
  published: false,
  hidden: false,
  updated_at: '2026-11-20T10:00:00.000Z',
  old: null,
  ...changes,
});

async function write(...notes: NoteItem[]) {
  async function* pages() {
    yield notes;
  }
  let text = '';
  for await (const part of writeMarkdown('mara_k', new Date('2026-11-22T09:00:00Z'), pages())) text += part;
  return text;
}

it('writes headings, dates, both texts and times', async () => {
  const text = await write(
    line({
      what_i_learned: 'First.\r\n\r\n# Not a heading of ours\n```\nnever closed',
      did_not_understand: 'Why?',
      marks: [{ module: 'film', at: 3723.9, text: 'a [trick]\nin two lines' }],
      old: 'rewritten',
      published: true,
    }),
    line({ subchapter: { ...line({}).subchapter, slug: 'b', name: 'Headers' }, what_i_learned: 'x', old: 'gone' }),
  );
  expect(text).toBe(`# Notes of mara\\_k

From Hexpedition, 2026-11-22.

## The \\*web\\*

### Cookies

*Written on 2026-11-20. The lesson has been rewritten since. Published.*

**What I learned**

> First.
>
> # Not a heading of ours
> \`\`\`
> never closed

**What I did not understand**

> Why?

**Times in videos**

- 1:02:03 in film: a \\[trick\\] in two lines

### Headers

*Written on 2026-11-20. The lesson no longer exists.*

**What I learned**

> x
`);
});

it('reports that there are no notes', async () => {
  expect(await write()).toContain('There are no notes yet.');
});
