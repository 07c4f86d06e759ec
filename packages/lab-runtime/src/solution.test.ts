import { expect, it } from 'vitest';
import { applySolution } from './solution.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;
const files = (all: Record<string, string>) =>
  new Map(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)]));
const contents = ({ solved }: ReturnType<typeof applySolution>) =>
  Object.fromEntries([...solved].map(([name, { content }]) => [name, content.toString()]));

const numbers = lines('one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight');
const secondLine = lines('--- a/door.ts', '+++ b/door.ts', '@@ -1,3 +1,3 @@', ' one', '-two', '+2', ' three');

it('changes only the files that the patch names', () => {
  const result = applySolution(secondLine, files({ 'door.ts': numbers, 'app.ts': numbers }));
  expect(result.problems).toEqual([]);
  expect(contents(result)).toEqual({ 'door.ts': numbers.replace('two', '2') });
});

it('applies a patch that git wrote, with several files and a new one', () => {
  const patch = lines(
    ...['diff --git a/door.ts b/door.ts', 'index 1..2 100644', '--- a/door.ts', '+++ b/door.ts'],
    ...['@@ -1,3 +1,3 @@ export function', ' one', '-two', '+2', ' three', '@@ -7,2 +7,2 @@', ' seven', '-eight', '+8'],
    ...['diff --git a/lib/word.ts b/lib/word.ts', 'new file mode 100644', '--- /dev/null', '+++ b/lib/word.ts'],
    ...['@@ -0,0 +1,2 @@', '+new', '+file'],
  );
  const result = applySolution(patch, files({ 'door.ts': numbers }));
  expect(result.problems).toEqual([]);
  expect(contents(result)).toEqual({
    'door.ts': numbers.replace('two', '2').replace('eight', '8'),
    'lib/word.ts': 'new\nfile\n',
  });
});

it('applies a hunk whose lines have moved, but not one whose context has changed', () => {
  expect(contents(applySolution(secondLine, files({ 'door.ts': `zero\n${numbers}` })))).toEqual({
    'door.ts': `zero\n${numbers.replace('two', '2')}`,
  });
  expect(applySolution(secondLine, files({ 'door.ts': numbers.replace('three', 'three ') })).problems).toEqual([
    { line: 3, message: 'door.ts: hunk 1 of 1 does not match the source' },
  ]);
});

it('names the hunk that does not match, with its line in the patch', () => {
  const patch = `${secondLine}${lines('@@ -7,2 +7,2 @@', ' seven', '-nine', '+9')}`;
  const result = applySolution(patch, files({ 'door.ts': numbers }));
  expect(result.problems).toEqual([{ line: 8, message: 'door.ts: hunk 2 of 2 does not match the source' }]);
  expect(contents(result)).toEqual({});
});

it('keeps the missing line end of a last line', () => {
  const patch = lines(
    ...['--- a/door.ts', '+++ b/door.ts', '@@ -1 +1 @@', '-one', '\\ No newline at end of file', '+1'],
    '\\ No newline at end of file',
  );
  expect(contents(applySolution(patch, files({ 'door.ts': 'one' })))).toEqual({ 'door.ts': '1' });
});

it('rejects a patch for a file that is missing, exists, is renamed, deleted, outside or not text', () => {
  const problem = (patch: string, content: Buffer = Buffer.from(numbers)) =>
    applySolution(patch, new Map([['door.ts', content]])).problems.map(({ message }) => message);
  expect(problem(secondLine.replaceAll('door.ts', 'dor.ts'))).toEqual(['dor.ts: this folder has no such file']);
  expect(problem(secondLine.replace('a/door.ts', '/dev/null'))).toEqual([
    'door.ts: this file exists, and the patch adds it',
  ]);
  const only = ['a solution changes or adds files of this folder; it cannot rename or delete one'];
  expect(problem(secondLine.replace('b/door.ts', 'b/gate.ts'))).toEqual(only);
  expect(problem(secondLine.replace('b/door.ts', '/dev/null'))).toEqual(only);
  expect(problem(secondLine.replaceAll('door.ts', '../door.ts'))).toEqual(only);
  expect(problem(secondLine, Buffer.from([0xff, 0x0a]))).toEqual(['door.ts: only text files can be changed']);
});

it('rejects an empty patch, and text that is not a unified diff', () => {
  expect(applySolution('', new Map()).problems).toEqual([{ line: 1, message: 'this patch changes nothing' }]);
  expect(applySolution(`${secondLine} four\n`, files({ 'door.ts': numbers })).problems).toEqual([
    { line: 1, message: expect.stringMatching(/^this is not a unified diff: /) },
  ]);
});
