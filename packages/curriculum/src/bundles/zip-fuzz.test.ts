import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ZipEntryFields, zipOf } from '../testing/hostile-zip.ts';
import { type BundleLimits, bundleLimits } from './bundle-files.ts';
import { readZip } from './read-zip.ts';

const limits: BundleLimits = {
  ...{ ...bundleLimits, files: 6, file: 20_000, text: 5_000, total: 40_000, ratio: 20, ratioFrom: 1_000 },
};

const part = fc.oneof(
  fc.constantFrom('a', 'A', 'b.md', 'é', 'e\u0301', '\ufb01le', 'file', '..', '.', '', ' ', 'NUL', 'con.txt', 'c:'),
  fc.constantFrom('a\\b', '\0', '\u202e', '__proto__', 'constructor', '.git', '~', 'x'.repeat(201), '😀', '%2e%2e'),
  fc.string({ maxLength: 12, unit: 'binary' }),
);
const name = fc.oneof(
  { weight: 20, arbitrary: fc.stringMatching(/^([a-z]{1,3}\/)?[a-zA-Zé]{1,6}(\.md)?$/) },
  { weight: 4, arbitrary: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')) },
  fc.array(part, { minLength: 17, maxLength: 40 }).map((parts) => parts.join('/')),
  fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
);
const data = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 0, max: 900 }).map((length) => Buffer.alloc(length)),
  fc.integer({ min: 0, max: 60_000 }).map((length) => Buffer.alloc(length)),
);
const extra = fc.oneof(
  fc.constant(Buffer.from([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
  fc.constant(Buffer.from([0x75, 0x70, 0xff, 0xff])),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
);
const size = fc.oneof(fc.constantFrom(0, 1, 0xffffffff, 0xfffffffe, 0x7fffffff), fc.nat(70_000));
/** Fields that a hostile packer forges, each in a sixteenth of the entries. */
const forged = <T>(field: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: field });
const entry = fc
  .record({
    name,
    data: fc.option(data, { nil: undefined }),
    method: fc.constantFrom(8, 8, 8, 8, 8, 8, 0, 0, 0, 0, 12, 99),
    flags: forged(fc.nat(0xffff)),
    mode: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0o100644, 0o100644, 0o040755, 0o120777, 0o020666, 0o104755, 0xffff),
    extra: forged(extra),
    size: forged(size),
    packed: forged(size),
    crc: forged(fc.nat()),
    localName: forged(fc.string({ maxLength: 8 })),
    localSize: forged(size),
    offset: forged(size),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown)
  .map((fields) => fields as ZipEntryFields);

const archive = fc.oneof(
  { weight: 8, arbitrary: fc.array(entry, { maxLength: 8 }).map((entries) => zipOf(entries)) },
  fc
    .record({
      entries: fc.array(entry, { maxLength: 4 }),
      count: fc.nat(0xffff),
      comment: fc.string({ maxLength: 40 }),
    })
    .map(({ entries, count, comment }) => zipOf(entries, { count, comment })),
  fc.tuple(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.nat(400)).map(([entries, length]) => {
    return zipOf(entries).subarray(0, -1 - length);
  }),
  // An archive within an archive, whose headers can be taken for entries.
  fc.tuple(entry, entry, size).map(([inner, outer, offset]) => {
    return zipOf([
      { ...outer, data: zipOf([inner]), method: 0 },
      { ...inner, offset },
    ]);
  }),
);

const maxMs = 2_000;

it('reads any archive as safe files within the limits, or rejects it with a reason', async () => {
  const seen = { accepted: 0, rejected: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(archive, async (zip) => {
      const start = performance.now();
      const read = await readZip(zip, limits);
      if ('rejection' in read) {
        seen.rejected.add(read.rejection.code);
        expect(read.rejection.message).toMatch(/\.$/);
      } else {
        if (read.files.size > 0) seen.accepted += 1;
        await expectSafe(read.files);
      }
      expect(performance.now() - start).toBeLessThan(maxMs);
    }),
    { numRuns: 3_000 },
  );
  // The archives reach both outcomes, and most reasons.
  expect(seen.accepted).toBeGreaterThan(50);
  expect(seen.rejected.size).toBeGreaterThan(4);
}, 120_000);

async function expectSafe(files: ReadonlyMap<string, { size: number; bytes(): Promise<Uint8Array> }>): Promise<void> {
  let total = 0;
  const names = new Set<string>();
  for (const [path, file] of files) {
    expect(path).not.toMatch(/^\/|\\|:|[\p{Cc}\u202a-\u202e]|(^|\/)(\.{0,2})(\/|$)/u);
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(limits.path);
    names.add(path.normalize('NFKC').toLowerCase().normalize('NFKC'));
    const bytes = await file.bytes();
    expect(bytes.length).toBe(file.size);
    total += bytes.length;
  }
  expect(names.size).toBe(files.size);
  expect(files.size).toBeLessThanOrEqual(limits.files);
  expect(total).toBeLessThanOrEqual(limits.total);
}
