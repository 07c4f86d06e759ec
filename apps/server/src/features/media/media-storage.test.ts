import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Module, Subchapter, UploadedFile } from '@hexpedition/contract';
import { mediaPath } from '@hexpedition/curriculum/media/media-types';
import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { base64, plain } from '#features/avatars/testing';
import { importCurriculum } from '#features/content/content.public';
import { exportToDisk } from '#features/content/sources.public';
import { fixtureTemplate, importFixture } from '#features/content/testing/import-fixture';
import { StartError } from '#platform/start-error';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createTestDatabase } from '#testing/test-database';
import { type S3Fault, startTestS3, type TestS3 } from '#testing/test-s3';
import { storeMedia } from './media.store.ts';
import { createMediaSweep } from './media.sweep.ts';
import { useStorage } from './media-storage.ts';
import { openStorage } from './open-media-storage.ts';

let s3: TestS3;
/** Stores its media in the bucket. */
let site: TestApp;
/** Stores its media in PostgreSQL. */
let plainSite: TestApp;
let warnings: string[] = [];
const options = { warn: (reason: string) => warnings.push(reason), retryPauseMs: 1 };
/** For tests of a stalled storage; on a busy machine, working requests may take longer. */
const shortTimeout = { ...options, stallTimeoutMs: 500 };

beforeAll(async () => {
  s3 = await startTestS3();
  [site, plainSite] = [await createTestApp(), await createTestApp({}, {}, await fixtureTemplate())];
  useStorage(site.database.db, s3.config, options);
  await importFixture(site.database.db);
});
afterAll(async () => {
  await site.close();
  await plainSite.close();
  await s3.close();
});
beforeEach(() => {
  useStorage(site.database.db, s3.config, options);
  s3.trouble = () => undefined;
  s3.calls.length = 0;
  warnings = [];
});

const fileOf = (bytes: Buffer, path = 'files/x.bin') => ({
  path,
  hash: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  contentType: 'application/octet-stream',
  // In parts, as a disk returns them.
  async *bytes() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  },
});

const get = (url: string, headers: Record<string, string> = {}, from = site) => from.app.inject({ url, headers });
const addressOf = (hash: string) => mediaPath(hash, 'x.bin');
const keyOf = (hash: string) => `media/${hash}`;
const rowOf = (hash: string) =>
  site.database.db.selectFrom('media').selectAll().where('hash', '=', hash).executeTakeFirst();
const chunks = async (from = site) =>
  Number(
    (
      await from.database.db
        .selectFrom('media_chunks')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
const failRequests = (method: string, trouble: S3Fault, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  s3.trouble = (asked) => (asked.method === method && left-- > 0 ? trouble : undefined);
};

async function store(size = 300_000) {
  const bytes = randomBytes(size);
  const file = fileOf(bytes);
  await storeMedia(site.database.db, [file]);
  return { bytes, file, url: addressOf(file.hash) };
}

describe('server start', () => {
  const startWith = async (changes: Partial<TestS3['config']>) => {
    const error = await openStorage(plainSite.database.db, { ...s3.config, ...changes }, shortTimeout).catch(
      (error) => error,
    );
    expect(error).toBeInstanceOf(StartError);
    const text = `${error.message} ${error.remedy}`;
    expect(text).not.toContain(s3.config.secretAccessKey);
    return text;
  };

  it('continues with a usable bucket', async () => {
    await openStorage(site.database.db, s3.config, options);
    expect(s3.calls).toEqual([{ method: 'HEAD', key: '', query: {}, range: undefined }]);
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'x' }],
    ['an unknown key', { accessKeyId: 'x' }],
    ['another region', { region: 'us-east-1' }],
  ])('explains the fix for %s', async (_, changes) => {
    expect(await startWith(changes)).toMatch(
      /^127\.0\.0\.1:\d+ rejects the key in STORAGE_URL for the bucket courses\. Check key, secret and region/,
    );
  });

  it('reports a missing bucket, and a missing, stopped or stalled storage', async () => {
    expect(await startWith({ url: s3.config.url.replace('courses', 'ships') })).toMatch(
      /^There is no bucket ships at 127\.0\.0\.1:\d+\. Create it/,
    );
    expect(await startWith({ url: 'http://127.0.0.1:9/courses' })).toContain('127.0.0.1:9 could not be reached');
    failRequests('HEAD', 'down');
    expect(await startWith({})).toMatch(/answered 503\. Start it, or correct the address/);
    failRequests('HEAD', 'silent');
    expect(await startWith({})).toContain('has not responded for 0.5 s.');
  });

  it('fails without the bucket that contains files', async () => {
    await expect(openStorage(site.database.db, null, options)).rejects.toThrow('STORAGE_URL is not set');
    const empty = await createTestDatabase();
    await openStorage(empty.db, null, options);
    await empty.drop();
  });
});

describe('lesson files', () => {
  it('are stored in the bucket, and their first bytes in the database', async () => {
    const rows = await site.database.db.selectFrom('media').selectAll().execute();
    expect(rows.map(({ stored_in }) => stored_in)).toEqual(rows.map(() => 'bucket'));
    expect([...s3.objects.keys()].sort()).toEqual(rows.map(({ hash }) => keyOf(hash)).sort());
    for (const { hash, head } of rows) {
      const bytes = s3.objects.get(keyOf(hash)) ?? Buffer.alloc(0);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      expect(head?.equals(bytes.subarray(0, 1_024))).toBe(true);
    }
    expect(await chunks()).toBe(0);
    expect(await chunks(plainSite)).toBeGreaterThan(0);
  });

  it('are served as from PostgreSQL, with every range and header', async () => {
    const { modules } = (await site.anonymous.get<Subchapter>('/api/subchapter/film')).body;
    const { src } = modules.find(({ kind }) => kind === 'video') as Extract<Module, { kind: 'video' }>;
    const { size } = (await rowOf(src?.split('/')[2] ?? '')) ?? { size: 0 };
    const asks: Record<string, string>[] = [
      {},
      { 'if-none-match': '*' },
      { 'if-range': '"other"', range: 'bytes=0-9' },
      ...[
        'bytes=0-0',
        'bytes=0-99',
        'bytes=17-',
        'bytes=-10',
        'bytes=0-999999999',
        `bytes=${size - 1}-`,
        `bytes=${size}-`,
        'bytes=-0',
        'bytes=9-5',
        'bytes=0-1,5-9',
      ].map((range) => ({ range })),
    ];
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of asks) {
        const ask = async ({ app }: TestApp) => {
          const { statusCode, headers: got, rawPayload } = await app.inject({ method, url: src ?? '', headers });
          const { date: _, 'x-request-id': __, ...rest } = got;
          return { statusCode, rest, bytes: rawPayload.toString('hex') };
        };
        expect(await ask(site), JSON.stringify(headers)).toEqual(await ask(plainSite));
      }
    expect(s3.calls.every(({ method }) => method === 'GET')).toBe(true);
    expect(s3.calls.map(({ range }) => range)).toContain(`bytes=17-${size - 1}`);
  });

  it('stay where they were stored when a bucket is added later', async () => {
    const before = randomBytes(1_000);
    const { db } = plainSite.database;
    const file = fileOf(before);
    await storeMedia(db, [file]);
    useStorage(db, s3.config, options);
    expect((await get(addressOf(file.hash), {}, plainSite)).rawPayload.equals(before)).toBe(true);
    await storeMedia(db, [file]);
    expect(s3.objects.has(keyOf(file.hash))).toBe(false);
  });
});

describe('download', () => {
  it('survives a broken connection to the storage', async () => {
    const { bytes, url } = await store();
    failRequests('GET', 'breaks', 2);
    expect((await get(url, { range: 'bytes=5-' })).rawPayload.equals(bytes.subarray(5))).toBe(true);
    expect(s3.calls.filter(({ method }) => method === 'GET')).toHaveLength(3);
    failRequests('GET', 'down', 2);
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it.each<[S3Fault, RegExp, Record<string, string>]>([
    ['down', /answered 503 SlowDown\.$/, {}],
    ['silent', /has not responded for 0\.5 s\.$/, {}],
    ['ignores ranges', /sent no range instead of bytes 0-9\/100 of media/, { range: 'bytes=0-9' }],
  ])('fails with an uncached error when the storage is %s', async (trouble, reason, headers) => {
    const { url } = await store(100);
    useStorage(site.database.db, s3.config, shortTimeout);
    failRequests('GET', trouble);
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'unavailable',
      msg: 'The file storage does not respond. Try again in a moment.',
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    for (const name of ['etag', 'content-range', 'content-disposition', 'accept-ranges'])
      expect(answer.headers[name]).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(reason)]);
  });

  it('fails when the object is missing', async () => {
    const { url, file } = await store(100);
    s3.objects.delete(keyOf(file.hash));
    expect((await get(url)).statusCode).toBe(503);
    expect(warnings).toEqual([expect.stringContaining('answered 404 NoSuchKey')]);
  });

  it('never delivers wrong bytes as a whole file', async () => {
    const { url } = await store(2_000_000);
    failRequests('GET', 'lies');
    await site.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = site.app.server.address() as AddressInfo;
    const whole = fetch(`http://127.0.0.1:${port}${url}`).then((response) => response.arrayBuffer());
    await expect(whole).rejects.toThrow();
  });

  it('stops reading from a stalled storage when the client disconnects', async () => {
    const { url } = await store(8_000_000);
    const { port } = site.app.server.address() as AddressInfo;
    failRequests('GET', 'stalls');
    const request = httpGet({ host: '127.0.0.1', port, path: url, agent: false });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(s3.sending()).toBe(1);
    response.destroy();
    await expect.poll(() => s3.sending()).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('throttles the storage for a slow client and delivers the whole file', async () => {
    const { url, bytes } = await store(16_000_000);
    useStorage(site.database.db, s3.config, { ...options, stallTimeoutMs: 1_000 });
    const { port } = site.app.server.address() as AddressInfo;
    const request = httpGet({ host: '127.0.0.1', port, path: url, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // Longer than the stall timeout of the storage.
    await sleep(1_500);
    expect(s3.sending()).toBe(1);
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });
});

describe('upload', () => {
  it.each<[S3Fault, RegExp]>([
    ['down', /answered 503 SlowDown\.$/],
    ['silent', /has not responded for 0\.5 s/],
    ['forgets', /has 99999 of 100000 bytes/],
  ])('stores nothing when the storage is %s', async (trouble, reason) => {
    const file = fileOf(randomBytes(100_000));
    useStorage(site.database.db, s3.config, shortTimeout);
    failRequests('PUT', trouble);
    await expect(storeMedia(site.database.db, [file])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The file storage does not respond. Nothing was stored. Try again in a moment.',
    });
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    expect(await rowOf(file.hash)).toBeUndefined();
    s3.trouble = () => undefined;
    await storeMedia(site.database.db, [file]);
    expect((await get(addressOf(file.hash))).statusCode).toBe(200);
  });

  it('is retried when the storage is busy for a moment', async () => {
    failRequests('PUT', 'down', 2);
    const { bytes, url } = await store();
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
  });

  it('does not store a file that changes while it is read', async () => {
    const file = fileOf(randomBytes(200_000));
    for (const other of [randomBytes(200_000), randomBytes(100_000), randomBytes(400_000)]) {
      const { bytes } = fileOf(other);
      await expect(storeMedia(site.database.db, [{ ...file, bytes }])).rejects.toThrow('was changed while it was read');
    }
    expect([await rowOf(file.hash), s3.objects.has(keyOf(file.hash))]).toEqual([undefined, false]);
  });

  it('stores the same bytes once, even for three concurrent uploads', async () => {
    const bytes = randomBytes(50_000);
    const file = fileOf(bytes);
    await Promise.all([1, 2, 3].map(() => storeMedia(site.database.db, [file])));
    expect((await get(addressOf(file.hash))).rawPayload.equals(bytes)).toBe(true);
    s3.calls.length = 0;
    await storeMedia(site.database.db, [file]);
    expect(s3.calls).toEqual([]);
  });
});

describe('author', () => {
  const send = async (token: string, bytes: Buffer, upload: string) => {
    const query = new URLSearchParams({
      training: 'kinds',
      upload,
      folder: 'files',
      name: 'sea.bin',
      part: '1',
      parts: '1',
    });
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/system/file_upload?${query}`,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
      payload: bytes,
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('uploads into the bucket and can repeat an upload after a storage failure', async () => {
    const author = await site.as({ isSuperuser: true });
    const picture = { image: base64(await plain(1_200, 600).png().toBuffer()), training: 'kinds', name: 'harbour' };
    const bytes = randomBytes(400_000);
    const upload = randomUUID();
    failRequests('PUT', 'down');
    const unavailable = { status: 503, body: { code: 'unavailable' } };
    expect(await author.post('/api/system/image_upload', picture)).toMatchObject(unavailable);
    expect(await send(author.token, bytes, upload)).toMatchObject(unavailable);
    const paths = await site.database.db.selectFrom('source_files').select('path').execute();
    expect(paths.filter(({ path }) => /harbour\.webp$|sea\.bin$/.test(path) && !path.includes('videos/'))).toEqual([]);
    s3.trouble = () => undefined;
    const sent = await author.post<UploadedFile>('/api/system/image_upload', picture);
    expect(sent.status).toBe(200);
    const [, , hash = ''] = sent.body.src?.split('/') ?? [];
    expect(s3.objects.has(keyOf(hash))).toBe(true);
    expect((await get(`/media/${hash}/480/harbour.avif`)).statusCode).toBe(200);
    const file = await send(author.token, bytes, upload);
    expect(file.status).toBe(200);
    expect((await get(file.body.file.src)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('sweep', () => {
  it('removes the object before the row and retries when the storage does not respond', async () => {
    const { db } = site.database;
    const { file, url } = await store(1_000);
    const lost = await store(1_000);
    s3.objects.delete(keyOf(lost.file.hash));
    const used = await db.selectFrom('media').select('hash').where('unused_since', 'is', null).execute();
    const sweep = createMediaSweep({ db, clock: site.clock });
    await sweep();
    expect((await get(url)).statusCode).toBe(200);
    site.clock.advance(86_400 + 60);
    failRequests('DELETE', 'down');
    await expect(sweep()).rejects.toThrow('answered 503 SlowDown.');
    expect((await get(url)).statusCode).toBe(200);
    s3.trouble = () => undefined;
    await Promise.all([sweep(), sweep()]);
    expect([await rowOf(file.hash), await rowOf(lost.file.hash)]).toEqual([undefined, undefined]);
    expect([...s3.objects.keys()].sort()).toEqual(used.map(({ hash }) => keyOf(hash)).sort());
  });

  it('keeps a file that is uploaded again meanwhile', async () => {
    const { db } = site.database;
    const { bytes, file, url } = await store(1_000);
    const longAgo = new Date(Date.now() - 3 * 86_400_000);
    await db.updateTable('media').set({ unused_since: longAgo }).where('hash', '=', file.hash).execute();
    const sweep = createMediaSweep({ db, clock: { now: () => new Date() } });
    useStorage(db, s3.config, shortTimeout);
    // The storage takes long to remove it.
    let isAsked = false;
    s3.trouble = ({ method }) => {
      isAsked ||= method === 'DELETE';
      return method === 'DELETE' ? 'silent' : undefined;
    };
    const swept = sweep().catch((error: Error) => error.message);
    await expect.poll(() => isAsked).toBe(true);
    const storing = storeMedia(db, [file]);
    expect(await swept).toContain('has not responded for');
    // As if the object had been removed after all.
    s3.objects.delete(keyOf(file.hash));
    await storing;
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('folder', () => {
  it('with a file of 6 MB is imported, exported and imported again without changes', async () => {
    const { db } = site.database;
    const root = await mkdtemp(join(tmpdir(), 'hexpedition-storage-'));
    try {
      const from = join(root, 'from');
      await cp(fixtureFolder, from, { recursive: true });
      const added = [
        { name: 'sea.bin', bytes: randomBytes(6_000_000) },
        { name: 'tide.bin', bytes: randomBytes(1_000_000) },
      ];
      for (const { name, bytes } of added) {
        await writeFile(join(from, 'tests/kinds/files', name), bytes);
        await appendFile(
          join(from, 'tests/kinds/01-modules/02-files.md'),
          `\n::file[A file]{#${name.replace('.bin', '')}-file src=files/${name}}\n`,
        );
      }
      const run = (folder: string) => importCurriculum({ db, root: folder, labs: null, overwrite: true });
      const report = await run(from);
      expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const { modules } = (await site.anonymous.get<Subchapter>('/api/subchapter/files')).body;
      for (const { name, bytes } of added) {
        const file = modules.find((module) => module.kind === 'file' && module.name === name);
        expect((await get((file as Extract<Module, { kind: 'file' }>).src)).rawPayload.equals(bytes)).toBe(true);
      }
      const to = join(root, 'to');
      await exportToDisk(db, to);
      for (const { name, bytes } of added)
        expect((await readFile(join(to, 'tests/kinds/files', name))).equals(bytes)).toBe(true);
      s3.calls.length = 0;
      expect((await run(to)).changes).toEqual([]);
      expect(s3.calls).toEqual([]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }, 60_000);
});
