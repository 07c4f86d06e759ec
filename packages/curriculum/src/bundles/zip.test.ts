import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ZipEntryFields, zipOf } from '../testing/hostile-zip.ts';
import { type BundleFiles, type BundleLimits, bundleLimits, textFile } from './bundle-files.ts';
import { readFolder } from './read-folder.ts';
import { readZip } from './read-zip.ts';
import { writeZip, zipBytes } from './write-zip.ts';

const small: BundleLimits = {
  ...bundleLimits,
  files: 5,
  file: 5_000,
  text: 100,
  total: 8_000,
  ratio: 20,
  ratioFrom: 1_000,
};

async function rejectionOf(zip: Uint8Array, limits = small): Promise<string> {
  const read = await readZip(zip, limits);
  return 'rejection' in read ? read.rejection.code : 'accepted';
}

/** Returns the codes of the files that were left out, and the paths of the others. */
async function selectionOf(zip: Uint8Array, limits = small): Promise<{ codes: string[]; paths: string[] }> {
  const read = await readZip(zip, limits);
  if ('rejection' in read) throw new Error(read.rejection.message);
  expect(read.leftOut.map(({ severity }) => severity)).not.toContain('error');
  return { codes: read.leftOut.map(({ code }) => code), paths: [...read.files.keys()] };
}

async function textsOf(files: BundleFiles): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [path, file] of files) texts[path] = Buffer.from(await file.bytes()).toString();
  return texts;
}

const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i * i * 31 + i * 7) % 251));
const zip64 = Buffer.from([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

describe('accepted zip', () => {
  it('returns its files, from memory and from the disk', async () => {
    const zip = zipOf([
      { name: 'web/', data: Buffer.alloc(0), mode: 0o040755, method: 0 },
      { name: 'web/ä.md', data: Buffer.from('One'), mode: 0o100644 },
      { name: 'two', data: Buffer.from('Two'), method: 0, flags: 8, localSize: 0 },
      { name: 'empty', data: Buffer.alloc(0) },
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'hexpedition-zip-'));
    try {
      await writeFile(join(folder, 'a.zip'), zip);
      for (const source of [zip, join(folder, 'a.zip')]) {
        const read = await readZip(source, small);
        expect('files' in read && (await textsOf(read.files))).toEqual({ 'web/ä.md': 'One', two: 'Two', empty: '' });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('may have a comment', async () => {
    expect(await rejectionOf(zipOf([{ name: 'a' }], { comment: 'packed by hand' }))).toBe('accepted');
  });
});

describe('file that is left out', () => {
  it.each<[string, ZipEntryFields[], string]>([
    ['a path to the parent folder', [{ name: '../evil' }], 'name-unsafe'],
    ['a path to the parent folder in the middle', [{ name: 'a/../../evil' }], 'name-unsafe'],
    ['an absolute path', [{ name: '/etc/passwd' }], 'name-unsafe'],
    ['a drive letter', [{ name: 'C:evil' }], 'name-unsafe'],
    ['a backslash', [{ name: 'a\\..\\evil' }], 'name-unsafe'],
    ['a NUL', [{ name: 'a\0.md' }], 'name-unsafe'],
    ['a line break', [{ name: 'a\nb' }], 'name-unsafe'],
    ['characters that reverse the text direction', [{ name: 'a\u202egnp.exe' }], 'name-unsafe'],
    ['a name of a device', [{ name: 'a/NUL.txt' }], 'name-unsafe'],
    ['an empty name', [{ name: '' }], 'name-unsafe'],
    ['a name that is no UTF-8', [{ name: Buffer.from([0x61, 0xff]) }], 'name-encoding'],
    ['a long name', [{ name: 'a'.repeat(201) }], 'name-long'],
    ['a deep name', [{ name: `${'a/'.repeat(16)}b` }], 'name-deep'],
    ['a duplicate name', [{ name: 'a' }, { name: 'a' }], 'name-twice'],
    ['a duplicate name that differs by case', [{ name: 'Read' }, { name: 'rEAD' }], 'name-twice'],
    ['a duplicate name that differs by Unicode form', [{ name: '\u00e9' }, { name: 'e\u0301' }], 'name-twice'],
    ['a file that is also a folder', [{ name: 'a' }, { name: 'A/b' }], 'name-twice'],
    ['a folder that is also a file', [{ name: 'a/b' }, { name: 'A' }], 'name-twice'],
    ['a symbolic link', [{ name: 'a', mode: 0o120777, data: Buffer.from('/etc/passwd') }], 'link'],
    ['a device', [{ name: 'a', mode: 0o020666 }], 'device'],
    ['a file named like a folder', [{ name: 'a/', mode: 0o100644 }], 'device'],
    ['a text beyond the limit', [{ name: 'a.md', data: noise(101) }], 'file-large'],
    ['a file beyond the limit', [{ name: 'a', data: noise(5_001) }], 'file-large'],
  ])('%s', async (_, entries, code) => {
    const { codes, paths } = await selectionOf(zipOf([{ name: 'other.md', data: Buffer.from('Text.') }, ...entries]));
    expect(codes).toEqual([code]);
    // Of two equal names the first is kept.
    expect(paths).toEqual(['other.md', ...entries.slice(0, -1).map(({ name }) => String(name))]);
  });

  it('is named without characters that cannot be stored or shown', async () => {
    const read = await readZip(zipOf([{ name: 'a\0\u202eb' }, { name: Buffer.from([0x61, 0xff]) }]));
    expect('files' in read && read.leftOut.map(({ file }) => file)).toEqual(['a\ufffd\ufffdb', 'aÿ']);
  });

  it('is beyond a limit of the import: texts are kept, and all others are reported in one line', async () => {
    const names = ['1.bin', '2.bin', '3.bin', 'x.md', 'y.yml', 'z.bin'];
    const zip = zipOf(names.map((name) => ({ name })));
    expect(await selectionOf(zip, { ...small, files: 3 })).toEqual({
      codes: ['too-many-files'],
      paths: ['1.bin', 'x.md', 'y.yml'],
    });
    expect(await selectionOf(zip, { ...small, files: 9, total: 12 })).toEqual({
      codes: ['total-large'],
      paths: ['1.bin', 'x.md', 'y.yml'],
    });
  });

  it('is not reported if it belongs to the history of a checkout', async () => {
    expect(await selectionOf(zipOf([{ name: 'e/.git/config' }, { name: 'e/a.md' }]))).toEqual({
      codes: [],
      paths: ['e/a.md'],
    });
  });
});

describe('rejected zip', () => {
  it.each<[string, ZipEntryFields[], string]>([
    ['data in a folder entry', [{ name: 'a/' }], 'zip-damaged'],
    ['encryption', [{ name: 'a', flags: 1 }], 'zip-encrypted'],
    ['AES encryption', [{ name: 'a', method: 99 }], 'zip-encrypted'],
    ['an unsupported compression method', [{ name: 'a', method: 12 }], 'zip-method'],
    ['a bomb', [{ name: 'a', data: Buffer.alloc(5_000) }], 'zip-bomb'],
    ['a bomb with a false size', [{ name: 'a', data: Buffer.alloc(5_000), size: 50 }], 'zip-bomb'],
    ['fewer bytes than stated', [{ name: 'a', size: 50 }], 'zip-damaged'],
    ['a wrong checksum', [{ name: 'a', crc: 1 }], 'zip-damaged'],
    ['invalid compressed data', [{ name: 'a', method: 8, packed: 3 }], 'zip-damaged'],
    ['two names for one file', [{ name: 'a', localName: 'b' }], 'zip-mismatch'],
    ['two sizes for one file', [{ name: 'a', localSize: 3 }], 'zip-mismatch'],
    ['an offset outside the file data', [{ name: 'a', offset: 5 }], 'zip-damaged'],
    ['Zip64 sizes in the extra field', [{ name: 'a', extra: zip64 }], 'zip-64'],
    ['a size of four gigabytes', [{ name: 'a', size: 0xffffffff }], 'zip-64'],
  ])('%s', async (_, entries, code) => {
    expect(await rejectionOf(zipOf(entries))).toBe(code);
  });

  it('rejects files that share bytes', async () => {
    // The second entry of the central directory points at the first file.
    expect(await rejectionOf(zipOf([{ name: 'a' }, { name: 'b', localName: 'a', offset: 0 }]))).toBe('zip-mismatch');
    const inner = zipOf([{ name: 'b' }]).subarray(0, 30 + 1 + 6);
    const offset = 30 + 1;
    const outer = zipOf([
      { name: 'a', data: inner, method: 0 },
      { name: 'b', offset },
    ]);
    expect(await rejectionOf(outer)).toBe('zip-overlap');
  });

  it('rejects a file that is no zip, is truncated, or has trailing data', async () => {
    const zip = zipOf([{ name: 'a' }]);
    expect(await rejectionOf(Buffer.from('no zip'))).toBe('not-zip');
    expect(await rejectionOf(Buffer.alloc(0))).toBe('not-zip');
    expect(await rejectionOf(zip.subarray(0, -1))).toBe('not-zip');
    expect(await rejectionOf(zipOf([{ name: 'a' }], { trailing: 'more' }))).toBe('not-zip');
    expect(await rejectionOf(Buffer.concat([Buffer.from('before'), zip]))).toBe('zip-damaged');
    expect(await rejectionOf(zipOf([{ name: 'a' }], { count: 2 }))).toBe('zip-damaged');
    expect(await rejectionOf(zipOf([{ name: 'a' }], { count: 0xffff }))).toBe('zip-64');
  });

  it('never crashes when bytes are changed', async () => {
    const good = zipOf([{ name: 'a/one.md' }, { name: 'two', data: noise(500) }]);
    const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (bytes) => {
        const zip = Buffer.from(good);
        for (const [at, value] of bytes) zip[at] = value;
        const read = await readZip(zip, small);
        if ('files' in read) for (const file of read.files.values()) await file.bytes();
      }),
      { numRuns: 400 },
    );
  });
});

describe('zip writer', () => {
  it('gives the same bytes for the same files in any order', async () => {
    const one = new Map([
      ['b.md', textFile('two '.repeat(50))],
      ['a/ü.md', textFile('one')],
    ]);
    const other = new Map([...one].reverse());
    const zip = await zipBytes(one);
    expect(zip).toEqual(await zipBytes(other));
    const read = await readZip(zip);
    expect('files' in read && (await textsOf(read.files))).toEqual({ 'a/ü.md': 'one', 'b.md': 'two '.repeat(50) });
  });
});

it('reads one file at a time, so that a large export needs little memory', async () => {
  const asked: string[] = [];
  const file = (name: string) => ({ size: 1, bytes: async () => Buffer.from(asked.push(name) ? name : '') });
  const pieces = writeZip(
    new Map([
      ['a', file('a')],
      ['b', file('b')],
    ]),
  );
  await pieces.next();
  expect(asked).toEqual(['a']);
});

describe('folder reader', () => {
  it('reads a folder like a zip and leaves out links, whatever they point to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hexpedition-folder-'));
    try {
      await writeFile(join(folder, 'a.md'), 'One');
      await writeFile(join(folder, 'b.md'), 'x'.repeat(101));
      await symlink('/etc/passwd', join(folder, 'a.link'));
      await symlink('/etc', join(folder, 'c'));
      const read = await readFolder(folder, small);
      if ('rejection' in read) throw new Error(read.rejection.message);
      expect(await textsOf(read.files)).toEqual({ 'a.md': 'One' });
      expect(read.leftOut.map(({ file, code }) => [file, code])).toEqual([
        ['a.link', 'link'],
        ['b.md', 'file-large'],
        ['c', 'link'],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
