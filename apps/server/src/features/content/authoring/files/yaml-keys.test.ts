import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#platform/paths';
import { withKeys } from './yaml-keys.ts';

it('changes nothing without a new value, and one line for one value', async () => {
  const root = join(projectRoot, 'curriculum');
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('/training.yaml'));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const source = await readFile(join(root, file), 'utf8');
    const values = parse(source);
    expect(withKeys(source, values)).toBe(source);
    expect(withKeys(source, { name: 'Another' })).toBe(source.replace(/^name: .*$/m, 'name: Another'));
  }
});

it('writes multi-line texts as blocks, and lists on one line', () => {
  const made = withKeys('id: tr-x\n', { description: 'One.\n\nTwo: *three*.', requires: ['a', 'b'] });
  expect(made).toBe('id: tr-x\ndescription: |-\n  One.\n\n  Two: *three*.\nrequires: [a, b]\n');
});

it('removes keys', () => {
  expect(withKeys('id: a # why\nhidden: true\nname: b\n', { hidden: undefined })).toBe('id: a # why\nname: b\n');
});
