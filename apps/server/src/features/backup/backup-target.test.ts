import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createBucket } from '#platform/bucket';
import { startTestS3, type TestS3 } from '#testing/test-s3';
import { archiveNameAt, archiveObject, keepNewestFiles, keepNewestObjects, uploadArchive } from './backup-target.ts';

let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await startTestS3();
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-target-'));
});
afterEach(() => {
  s3.trouble = () => undefined;
  s3.calls.length = 0;
  s3.objects.clear();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const target = () => ({ storage: s3.config, prefix: 'site/' });
const options = () => ({ bucket: createBucket(s3.config, { retryPauseMs: 1 }), partBytes: 1_000 });
const day = (n: number) => archiveNameAt(new Date(Date.UTC(2026, 10, n, 3)));

it('continues an interrupted upload with the missing and the changed parts', async () => {
  const path = join(folder, day(1));
  const content = randomBytes(5_500);
  await writeFile(path, content);
  s3.trouble = ({ query }) => (query.partNumber === '4' ? 'down' : undefined);
  await expect(uploadArchive(path, target(), options())).rejects.toThrow(/503 SlowDown/);
  expect(s3.objects.size).toBe(0);

  s3.trouble = () => undefined;
  // The second part has changed since the interrupted upload.
  content.fill(7, 1_000, 1_010);
  await writeFile(path, content);
  expect(await uploadArchive(path, target(), options())).toEqual({ parts: 6, sent: 4 });
  expect(s3.objects.get(`site/${day(1)}`)).toEqual(content);
  expect(s3.uploads.size).toBe(0);
});

it('reads an archive from the bucket, and names one that does not exist', async () => {
  s3.objects.set('site/one', Buffer.from('content'));
  const archive = await archiveObject({ storage: s3.config, prefix: 'site/one' });
  expect((await buffer(archive.open())).toString()).toBe('content');
  expect((await buffer(archive.open())).toString()).toBe('content');
  await expect(archiveObject({ storage: s3.config, prefix: 'site/two' })).rejects.toThrow('no archive site/two');
});

it('keeps the newest archives of a bucket, and never deletes other objects', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    await writeFile(join(folder, day(n)), `archive ${n}`);
    await uploadArchive(join(folder, day(n)), target(), options());
  }
  // The name of an archive, but not made by this tool; another name; and another prefix.
  s3.objects.set(`site/${day(6).replace('2026', '2020')}`, Buffer.from('copied by hand'));
  s3.objects.set('site/hexpedition-notes.txt', Buffer.from('notes'));
  s3.objects.set(day(1), Buffer.from('other site'));
  expect(await keepNewestObjects(target(), 2)).toEqual([day(1), day(2), day(3)].map((name) => `site/${name}`));
  expect([...s3.objects.keys()].sort()).toEqual(
    [
      day(1),
      `site/${day(6).replace('2026', '2020')}`,
      `site/${day(4)}`,
      `site/${day(5)}`,
      'site/hexpedition-notes.txt',
    ].sort(),
  );
});

it('keeps the newest archives of a folder, and never deletes other files', async () => {
  const archives = await mkdtemp(join(folder, 'keep-'));
  for (const n of [1, 2, 3]) await writeFile(join(archives, day(n)), 'age-encryption.org/v1\n-> X25519 …');
  const foreign = day(4).replace('2026', '2020');
  await writeFile(join(archives, foreign), 'Not an archive.');
  await writeFile(join(archives, 'photo.jpg'), 'A photo.');
  expect(await keepNewestFiles(archives, 1)).toEqual([day(1), day(2)]);
  expect((await readdir(archives)).sort()).toEqual([foreign, day(3), 'photo.jpg'].sort());
});
