import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import { joinLesson, splitLesson } from './lesson-text.ts';

const head = { name: 'A name: with a colon', summary: '# not a comment', minutes: 7 };

it('reproduces every file of the curriculum unchanged', async () => {
  const root = join(projectRoot, 'curriculum');
  const files = (await readdir(root, { recursive: true })).filter((name) => /\/\d\d-[^/]+\.md$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const source = await readFile(join(root, file), 'utf8');
    const { id, head, body } = splitLesson(source);
    expect(joinLesson(source, id, { head, body })).toBe(source);
    expect(
      source
        .split('\n')
        .slice(splitLesson(source).bodyLine - 1)
        .join('\n'),
    ).toBe(body);
  }
});

it('never changes a byte of the body', () => {
  const part = fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    '---',
    '---\n',
    ' ',
    'text',
    '\uFEFF',
    '\u2028',
    ':::quiz',
    'name: x\n',
    '`',
    'é',
  );
  const body = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.option(body, { nil: undefined }), body, (before, after) => {
      const made = joinLesson(
        before === undefined ? undefined : joinLesson(undefined, 'sub-x', { head, body: before }),
        'sub-x',
        { head, body: after },
      );
      expect(splitLesson(made)).toMatchObject({ id: 'sub-x', head, body: after });
    }),
  );
});

it('keeps comments, quotes and the order of unchanged keys', () => {
  const source = `---\nid: sub-x\n# Who reads this: beginners.\nsummary: 'Two words'\nname: Old # short\nminutes: 5\n---\n\nText.\n`;
  const made = joinLesson(source, 'sub-x', {
    head: { name: 'New', summary: 'Two words', minutes: 5 },
    body: 'Text.\n',
  });
  expect(made).toBe(source.replace('Old', 'New'));
});

it('writes a whole file if there was none', () => {
  expect(joinLesson(undefined, 'sub-x', { head: { name: 'N', summary: '', minutes: 5 }, body: 'Text.\n' })).toBe(
    '---\nid: sub-x\nname: N\nsummary: ""\nminutes: 5\n---\n\nText.\n',
  );
});

it('counts the lines before the body with any line endings', () => {
  expect(splitLesson('---\r\nid: sub-x\r\n---\r\n\r\nText.').bodyLine).toBe(5);
  expect(splitLesson('Text.')).toMatchObject({ id: '', body: 'Text.', bodyLine: 1 });
});
