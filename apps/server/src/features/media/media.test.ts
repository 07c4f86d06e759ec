import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Module, Subchapter } from '@hexpedition/contract';
import { mediaPath } from '@hexpedition/curriculum/media/media-types';
import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureTemplate } from '#features/content/testing/import-fixture';
import { createTestApp, type TestApp } from '#testing/test-app';
import { chunkSize, storeMedia } from './media.store.ts';
import { createMediaSweep } from './media.sweep.ts';

let test: TestApp;
let folder: string;
/** Three chunks, the last of them short. */
const bytes = randomBytes(2 * chunkSize + 1_000);
const big = { hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, contentType: 'video/webm' };

beforeAll(async () => {
  test = await createTestApp({}, {}, await fixtureTemplate());
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-media-'));
  await writeFile(join(folder, 'big.webm'), bytes);
  await storeMedia(test.database.db, [{ ...big, ...onDisk(join(folder, 'big.webm')) }]);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const onDisk = (path: string) => ({ path, bytes: () => createReadStream(path) });

const videoUrl = mediaPath(big.hash, 'big.webm');
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url, headers });

async function moduleOf<K extends Module['kind']>(lesson: string, kind: K) {
  const { body } = await test.anonymous.get<Subchapter>(`/api/subchapter/${lesson}`);
  const found = body.modules.find((module) => module.kind === kind);
  return found as Extract<Module, { kind: K }>;
}

describe('file', () => {
  it('is served whole, with its type and immutable caching', async () => {
    const answer = await get(videoUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${big.hash}"`,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('returns 304 for a matching ETag', async () => {
    for (const tag of [`"${big.hash}"`, `W/"${big.hash}"`, `"other", "${big.hash}"`, '*']) {
      const answer = await get(videoUrl, { 'if-none-match': tag, range: 'bytes=0-1' });
      expect([answer.statusCode, answer.body]).toEqual([304, '']);
    }
    expect((await get(videoUrl, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD without reading the file', async () => {
    const answer = await get(videoUrl, { range: 'bytes=0-9' }, 'HEAD');
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', String(bytes.length)]);
    expect((await get(mediaPath('0'.repeat(64), 'x.webm'), {}, 'HEAD')).statusCode).toBe(404);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    [`bytes=${chunkSize - 5}-${chunkSize + 4}`, chunkSize - 5, chunkSize + 4],
    [`bytes=${chunkSize}-`, chunkSize, bytes.length - 1],
    [`bytes=5-${2 * chunkSize}`, 5, 2 * chunkSize],
    ['bytes=-10', bytes.length - 10, bytes.length - 1],
    [`bytes=${bytes.length - 1}-`, bytes.length - 1, bytes.length - 1],
    ['bytes=0-999999999', 0, bytes.length - 1],
  ])('serves a byte range: %s', async (range, from, to) => {
    const answer = await get(videoUrl, { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${bytes.length}`);
    expect(answer.headers['content-length']).toBe(String(to - from + 1));
    expect(answer.rawPayload.equals(bytes.subarray(from, to + 1))).toBe(true);
  });

  it.each([`bytes=${bytes.length}-`, 'bytes=-0'])('answers 416: %s', async (range) => {
    const answer = await get(videoUrl, { range });
    expect([answer.statusCode, answer.body]).toEqual([416, '']);
    expect(answer.headers['content-range']).toBe(`bytes */${bytes.length}`);
  });

  it.each(['bytes=0-1,5-9', `bytes=${'0-,'.repeat(2_000)}0-`, 'bytes=9-5', 'pages=1-2', 'bytes=x'])(
    'is served whole for an unsupported range: %s',
    async (range) => {
      const answer = await get(videoUrl, { range });
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, bytes.length]);
    },
  );

  it('ignores a range with If-Range of another version', async () => {
    const ask = async (ifRange: string) =>
      (await get(videoUrl, { range: 'bytes=0-9', 'if-range': ifRange })).statusCode;
    expect(await ask(`"${big.hash}"`)).toBe(206);
    expect(await ask('"other"')).toBe(200);
    expect(await ask(`W/"${big.hash}"`)).toBe(200);
    expect(await ask('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(200);
  });
});

describe('media of lessons', () => {
  it('are presented as video, captions, download and demo', async () => {
    const video = await moduleOf('film', 'video');
    const file = await moduleOf('files', 'file');
    const demo = await moduleOf('demo', 'demo');
    const read = (name: string) => readFile(join(fixtureFolder, 'tests/kinds', name));
    for (const [src, name, type] of [
      [video.src, 'videos/harbour.webm', 'video/webm'],
      [video.poster, 'videos/harbour.webp', 'image/webp'],
      [video.captions[0]?.src, 'videos/harbour.en.vtt', 'text/vtt; charset=utf-8'],
      [file.src, 'files/harbour.pcap', 'application/vnd.tcpdump.pcap'],
      [demo.src, 'demos/shift.html', 'text/html; charset=utf-8'],
    ] as const) {
      const answer = await get(src ?? '');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
      expect(answer.rawPayload.equals(await read(name))).toBe(true);
    }
    const download = await get(file.src);
    expect(download.headers['content-disposition']).toBe('attachment; filename="harbour.pcap"');
    expect(file).toMatchObject({ name: 'harbour.pcap', size: download.rawPayload.length });
    expect(createHash('sha256').update(download.rawPayload).digest('hex')).toBe(file.sha256);
  });

  it('lets a demo only run its scripts', async () => {
    const { src } = await moduleOf('demo', 'demo');
    const policy = String((await get(src)).headers['content-security-policy']);
    expect(policy).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; " +
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
  });

  it('are not revealed to learners without the tier', async () => {
    expect((await test.anonymous.get<Subchapter>('/api/subchapter/kept')).body.modules).toEqual([]);
    const paid = await test.as({ tier: 1 });
    const { modules } = (await paid.get<Subchapter>('/api/subchapter/kept')).body;
    expect(modules.map(({ kind }) => kind)).toEqual(['poll', 'file']);
  });
});

describe('URL', () => {
  const { hash } = big;
  it.each([
    ['another extension', `/media/${hash}/big.html`],
    ['another video type', `/media/${hash}/big.mp4`],
    ['no extension', `/media/${hash}/big`],
    ['a longer name', `/media/${hash}/${'x'.repeat(200)}.webm`],
    ['a name with quotes', `/media/${hash}/${encodeURIComponent('a"; x="b.webm')}`],
    ['a name with a line break', `/media/${hash}/a%0d%0aset-cookie:x.webm`],
    ['a path in the name', `/media/${hash}/..%2f..%2fetc%2fpasswd.webm`],
    ['a path', `/media/${hash}/../${hash}x/big.webm`],
    ['capitals', `/media/${hash.toUpperCase()}/big.webm`],
    ['a truncated hash', `/media/${hash.slice(0, 32)}/big.webm`],
    ['a pattern', '/media/%25/big.webm'],
    ['an injection', `/media/${encodeURIComponent("' or 1=1 --")}/big.webm`],
    ['a NUL', `/media/${hash}/big%00.webm`],
    ['nothing', '/media/'],
    ['no name', `/media/${hash}/`],
    ['an unknown hash', `/media/${'0'.repeat(64)}/big.webm`],
    ['an extension that is a property of Object.prototype', `/media/${hash}/x.constructor`],
  ])('with %s is not found', async (_, url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(String(answer.headers['content-type'])).toContain('application/json');
    expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store');
  });

  it('accepts only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await test.app.inject({ method, url: videoUrl })).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('site with an access code', () => {
  it('serves files only to visitors who have entered the code', async () => {
    const siteAccessCode = 'lantern-harbour-7';
    const closed = await createTestApp({ siteAccessCode }, {}, await fixtureTemplate());
    try {
      const { hash } = await closed.database.db
        .selectFrom('media')
        .select('hash')
        .where('content_type', '=', 'video/webm')
        .executeTakeFirstOrThrow();
      const url = mediaPath(hash, 'harbour.webm');
      const rejected = await closed.app.inject({ url, headers: { range: 'bytes=0-9' } });
      expect([rejected.statusCode, rejected.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
      const form = await closed.app.inject({
        method: 'POST',
        url: '/api/account/check_access',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ code: siteAccessCode }).toString(),
      });
      const cookie = String(form.headers['set-cookie']).split(';', 1)[0] ?? '';
      const answer = await closed.app.inject({ url, headers: { cookie } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    } finally {
      await closed.close();
    }
  });
});

describe('slow client', () => {
  it('keeps neither a database connection nor the file in memory', async () => {
    const { db } = test.database;
    // More than the socket buffers of both sides can hold.
    const huge = Buffer.alloc(16_000_000, 'harbour');
    const hash = createHash('sha256').update(huge).digest('hex');
    const file = join(folder, 'huge.webm');
    await writeFile(file, huge);
    await storeMedia(db, [{ ...onDisk(file), hash, size: huge.length, contentType: 'video/webm' }]);
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    // More clients than the pool has connections. Each reads the response headers and then nothing.
    const before = process.memoryUsage();
    const slow = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const request = httpRequest({
          host: '127.0.0.1',
          port,
          path: mediaPath(hash, 'huge.webm'),
          agent: false,
        }).end();
        request.on('error', () => {});
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return { request, response };
      }),
    );
    await sleep(500);
    const { arrayBuffers } = process.memoryUsage();
    // Twenty-five copies of the file would be 400 MB.
    expect(arrayBuffers - before.arrayBuffers).toBeLessThan(120_000_000);
    expect((await get(videoUrl, { range: 'bytes=0-9' })).statusCode).toBe(206);
    expect((await test.anonymous.get('/api/trainings')).status).toBe(200);
    for (const { request } of slow.slice(1)) request.destroy();
    let read = 0;
    for await (const part of slow[0]?.response ?? []) read += (part as Buffer).length;
    expect(read).toBe(huge.length);
  }, 60_000);
});

describe('media store', () => {
  it('stores the same bytes once, even when two imports run at once', async () => {
    const { db } = test.database;
    const other = randomBytes(5_000);
    const file = join(folder, 'other.webm');
    await writeFile(file, other);
    const hash = createHash('sha256').update(other).digest('hex');
    const source = { ...onDisk(file), hash, size: other.length, contentType: 'video/webm' };
    await Promise.all([storeMedia(db, [source]), storeMedia(db, [source]), storeMedia(db, [source])]);
    expect((await get(mediaPath(hash, 'other.webm'))).rawPayload.equals(other)).toBe(true);
  });

  it('does not store a file that was changed while it was read', async () => {
    const { db } = test.database;
    const file = join(folder, 'changed.webm');
    await writeFile(file, 'now something else');
    const source = { ...onDisk(file), hash: 'a'.repeat(64), size: 10, contentType: 'video/webm' };
    await expect(storeMedia(db, [source])).rejects.toThrow('was changed while it was read');
    expect((await get(mediaPath(source.hash, 'changed.webm'))).statusCode).toBe(404);
  });

  it('deletes only files that have been unused for a day', async () => {
    const { db } = test.database;
    const video = await moduleOf('film', 'video');
    const sweep = createMediaSweep({ db, clock: test.clock });
    await sweep();
    expect((await get(videoUrl)).statusCode).toBe(200);
    test.clock.advance(86_400 + 60);
    await sweep();
    expect((await get(videoUrl)).statusCode).toBe(404);
    expect((await get(video.src)).statusCode).toBe(200);
    const left = await db.selectFrom('media_chunks').select('hash').where('hash', '=', big.hash).execute();
    expect(left).toEqual([]);
  });
});
