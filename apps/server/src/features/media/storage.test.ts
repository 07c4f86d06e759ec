import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Module, Subchapter, UploadedFile } from '@hexpedition/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { base64, plain } from '#features/avatars/testing';
import { importCurriculum } from '#features/content/content.public';
import { exportToDisk } from '#features/content/sources.public';
import { fixtureFolder, importFixture } from '#features/content/testing/import-fixture';
import { StartError } from '#platform/start-error';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createTestDatabase } from '#testing/test-database';
import { startTestS3, type TestS3, type Trouble } from '#testing/test-s3';
import { mediaPath, storeMedia } from './media.store.ts';
import { createMediaSweep } from './media.sweep.ts';
import { openStorage } from './open-storage.ts';
import { useStorage } from './storage.ts';

let s3: TestS3;
/** Keeps its media in the bucket. */
let site: TestApp;
/** Keeps the same in PostgreSQL. */
let plainSite: TestApp;
let warnings: string[] = [];
const options = { warn: (reason: string) => warnings.push(reason) };
/** For tests in which the store does nothing; a busy machine may take longer for what works. */
const impatient = { ...options, stallTimeoutMs: 500 };

beforeAll(async () => {
  s3 = await startTestS3();
  [site, plainSite] = [await createTestApp(), await createTestApp()];
  useStorage(site.database.db, s3.config, options);
  await importFixture(site.database.db);
  await importFixture(plainSite.database.db);
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
  // In pieces, as a disk gives them.
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
const troubleFor = (method: string, trouble: Trouble, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  s3.trouble = (asked) => (asked.method === method && left-- > 0 ? trouble : undefined);
};

async function store(size = 300_000) {
  const bytes = randomBytes(size);
  const file = fileOf(bytes);
  await storeMedia(site.database.db, [file]);
  return { bytes, file, url: addressOf(file.hash) };
}

describe('the start', () => {
  const startWith = async (changes: Partial<TestS3['config']>) => {
    const error = await openStorage(plainSite.database.db, { ...s3.config, ...changes }, impatient).catch(
      (fault) => fault,
    );
    expect(error).toBeInstanceOf(StartError);
    const text = `${error.message} ${error.remedy}`;
    expect(text).not.toContain(s3.config.secretAccessKey);
    return text;
  };

  it('goes on with a bucket that can be used', async () => {
    await openStorage(site.database.db, s3.config, options);
    expect(s3.calls).toEqual([{ method: 'HEAD', key: '', range: undefined }]);
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'x' }],
    ['an unknown key', { accessKeyId: 'x' }],
    ['another region', { region: 'us-east-1' }],
  ])('says what to check with %s', async (_, changes) => {
    expect(await startWith(changes)).toMatch(
      /^127\.0\.0\.1:\d+ refuses the key of STORAGE_URL for the bucket courses\. Check key, secret and region/,
    );
  });

  it('names a bucket that is not there, and a store that is not there, is down or silent', async () => {
    expect(await startWith({ url: s3.config.url.replace('courses', 'ships') })).toMatch(
      /^There is no bucket ships at 127\.0\.0\.1:\d+\. Make it/,
    );
    expect(await startWith({ url: 'http://127.0.0.1:9/courses' })).toContain('127.0.0.1:9 could not be reached');
    troubleFor('HEAD', 'down');
    expect(await startWith({})).toMatch(/answered 503\. Start it, or correct the address/);
    troubleFor('HEAD', 'silent');
    expect(await startWith({})).toContain('has not responded for 0.5 s.');
  });

  it('does not happen without the bucket in which files lie', async () => {
    await expect(openStorage(site.database.db, null, options)).rejects.toThrow('STORAGE_URL is not set');
    const empty = await createTestDatabase();
    await openStorage(empty.db, null, options);
    await empty.drop();
  });
});

describe('files of lessons', () => {
  it('lie in the bucket, and what readers look at in the database', async () => {
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

  it('come as they come from PostgreSQL, with every range and header', async () => {
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

  it('lie where they were stored, also when there is a bucket later', async () => {
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

describe('a visitor', () => {
  it('notices nothing of a connection that breaks', async () => {
    const { bytes, url } = await store();
    troubleFor('GET', 'breaks', 2);
    expect((await get(url, { range: 'bytes=5-' })).rawPayload.equals(bytes.subarray(5))).toBe(true);
    expect(s3.calls.filter(({ method }) => method === 'GET')).toHaveLength(3);
    troubleFor('GET', 'down', 2);
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it.each<[Trouble, RegExp, Record<string, string>]>([
    ['down', /answered 503 SlowDown\.$/, {}],
    ['silent', /has not responded for 0\.5 s\.$/, {}],
    ['ignores ranges', /sent no range instead of bytes 0-9\/100 of media/, { range: 'bytes=0-9' }],
  ])('is told when the store is %s, and nobody keeps that', async (trouble, reason, headers) => {
    const { url } = await store(100);
    useStorage(site.database.db, s3.config, impatient);
    troubleFor('GET', trouble);
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'unavailable',
      msg: 'The store of files does not answer. Try again in a moment.',
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    for (const name of ['etag', 'content-range', 'content-disposition', 'accept-ranges'])
      expect(answer.headers[name]).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(reason)]);
  });

  it('is told when the object is gone', async () => {
    const { url, file } = await store(100);
    s3.objects.delete(keyOf(file.hash));
    expect((await get(url)).statusCode).toBe(503);
    expect(warnings).toEqual([expect.stringContaining('answered 404 NoSuchKey')]);
  });

  it('never gets other bytes as a whole file', async () => {
    const { url } = await store(2_000_000);
    troubleFor('GET', 'lies');
    await site.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = site.app.server.address() as AddressInfo;
    const whole = fetch(`http://127.0.0.1:${port}${url}`).then((response) => response.arrayBuffer());
    await expect(whole).rejects.toThrow();
  });

  it('who leaves ends the reading, while the store sends nothing', async () => {
    const { url } = await store(8_000_000);
    const { port } = site.app.server.address() as AddressInfo;
    troubleFor('GET', 'stalls');
    const request = httpGet({ host: '127.0.0.1', port, path: url, agent: false });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(s3.sending()).toBe(1);
    response.destroy();
    await expect.poll(() => s3.sending()).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('who takes his time holds the store back, and gets the whole file', async () => {
    const { url, bytes } = await store(16_000_000);
    useStorage(site.database.db, s3.config, { ...options, stallTimeoutMs: 1_000 });
    const { port } = site.app.server.address() as AddressInfo;
    const request = httpGet({ host: '127.0.0.1', port, path: url, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // Longer than the store may take.
    await sleep(1_500);
    expect(s3.sending()).toBe(1);
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });
});

describe('storing', () => {
  it.each<[Trouble, RegExp]>([
    ['down', /answered 503 SlowDown\.$/],
    ['silent', /has done nothing/],
    ['forgets', /has 99999 of 100000 bytes/],
  ])('keeps nothing when the store is %s', async (trouble, reason) => {
    const file = fileOf(randomBytes(100_000));
    useStorage(site.database.db, s3.config, impatient);
    troubleFor('PUT', trouble);
    await expect(storeMedia(site.database.db, [file])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The store of files does not answer. Nothing of it was kept. Try again in a moment.',
    });
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    expect(await rowOf(file.hash)).toBeUndefined();
    s3.trouble = () => undefined;
    await storeMedia(site.database.db, [file]);
    expect((await get(addressOf(file.hash))).statusCode).toBe(200);
  });

  it('is tried again where the store is busy for a moment', async () => {
    troubleFor('PUT', 'down', 2);
    const { bytes, url } = await store();
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
  });

  it('keeps nothing of a file that changes while it is read', async () => {
    const file = fileOf(randomBytes(200_000));
    for (const other of [randomBytes(200_000), randomBytes(100_000), randomBytes(400_000)]) {
      const { bytes } = fileOf(other);
      await expect(storeMedia(site.database.db, [{ ...file, bytes }])).rejects.toThrow('was changed while it was read');
    }
    expect([await rowOf(file.hash), s3.objects.has(keyOf(file.hash))]).toEqual([undefined, false]);
  });

  it('keeps the same bytes once, also when three bring them at once', async () => {
    const bytes = randomBytes(50_000);
    const file = fileOf(bytes);
    await Promise.all([1, 2, 3].map(() => storeMedia(site.database.db, [file])));
    expect((await get(addressOf(file.hash))).rawPayload.equals(bytes)).toBe(true);
    s3.calls.length = 0;
    await storeMedia(site.database.db, [file]);
    expect(s3.calls).toEqual([]);
  });
});

describe('an author', () => {
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

  it('uploads into the bucket, and again what a store that was down did not take', async () => {
    const author = await site.as({ isSuperuser: true });
    const picture = { image: base64(await plain(1_200, 600).png().toBuffer()), training: 'kinds', name: 'harbour' };
    const bytes = randomBytes(400_000);
    const upload = randomUUID();
    troubleFor('PUT', 'down');
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

describe('the sweep', () => {
  it('removes the object and then the row, and tries again when the store does not answer', async () => {
    const { db } = site.database;
    const { file, url } = await store(1_000);
    const lost = await store(1_000);
    s3.objects.delete(keyOf(lost.file.hash));
    const used = await db.selectFrom('media').select('hash').where('unused_since', 'is', null).execute();
    const sweep = createMediaSweep({ db, clock: site.clock });
    await sweep();
    expect((await get(url)).statusCode).toBe(200);
    site.clock.advance(86_400 + 60);
    troubleFor('DELETE', 'down');
    await expect(sweep()).rejects.toThrow('answered 503 SlowDown.');
    expect((await get(url)).statusCode).toBe(200);
    s3.trouble = () => undefined;
    await Promise.all([sweep(), sweep()]);
    expect([await rowOf(file.hash), await rowOf(lost.file.hash)]).toEqual([undefined, undefined]);
    expect([...s3.objects.keys()].sort()).toEqual(used.map(({ hash }) => keyOf(hash)).sort());
  });

  it('takes nothing away that comes again meanwhile', async () => {
    const { db } = site.database;
    const { bytes, file, url } = await store(1_000);
    const longAgo = new Date(Date.now() - 3 * 86_400_000);
    await db.updateTable('media').set({ unused_since: longAgo }).where('hash', '=', file.hash).execute();
    const sweep = createMediaSweep({ db, clock: { now: () => new Date() } });
    useStorage(db, s3.config, impatient);
    // The store takes its time to remove it.
    let isAsked = false;
    s3.trouble = ({ method }) => {
      isAsked ||= method === 'DELETE';
      return method === 'DELETE' ? 'silent' : undefined;
    };
    const sweeping = sweep().catch((error: Error) => error.message);
    await expect.poll(() => isAsked).toBe(true);
    const storing = storeMedia(db, [file]);
    expect(await sweeping).toContain('has done nothing');
    // As if it had been removed all the same.
    s3.objects.delete(keyOf(file.hash));
    await storing;
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('a folder', () => {
  it('with files of 20 MB is imported, exported, and the same again', async () => {
    const { db } = site.database;
    const root = await mkdtemp(join(tmpdir(), 'hexpedition-storage-'));
    try {
      const from = join(root, 'from');
      await cp(fixtureFolder, from, { recursive: true });
      const large = ['sea.bin', 'tide.bin', 'wind.bin'].map((name) => ({ name, bytes: randomBytes(20_000_000) }));
      for (const { name, bytes } of large) {
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
      for (const { name, bytes } of large) {
        const file = modules.find((module) => module.kind === 'file' && module.name === name);
        expect((await get((file as Extract<Module, { kind: 'file' }>).src)).rawPayload.equals(bytes)).toBe(true);
      }
      const to = join(root, 'to');
      await exportToDisk(db, to);
      for (const { name, bytes } of large)
        expect((await readFile(join(to, 'tests/kinds/files', name))).equals(bytes)).toBe(true);
      s3.calls.length = 0;
      expect((await run(to)).changes).toEqual([]);
      expect(s3.calls).toEqual([]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }, 60_000);
});
