import { randomUUID } from 'node:crypto';
import type { LessonPreview, Subchapter, TrainingMediaFiles, UploadedFile } from '@hexpedition/contract';
import { uploadPartBytes } from '@hexpedition/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64, decompressionBomb, plain, polyglot } from '#features/avatars/testing';
import { fixtureTemplate } from '#features/content/testing/import-fixture';
import { createTestApp, type TestApp } from '#testing/test-app';
import { changeSources } from '../sources/change-sources.ts';
import { inProcessReader } from '../sources/in-process-reader.ts';
import { createUploadsSweep } from './uploads.sweep.ts';

let site: TestApp;
let author: Awaited<ReturnType<TestApp['as']>>;
const training = 'kinds';

beforeAll(async () => {
  site = await createTestApp({}, {}, await fixtureTemplate());
  author = await site.as({ isSuperuser: true });
});
afterAll(() => site.close());

interface Sent {
  status: number;
  body: { file?: UploadedFile | null; code?: string; msg?: string; fields?: Record<string, string> };
}

interface Target {
  folder: string;
  name: string;
  training?: string;
  upload?: string;
  part?: number;
  parts?: number;
  overwrite?: boolean;
}

async function send(target: Target, bytes: Buffer | string, token = author.token): Promise<Sent> {
  const query = new URLSearchParams(
    Object.entries({ training, upload: randomUUID(), part: 1, parts: 1, ...target }).map(([k, v]) => [k, String(v)]),
  );
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/system/file_upload?${query}`,
    headers: { 'content-type': 'application/octet-stream', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload: Buffer.from(bytes),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const picture = (image: Buffer, name = `p-${randomUUID().slice(0, 8)}`, more = {}) =>
  author.post<UploadedFile & { code?: string; msg?: string }>('/api/system/image_upload', {
    image: base64(image),
    training,
    name,
    ...more,
  });

const stored = async () =>
  (await site.database.db.selectFrom('source_files').select('path').where('hash', 'is not', null).execute())
    .map(({ path }) => path)
    .sort();

const lessonPath = async (slug: string) => (await stored()).find((path) => path.endsWith(`-${slug}.md`)) ?? '';
const textOf = async (path: string) => {
  const sources = site.database.db.selectFrom('source_files').select('text').where('path', '=', path);
  return (await sources.executeTakeFirstOrThrow()).text;
};

async function appendTo(path: string, text: string): Promise<void> {
  const report = await changeSources(
    { db: site.database.db, reader: inProcessReader },
    [{ kind: 'write', path, content: `${await textOf(path)}\n\n${text}\n` }],
    { by: author.pk, act: 'published' },
  );
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
}

describe('picture', () => {
  it('is re-encoded, shown in a lesson in several sizes, and kept while it is in the folder', async () => {
    const sent = await picture(await plain(1_300, 650).png().toBuffer(), 'harbour');
    expect(sent.body).toMatchObject({ path: 'figures/harbour.webp', width: 1_300, height: 650 });
    const list = await author.get<TrainingMediaFiles>(`/api/admin/training/${training}/files`);
    expect(list.body.files.find(({ path }) => path === 'figures/harbour.webp')).toMatchObject({
      ...{ width: 1_300, height: 650, content_type: 'image/webp' },
    });
    const lesson = await lessonPath('files');
    const figure = '::figure[The harbour]{src="figures/harbour.webp" alt="A harbour <b>"}';
    await appendTo(lesson, figure);
    const { body } = await site.anonymous.get<Subchapter>('/api/subchapter/files');
    const html = body.modules.map((module) => ('html' in module ? module.html : '')).join('');
    expect(html).toContain('width="1300" height="650"');
    const addresses = [...html.matchAll(/\/media\/[0-9a-f]{64}\/\d+\/harbour\.(?:avif|webp)/g)].map(([path]) => path);
    expect(new Set(addresses).size).toBe(6);
    for (const path of new Set(addresses)) {
      const got = await site.app.inject({ url: path });
      const [, width, format] = /\/(\d+)\/harbour\.(\w+)$/.exec(path) ?? [];
      expect([path, got.statusCode, got.headers['content-type']]).toEqual([path, 200, `image/${format}`]);
      expect(got.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(got.rawPayload).metadata()).toMatchObject({
        width: Number(width),
        format: format === 'avif' ? 'heif' : 'webp',
      });
    }
    const [first = ''] = addresses;
    for (const other of [first.replace(/\/\d+\//, '/481/'), first.replace(/\/[0-9a-f]{64}\//, `/${'0'.repeat(64)}/`)])
      expect((await site.app.inject({ url: other })).statusCode).toBe(404);
  });

  it('is stored for all lessons without a training, once, also as a data URL', async () => {
    const image = await plain(320, 200).png().toBuffer();
    const upload = (data: string) => author.post<UploadedFile>('/api/system/image_upload', { image: data });
    const first = await upload(base64(image));
    expect(first).toMatchObject({
      status: 200,
      body: { path: expect.stringMatching(/^figures\/[0-9a-f]{16}\.webp$/) },
    });
    expect((await upload(`data:image/png;base64,${base64(image)}`)).body).toEqual(first.body);
    expect((await stored()).filter((path) => path === first.body.path)).toHaveLength(1);

    const lesson = '/api/admin/subchapter/poll';
    const { published } = (await author.get<{ published: { head: object; body: string } }>(lesson)).body;
    const figure = `::figure[Everywhere]{src="${first.body.path}" alt="A plain picture"}`;
    const shown = { head: published.head, body: `${published.body}\n\n${figure}\n` };
    const preview = await author.post<LessonPreview>(`${lesson}/preview`, shown);
    expect(preview.body.diagnostics).toEqual([]);
    expect(JSON.stringify(preview.body.modules)).toContain('alt=\\"A plain picture\\"');
    const path = await lessonPath('poll');
    await appendTo(path, figure);
    const { body } = await site.anonymous.get<Subchapter>('/api/subchapter/poll');
    expect(JSON.stringify(body.modules)).toContain(first.body.src?.split('/')[2]);
  });

  it('changes in the lessons of every training when it is replaced', async () => {
    const upload = async (width: number) => {
      const image = base64(await plain(width, 40).png().toBuffer());
      return author.post<UploadedFile>('/api/system/image_upload', { image, name: 'common', overwrite: true });
    };
    const shown = async () =>
      JSON.stringify((await site.anonymous.get<Subchapter>('/api/subchapter/signs')).body.modules);
    await upload(60);
    await appendTo(await lessonPath('signs'), '::figure[Common]{src="figures/common.webp" alt="A common picture"}');
    expect(await shown()).toContain('width=\\"60\\"');
    expect((await upload(70)).status).toBe(200);
    expect(await shown()).toContain('width=\\"70\\"');
  });

  it('is rejected for an existing name unless it replaces the file', async () => {
    const image = await plain(30, 30).png().toBuffer();
    await picture(image, 'twice');
    const other = await plain(31, 30).png().toBuffer();
    expect(await picture(other, 'twice')).toMatchObject({ status: 409, body: { code: 'already_done' } });
    expect(await picture(other, 'twice', { overwrite: true })).toMatchObject({ status: 200, body: { width: 31 } });
  });

  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['an SVG drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /not a PNG/],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /not a PNG/],
    ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), /not a PNG/],
    ['a decompression bomb', () => decompressionBomb(), /too many pixels/],
    ['a picture with HTML appended', () => polyglot('<script>alert(1)</script>'), /extra data after the picture/],
    ['a picture with a zip appended', () => polyglot('PK\x05\x06'.padEnd(22, '\0')), /extra data after the picture/],
    ['a truncated picture', async () => (await plain(300, 300).jpeg().toBuffer()).subarray(0, -40), /end is missing/],
    ['a PNG signature without a picture', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /end is missing/],
    ['more bytes than a picture may have', () => Buffer.alloc(12_582_913), /at most 12 MB/],
  ])('rejects %s with a reason', async (_what, make, reason) => {
    const before = await stored();
    const { status, body } = await picture(await make());
    expect([status, body.code]).toEqual([400, body.msg?.includes('12 MB') ? body.code : 'image_invalid']);
    expect(`${body.msg} ${JSON.stringify(body)}`).toMatch(reason);
    expect(await stored()).toEqual(before);
  });

  it.each(['con', '../evil', 'a/b', '', 'A', 'a.webp', 'x'.repeat(61), 'a b', 'ä'])(
    'rejects the name %j',
    async (name) => {
      expect(await picture(await plain().png().toBuffer(), name)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    },
  );
});

describe('removing a file', () => {
  const url = (path: string) => `/api/admin/training/${training}/files/${path}`;
  const listed = async () =>
    (await author.get<TrainingMediaFiles>(`/api/admin/training/${training}/files`)).body.files.map(({ path }) => path);

  it('works when no lesson uses it, and a file of the same name can be added again', async () => {
    await send({ folder: 'files', name: 'spare.txt' }, 'Spare.');
    const left = await author.delete<TrainingMediaFiles>(url('files/spare.txt'));
    expect([left.status, left.body.files.some(({ path }) => path === 'files/spare.txt')]).toEqual([200, false]);
    expect(await listed()).not.toContain('files/spare.txt');
    expect(await author.delete(url('files/spare.txt'))).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send({ folder: 'files', name: 'spare.txt' }, 'Another.')).status).toBe(200);
    const revisions = await site.database.db
      .selectFrom('source_revisions')
      .select(['act'])
      .where('path', 'like', '%/files/spare.txt')
      .orderBy('n')
      .execute();
    expect(revisions.map(({ act }) => act)).toEqual(['published', 'withdrawn', 'published']);
  });

  it('is rejected with the names of the lessons and drafts that use it', async () => {
    const [used] = (await author.get<TrainingMediaFiles>(`/api/admin/training/${training}/files`)).body.files.filter(
      ({ used_by }) => used_by.length > 0,
    );
    const rejected = await author.delete<{ code: string; msg: string }>(url(used?.path ?? ''));
    expect([rejected.status, rejected.body.code]).toEqual([409, 'conflict']);
    expect(rejected.body.msg).toContain(used?.used_by[0]);

    await send({ folder: 'files', name: 'drafted.txt' }, 'Drafted.');
    type Lesson = { published: { head: object; revision: number } };
    const { head, revision: base } = (await author.get<Lesson>('/api/admin/subchapter/poll')).body.published;
    const body = '::file[It]{#it src="files/drafted.txt"}';
    await author.put('/api/admin/subchapter/poll/draft', { head, body, base, version: 0 });
    const drafted = await author.delete<{ msg: string }>(url('files/drafted.txt'));
    expect([drafted.status, drafted.body.msg]).toEqual([409, expect.stringContaining('poll (draft of')]);
    expect(await listed()).toContain('files/drafted.txt');
  });

  it.each(['files/..%2f..%2ftraining.yaml', '../training.yaml', 'elsewhere/a.txt', 'files/a%00b', 'files/%2e%2e'])(
    'cannot reach %s',
    async (path) => {
      const { status } = await author.delete(url(path));
      expect([400, 404]).toContain(status);
      expect((await author.get(`/api/admin/training/${training}`)).status).toBe(200);
    },
  );

  it('is only for superusers', async () => {
    const learner = await site.as();
    await send({ folder: 'files', name: 'mine.txt' }, 'Mine.');
    expect((await learner.delete(url('files/mine.txt'))).status).toBe(403);
    expect((await site.anonymous.delete(url('files/mine.txt'))).status).toBe(401);
    expect((await author.delete('/api/admin/training/nowhere/files/files/mine.txt')).status).toBe(404);
  });
});

describe('file', () => {
  it('arrives in parts, in any order and repeatedly, and is complete after the last missing part', async () => {
    const bytes = Buffer.alloc(uploadPartBytes * 2 + 100, 'x');
    const upload = randomUUID();
    const part = (n: number) =>
      send(
        { folder: 'files', name: 'long.bin', upload, part: n, parts: 3 },
        bytes.subarray((n - 1) * uploadPartBytes, n * uploadPartBytes),
      );
    expect((await part(3)).body).toEqual({ file: null });
    expect((await part(1)).body).toEqual({ file: null });
    expect((await part(1)).body).toEqual({ file: null });
    const { body } = await part(2);
    expect(body.file).toMatchObject({
      path: 'files/long.bin',
      size: bytes.length,
      content_type: 'application/octet-stream',
    });
    const got = await site.app.inject({ url: body.file?.src ?? '' });
    expect(got.rawPayload.equals(bytes)).toBe(true);
    expect(got.headers['content-disposition']).toBe('attachment; filename="long.bin"');
    expect(await site.database.db.selectFrom('upload_parts').selectAll().execute()).toEqual([]);
  });

  it('becomes a drawing of a lesson in the folder figures', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><circle cx="5" cy="5" r="4" fill="var(--ink)"/></svg>';
    expect((await send({ folder: 'figures', name: 'dot.svg' }, svg)).body.file).toMatchObject({
      path: 'figures/dot.svg',
      src: null,
    });
  });

  const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n');
  it.each<[string, Target, Buffer | string, RegExp]>([
    [
      'a drawing with a script',
      { folder: 'figures', name: 'a.svg' },
      '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>',
      /Line 1: <script> is not allowed/,
    ],
    [
      'a drawing with a handler',
      { folder: 'figures', name: 'a.svg' },
      '<svg viewBox="0 0 9 9" onload="alert(1)"/>',
      /onload/,
    ],
    [
      'a drawing with a link',
      { folder: 'figures', name: 'a.svg' },
      '<svg viewBox="0 0 9 9"><a href="javascript:alert(1)"/></svg>',
      /<a> is not allowed/,
    ],
    [
      'a drawing that asks elsewhere',
      { folder: 'figures', name: 'a.svg' },
      '<svg viewBox="0 0 9 9"><image href="http://evil.example/x"/></svg>',
      /<image> is not allowed/,
    ],
    [
      'a drawing with entities that grow',
      { folder: 'figures', name: 'a.svg' },
      '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 9 9">&b;</svg>',
      /Line 1/,
    ],
    [
      'a drawing of two megabytes',
      { folder: 'figures', name: 'a.svg' },
      `<svg viewBox="0 0 9 9">${' '.repeat(2_000_000)}</svg>`,
      /larger than 1 MB/,
    ],
    [
      'invalid UTF-8 as a drawing',
      { folder: 'figures', name: 'a.svg' },
      Buffer.from([0xff, 0xfe, 0]),
      /not UTF-8 text/,
    ],
    ['a raster picture among the drawings', { folder: 'figures', name: 'a.png' }, 'x', /Upload other images as images/],
    ['a program as a video', { folder: 'videos', name: 'a.webm' }, 'MZ', /does not match its extension .webm/],
    [
      'an HTML page as a download',
      { folder: 'files', name: 'a.html' },
      '<script>1</script>',
      /Files like .html do not belong here/,
    ],
    ['a script as a download', { folder: 'files', name: 'a.js' }, 'alert(1)', /Files like .js do not belong here/],
    [
      'an HTML page with another extension',
      { folder: 'files', name: 'a.pdf' },
      '<html><script>1</script>',
      /does not match its extension .pdf/,
    ],
    ['a PDF that is also a zip', { folder: 'files', name: 'a.pdf' }, Buffer.concat([pdf, zip]), /is also a zip/],
    [
      'a PDF that is a page too',
      { folder: 'files', name: 'a.pdf' },
      Buffer.concat([Buffer.from('%PDF-1.7\n<html><script>1</script>'), pdf]),
      /is also an HTML page/,
    ],
    [
      'a zip with trailing data',
      { folder: 'files', name: 'a.zip' },
      Buffer.concat([zip, Buffer.from('MZ')]),
      /something other than a zip/,
    ],
    ['invalid captions', { folder: 'videos', name: 'a.en.vtt' }, 'hello', /WEBVTT/],
    ['nothing', { folder: 'files', name: 'a.txt' }, '', /empty/],
    ['too many bytes', { folder: 'demos', name: 'a.html' }, 'x'.repeat(1_000_001), /larger than 1 MB/],
  ])('is rejected with a reason: %s', async (_what, target, bytes, reason) => {
    const before = await stored();
    const { status, body } = await send(target, bytes);
    expect([status, body.code]).toEqual([400, 'file_invalid']);
    expect(body.msg).toMatch(reason);
    expect(await stored()).toEqual(before);
  });

  it.each([
    '../../etc/passwd',
    '..',
    'a/b.txt',
    'a\\b.txt',
    '.hidden.txt',
    'a\0.txt',
    `${'n'.repeat(101)}.txt`,
    'con:.txt',
    '%2e%2e%2fa.txt',
  ])('cannot have the path %j', async (name) => {
    expect((await send({ folder: 'files', name }, 'x')).body.code).toBe('invalid_request');
  });

  it('has a name that can be unpacked on every system', async () => {
    for (const name of ['CON.txt', 'nul', 'aux.md', 'com1.pdf', 'a.txt.']) {
      const { status, body } = await send({ folder: 'files', name }, 'x');
      expect([name, status, body.msg]).toEqual([name, 400, expect.stringContaining('Windows does not allow')]);
    }
    expect((await send({ folder: 'figures', name: 'con.svg' }, '<svg viewBox="0 0 9 9"/>')).status).toBe(400);
    expect((await send({ folder: 'files', name: 'console.txt' }, 'x')).status).toBe(200);
    const other = await send({ folder: 'files', name: 'Console.TXT' }, 'x');
    expect([other.status, other.body.msg]).toEqual([409, expect.stringContaining('files/console.txt already')]);
    expect((await send({ folder: 'files', name: 'Console.TXT', overwrite: true }, 'x')).status).toBe(409);
  });

  it('is rejected when part numbers or part sizes are wrong', async () => {
    const target = { folder: 'files', name: 'a.bin' };
    expect((await send({ ...target, part: 2, parts: 1 }, 'x')).body.msg).toMatch(/higher than the number of parts/);
    expect((await send({ ...target, part: 1, parts: 2 }, 'x')).body.msg).toMatch(/Every part except the last/);
    expect((await send({ ...target, part: 1, parts: 26 }, 'x')).body.fields).toMatchObject({
      parts: expect.stringContaining('200 MB'),
    });
    expect((await send({ ...target, training: 'nowhere' }, 'x')).body.code).toBe('not_found');
  });

  it('can be sent as a form, whose fields replace the query', async () => {
    const form = new FormData();
    form.set('training', training);
    form.set('folder', 'files');
    form.set('file', new File(['From a form.'], 'form.txt', { type: 'text/plain' }));
    const sendForm = async (parts: FormData) => {
      const request = new Request('http://site/', { method: 'POST', body: parts });
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/system/file_upload',
        headers: {
          authorization: `Bearer ${author.token}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return { status: answer.statusCode, body: answer.json() as Sent['body'] };
    };
    const sent = await sendForm(form);
    expect(sent).toMatchObject({ status: 200, body: { file: { path: 'files/form.txt', size: 12 } } });
    expect((await site.app.inject({ url: sent.body.file?.src ?? '' })).body).toBe('From a form.');
    form.delete('file');
    expect(await sendForm(form)).toMatchObject({ status: 400, body: { code: 'file_invalid' } });
    form.set('file', new File(['x'], 'other.txt'));
    form.delete('training');
    expect((await sendForm(form)).body.fields).toHaveProperty('training');
  });

  it('must be sent as raw bytes or as a form, not as JSON', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/system/file_upload?training=${training}&folder=files&name=a.txt&upload=${randomUUID()}&part=1&parts=1`,
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().msg]).toEqual([
      415,
      'Send the bytes with Content-Type: application/octet-stream.',
    ]);
  });

  it('of another author is separate, even with the same upload id', async () => {
    const upload = randomUUID();
    const other = await site.as({ isSuperuser: true });
    const target = { folder: 'files', name: 'shared.bin', upload, parts: 2 };
    await send({ ...target, part: 1 }, Buffer.alloc(uploadPartBytes, 'a'));
    expect((await send({ ...target, part: 2 }, 'b', other.token)).body).toEqual({ file: null });
  });

  it('is deleted after a day when it is never finished', async () => {
    const target = { folder: 'files', name: 'never.bin', parts: 2, part: 2 };
    await send(target, 'x');
    const count = async () => (await site.database.db.selectFrom('upload_parts').select('part').execute()).length;
    const sweep = createUploadsSweep({ db: site.database.db, clock: site.clock });
    await sweep();
    expect(await count()).toBeGreaterThan(0);
    site.clock.advance(86_401);
    await sweep();
    expect(await count()).toBe(0);
  });
});

it('accepts uploads only from superusers', async () => {
  const learner = await site.as();
  const image = base64(await plain().png().toBuffer());
  expect((await learner.post('/api/system/image_upload', { image, training, name: 'a' })).status).toBe(403);
  expect((await site.anonymous.post('/api/system/image_upload', { image, training, name: 'a' })).status).toBe(401);
  expect((await send({ folder: 'files', name: 'a.txt' }, 'x', learner.token)).status).toBe(403);
  expect((await send({ folder: 'files', name: 'a.txt' }, 'x', '')).status).toBe(401);
});
