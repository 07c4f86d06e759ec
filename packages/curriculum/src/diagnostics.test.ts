import { expect, it } from 'vitest';
import { Diagnostics } from './diagnostics.ts';

it('sorts problems by file and line', () => {
  const all = new Diagnostics();
  all.for('b.md')(2, 'x', 'Two.');
  all.for('b.md')(1, 'x', 'One.', 'warning');
  all.for('a.md')(9, 'x', 'Nine.');
  expect(all.list().map(({ file, line }) => `${file}:${line}`)).toEqual(['a.md:9', 'b.md:1', 'b.md:2']);
});

it('lists the first problems of a file, counts the others, and never hides an error', () => {
  const all = new Diagnostics();
  const report = all.for('a.md');
  for (let line = 1; line <= 100; line++) report(line, 'x', 'A warning.', 'warning');
  expect(all.hasErrors).toBe(false);
  for (let line = 101; line <= 200_000; line++) report(line, 'x', 'An error.');
  all.for('b.md')(1, 'x', 'Another file.', 'warning');
  expect(all.hasErrors).toBe(true);
  expect(all.list()).toHaveLength(102);
  expect(all.list()[100]).toEqual({
    severity: 'error',
    file: 'a.md',
    line: 101,
    code: 'not-listed',
    message: '199900 more problems of this file are not listed. Fix the others first.',
  });
});

it('limits the total, lists at least one problem per file, and is stable when collected again', () => {
  const all = new Diagnostics();
  for (let file = 0; file < 200; file++) {
    for (let line = 1; line <= 60; line++) all.for(`${file}.md`)(line, 'x', 'A warning.', 'warning');
  }
  const listed = all.list();
  expect(listed.length).toBeLessThan(5_400);
  expect(new Set(listed.map(({ file }) => file)).size).toBe(200);
  const again = new Diagnostics();
  for (const one of all.list().slice(0, 500)) again.add(one);
  expect(again.list()).toEqual(listed.slice(0, 500));
});
