import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ImportDryRun, type ImportOutcome, uploadPartBytes } from '@hexpedition/contract';
import { type BundleFiles, textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { zipBytes } from '@hexpedition/curriculum/bundles/write-zip';
import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { type Files, lesson, testLabs, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import { zipOf } from '@hexpedition/curriculum/testing/hostile-zip';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createTestDatabase } from '#testing/test-database';
import { importBundleFromDisk } from '../import/import-bundle.ts';
import { importFiles } from '../import/import-files.ts';
import { changeSources } from '../sources/change-sources.ts';
import { exportToDisk } from '../sources/export-to-disk.ts';
import { inProcessReader } from '../sources/in-process-reader.ts';
import { createReaderThreads } from '../sources/reader-threads.ts';
import { buildReaderThread } from '../testing/build-reader-thread.ts';
import { createTransferSweep } from './transfer.sweep.ts';

let site: TestApp;
let author: Awaited<ReturnType<TestApp['as']>>;
async function openSite(): Promise<void> {
  site = await createTestApp();
  author = await site.as({ isSuperuser: true });
}

const zip = (files: Files): Promise<Uint8Array> =>
  zipBytes(new Map(Object.entries(files).map(([path, text]) => [path, textFile(text)])) satisfies BundleFiles);

interface Sent {
  status: number;
  body: { trial?: ImportDryRun | null; code?: string; msg?: string; fields?: Record<string, string> };
}

async function send(
  bytes: Uint8Array,
  query: Record<string, string | number> = {},
  token = author.token,
): Promise<Sent> {
  const search = new URLSearchParams(
    Object.entries({ upload: randomUUID(), part: 1, parts: 1, name: 'event', ...query }).map(([k, v]) => [
      k,
      String(v),
    ]),
  );
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/admin/import?${search}`,
    headers: { 'content-type': 'application/octet-stream', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload: Buffer.from(bytes),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function previewImport(bytes: Uint8Array, query: Record<string, string | number> = {}): Promise<ImportDryRun> {
  const { status, body } = await send(bytes, query);
  if (!body.trial) throw new Error(`${status} ${body.code} ${body.msg}`);
  return body.trial;
}

const apply = (id: string, body: object = {}) => author.post<ImportOutcome>(`/api/admin/import/${id}/apply`, body);

const stored = async () => {
  const rows = await site.database.db
    .selectFrom('source_files')
    .select(['path', 'text'])
    .where('hash', 'is not', null)
    .execute();
  return new Map(rows.map(({ path, text }) => [path, text]));
};

const firstFile = 'web/http/01-requests/01-first.md';
const secondFile = 'web/http/01-requests/02-second.md';
const challenge = (name: string, more = '') =>
  `name: ${name}\ncategory: crypto\ndescription: Find it.\nvalue: 50\nflags:\n  - flag{${name}}\n${more}`;
const event = { 'event/one/challenge.yml': challenge('one'), 'event/two/challenge.yml': challenge('two') };

describe('import', () => {
  beforeEach(openSite);
  afterEach(() => site.close());

  it('is previewed, then applied as previewed, and a second import changes nothing', async () => {
    const preview = await previewImport(await zip(event));
    expect(preview).toMatchObject({ format: 'ctfcli', name: 'event', total: 2, valid: true, more_files: 0 });
    expect(preview.counts.subchapter.new).toBe(2);
    expect(preview.files.every(({ change, kept }) => change === 'new' && !kept)).toBe(true);
    expect(await stored()).toEqual(new Map());
    expect((await author.get(`/api/admin/import/${preview.id}`)).body).toEqual(preview);

    const done = await apply(preview.id);
    expect(done).toMatchObject({ status: 200, body: { valid: true } });
    expect(done.body.changes).toEqual(preview.changes);
    expect([...(await stored()).keys()].sort()).toEqual(preview.files.map(({ path }) => path));
    expect(await site.database.db.selectFrom('upload_parts').selectAll().execute()).toEqual([]);
    expect(await apply(preview.id)).toMatchObject({ status: 404 });
    const event2 = await site.database.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'content.imported')
      .execute();
    expect(event2).toMatchObject([{ actor_pk: author.pk, subject: 'ctfcli:event' }]);
    type Revisions = Record<string, number | null>;
    const { before = {}, after = {} } = (event2[0]?.data ?? {}) as { before?: Revisions; after?: Revisions };
    expect(Object.keys(after).sort()).toEqual(preview.files.map(({ path }) => path));
    expect([new Set(Object.values(before)), new Set(Object.values(after))]).toEqual([new Set([null]), new Set([1])]);

    const again = await previewImport(await zip(event));
    expect(again).toMatchObject({ valid: true, changes: [], files: [] });
    const less = await previewImport(await zip({ 'event/one/challenge.yml': challenge('one') }));
    expect(less.files.filter(({ change }) => change === 'gone')).toHaveLength(1);
  });

  it('keeps the limits of its preview, and leaves out the files beyond them', async () => {
    const files = { ...event, 'event/one/a.txt': 'a', 'event/one/b.txt': 'b' };
    files['event/one/challenge.yml'] += 'files: [a.txt, b.txt]\n';
    const preview = await previewImport(await zip(files), { max_files: 3 });
    expect(preview).toMatchObject({ valid: true, total: 3 });
    expect(preview.diagnostics.map(({ code }) => code)).toEqual(['too-many-files', 'file-missing']);
    expect((await apply(preview.id)).body.diagnostics).toEqual(preview.diagnostics);
    expect((await send(await zip(files), { max_files: 0 })).body.fields).toHaveProperty('max_files');
  });

  it('is rejected if a file of our own format is beyond a limit, because it would be removed', async () => {
    const preview = await previewImport(await zip(validFiles()), { max_files: 5 });
    expect(preview.valid).toBe(false);
    expect(preview.diagnostics).toContainEqual(expect.objectContaining({ code: 'too-many-files', severity: 'error' }));
  });

  it('lists its courses, which one call shows to learners or hides', async () => {
    await runImport(validFiles());
    const hidden = { 'event/two/challenge.yml': challenge('two', 'state: hidden\n') };
    const { body } = await apply((await previewImport(await zip({ ...event, ...hidden }))).id);
    expect(body.courses).toEqual([
      { slug: 'event', name: 'event', hidden: false },
      { slug: 'event-hidden', name: 'event (hidden)', hidden: true },
    ]);
    const slugs = body.courses.map(({ slug }) => slug);
    const shownTo = async () => {
      const { body } = await site.anonymous.get<{ trainings: { slug: string }[] }>('/api/trainings');
      return body.trainings.map(({ slug }) => slug).sort();
    };
    const set = (hidden: boolean, courses = slugs) =>
      author.post<{ applied: boolean; courses: { hidden: boolean }[] }>('/api/admin/trainings/visibility', {
        courses,
        hidden,
      });
    expect((await set(false)).body).toMatchObject({ applied: true, courses: [{ hidden: false }, { hidden: false }] });
    expect(await shownTo()).toEqual(['event', 'event-hidden', 'http']);
    expect((await set(true)).body).toMatchObject({ applied: true, courses: [{ hidden: true }, { hidden: true }] });
    expect(await shownTo()).toEqual(['http']);
    expect(await set(true, ['event', 'nothing'])).toMatchObject({ status: 404 });
    // The choice of the superuser stays.
    expect((await previewImport(await zip({ ...event, ...hidden }))).changes).toEqual([]);
    const { actor_pk, data } = await site.database.db
      .selectFrom('audit_events')
      .selectAll()
      .where('subject', '=', 'training:event')
      .orderBy('pk', 'desc')
      .executeTakeFirstOrThrow();
    expect({ actor_pk, data }).toEqual({
      actor_pk: author.pk,
      data: { before: { hidden: false }, after: { hidden: true } },
    });
  });

  it('joins the parts of a large zip', async () => {
    const bytes = await zipOf([
      { name: 'event/one/challenge.yml', data: Buffer.from(challenge('one', 'files: [noise.bin]\n')) },
      { name: 'event/one/noise.bin', data: randomBytes(uploadPartBytes) },
    ]);
    const query = { upload: randomUUID(), parts: 2 };
    const [first, second] = [bytes.subarray(0, uploadPartBytes), bytes.subarray(uploadPartBytes)];
    expect(await send(first, { ...query, part: 1 })).toMatchObject({ status: 200, body: { trial: null } });
    const { files } = await previewImport(second, { ...query, part: 2 });
    expect(files.map(({ size }) => size)).toContain(uploadPartBytes);
  });

  it('does not apply to other bytes than those of the preview', async () => {
    const shown = await previewImport(await zip(event));
    const other = await zip({ 'event/three/challenge.yml': challenge('three') });
    // One part of two: no new preview.
    expect(await send(new Uint8Array(uploadPartBytes), { upload: shown.id, parts: 2 })).toMatchObject({
      status: 200,
      body: { trial: null },
    });
    expect(await apply(shown.id)).toMatchObject({ status: 404 });
    // The whole zip replaces the previewed one: from now on its preview counts.
    const again = await previewImport(other, { upload: shown.id });
    expect((await author.get(`/api/admin/import/${shown.id}`)).body).toEqual(again);
    expect(again.counts.subchapter.new).toBe(1);
    expect((await apply(shown.id)).body.changes).toEqual(again.changes);
  });

  it('adds courses to the chosen continent and leaves the continent unchanged', async () => {
    await runImport(validFiles());
    const before = (await stored()).get('web/continent.yaml');
    const preview = await previewImport(await zip(event), { continent: 'web' });
    expect(preview.counts.continent).toMatchObject({ new: 0, changed: 0 });
    expect(await apply(preview.id)).toMatchObject({ status: 200 });
    expect((await stored()).get('web/continent.yaml')).toBe(before);
    const other = await previewImport(await zip({ 'x/three/challenge.yml': challenge('three') }), {
      name: 'x',
      continent: 'Deep Sea',
    });
    expect(other.changes.find(({ kind }) => kind === 'continent')).toMatchObject({ change: 'new', name: 'Deep Sea' });
  });

  it('shows changed lines, keeps authors’ changes, and overwrites chosen files', async () => {
    const files = validFiles();
    await runImport(files);
    await edit(firstFile, `${files[firstFile]}\nHere.\n`);
    const changed = {
      ...files,
      [firstFile]: `${files[firstFile]}\nThere.\n`,
      [secondFile]: (files[secondFile] ?? '').replace('## A heading', '## Another heading'),
    };
    await runImport(validFiles(), 'bundle:event');
    const preview = await previewImport(await zip(changed));
    expect(preview.files.map(({ path, change, kept }) => [path, change, kept])).toEqual([
      [firstFile, 'changed', true],
      [secondFile, 'changed', false],
    ]);
    expect(preview.files[1]?.difference?.filter(({ kind }) => kind !== 'same').slice(0, 3)).toEqual([
      { kind: 'gap', line: 1, text: '' },
      { kind: 'old', line: 7, text: '## A heading' },
      { kind: 'new', line: 7, text: '## Another heading' },
    ]);
    const own = preview.files[0]?.difference?.filter(({ kind }) => kind === 'old' || kind === 'new');
    expect(own?.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['old Here.', 'new There.']);
    expect(await apply(preview.id, { overwrite: [firstFile] })).toMatchObject({ status: 200 });
    expect((await stored()).get(firstFile)).toBe(changed[firstFile]);
  });

  it('keeps all changes of authors when nothing is chosen', async () => {
    const files = validFiles();
    await runImport(files, 'bundle:event');
    await edit(firstFile, `${files[firstFile]}\nHere.\n`);
    const bytes = await zip({ ...files, [firstFile]: `${files[firstFile]}\nThere.\n` });
    expect((await apply((await previewImport(bytes)).id)).body.changes).toEqual([]);
    expect((await stored()).get(firstFile)).toMatch(/Here\.\n$/);
  });

  it('is not applied after the courses have changed, or with errors', async () => {
    await runImport(validFiles());
    const preview = await previewImport(await zip(event));
    await edit(secondFile, `${validFiles()[secondFile]}\nMeanwhile.\n`);
    expect(await apply(preview.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const broken = await previewImport(await zip({ ...validFiles(), [firstFile]: lesson('sub-first', '# Too high') }));
    expect(broken.valid).toBe(false);
    expect(broken.diagnostics).toContainEqual(expect.objectContaining({ severity: 'error', file: firstFile, line: 7 }));
    expect((await apply(broken.id)).body).toMatchObject({ valid: false });
    expect((await stored()).get(firstFile)).toBe(validFiles()[firstFile]);
  });

  it('is applied once when two requests arrive at the same time', async () => {
    const { id } = await previewImport(await zip(event));
    const statuses = (await Promise.all([apply(id), apply(id)])).map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([404, 409]).toContain(statuses[1]);
    const events = await site.database.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'content.imported')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('is visible only to its superuser, for a day', async () => {
    const { id } = await previewImport(await zip(event));
    const other = await site.as({ isSuperuser: true });
    for (const answer of [
      await other.get(`/api/admin/import/${id}`),
      await other.post(`/api/admin/import/${id}/apply`, {}),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    site.clock.advance(86_401);
    await createTransferSweep({ db: site.database.db, clock: site.clock })();
    expect(await site.database.db.selectFrom('import_previews').selectAll().execute()).toEqual([]);
  });

  it('leaves nothing on the disk, even after its process was killed', async () => {
    const [left, atWork] = await Promise.all(
      ['left-', 'work-'].map((n) => mkdtemp(join(tmpdir(), `hexpedition-import-${n}`))),
    );
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    await writeFile(join(left ?? '', 'bundle.zip'), 'x');
    await utimes(left ?? '', longAgo, longAgo);
    await createTransferSweep({ db: site.database.db, clock: site.clock })();
    const there = await readdir(tmpdir());
    expect([left, atWork].map((folder) => there.includes(basename(folder ?? '')))).toEqual([false, true]);
    await rm(atWork ?? '', { recursive: true });
  });

  it('is only for superusers', async () => {
    const learner = await site.as();
    expect(await send(await zip(event), {}, '')).toMatchObject({ status: 401 });
    expect(await send(await zip(event), {}, learner.token)).toMatchObject({ status: 403 });
    expect(await learner.get('/api/admin/export')).toMatchObject({ status: 403 });
    expect(await site.anonymous.get('/api/admin/export')).toMatchObject({ status: 401 });
    expect(await site.database.db.selectFrom('upload_parts').selectAll().execute()).toEqual([]);
  });
});

describe('rejected zip', () => {
  beforeAll(openSite);
  afterAll(() => site.close());

  const bomb = Buffer.alloc(30_000_000);
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['no zip', () => Buffer.from('<!doctype html>'), /not a zip/i],
    ['nothing', () => Buffer.alloc(0), /empty|not a zip/i],
    ['a bomb', () => zipOf([{ name: 'web/a.bin', data: bomb }]), /unpack|larger|bomb/i],
    ['a huge text', () => zipOf([{ name: 'web/a.md', data: Buffer.alloc(1_000_001, 'x') }]), /larger than 1 MB/],
    ['a path to the parent folder', () => zipOf([{ name: '../../etc/cron.d/x' }]), /"\.\." segment/],
    ['an absolute path', () => zipOf([{ name: '/etc/passwd' }]), /path is absolute/],
    ['a symbolic link', () => zipOf([{ name: 'web/a.md', mode: 0o120777 }]), /link/],
    ['encryption', () => zipOf([{ name: 'web/a.md', flags: 1 }]), /password|encrypted/i],
    ['an unknown format', () => zip({ 'notes.txt': 'Nothing.' }), /no challenge\.yml/],
  ])('reports the reason: %s', async (_what, make, reason) => {
    const { status, body } = await send(await make());
    expect([status, body.code]).toEqual([400, 'file_invalid']);
    expect(body.msg).toMatch(reason);
    expect(await site.database.db.selectFrom('upload_parts').selectAll().execute()).toEqual([]);
  });

  it.each<Record<string, string | number>>([
    { upload: 'x' },
    { part: 2 },
    { parts: 26 },
    { name: '' },
    { format: 'tar' },
    { name: 'x'.repeat(61) },
  ])('rejects invalid parameters: %j', async (query) => {
    expect((await send(await zip(event), query)).status).toBe(400);
  });
});

describe('hostile content of a zip', () => {
  let built: Awaited<ReturnType<typeof buildReaderThread>>;
  let own: TestApp;
  beforeAll(async () => {
    built = await buildReaderThread();
    const limits = { read: { step: 3 }, preview: { step: 3 }, unpack: { step: 3 } };
    own = await createTestApp({}, { sourceReader: createReaderThreads(built.script, limits) });
  });
  afterAll(async () => {
    await own.close();
    await built.remove();
  });
  const nodes = Array.from(
    { length: 3_000 },
    (_, i) => `n${i}->n${(i * 7919) % 3_000};n${i}->n${(i * 104_729) % 3_000}`,
  );

  it.each<[string, Files]>([
    [
      'a diagram without end',
      { ...validFiles(), [firstFile]: lesson('sub-first', `\`\`\`dot alt="x"\ndigraph {${nodes.join(';')}}\n\`\`\``) },
    ],
    ['nested quotations', { ...validFiles(), [firstFile]: lesson('sub-first', `${'>'.repeat(20_000)} x`) }],
    [
      'brackets in a challenge',
      { 'e/one/challenge.yml': `name: x\ncategory: y\ndescription: "${'['.repeat(200_000)}"\nvalue: 1\n` },
    ],
    [
      'YAML that grows',
      {
        'e/one/challenge.yml': `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
          .split('')
          .map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]},`.repeat(9)}]`)
          .join('\n')}\nname: *h\n`,
      },
    ],
  ])(
    'reaches the time limit while the server keeps responding: %s',
    async (_what, files) => {
      const superuser = await own.as({ isSuperuser: true });
      let turns = 0;
      let isCompleted = false;
      const bytes = Buffer.from(await zip(files));
      const sending = own.app
        .inject({
          method: 'POST',
          url: `/api/admin/import?upload=${randomUUID()}&part=1&parts=1&name=event`,
          headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${superuser.token}` },
          payload: bytes,
        })
        .finally(() => {
          isCompleted = true;
        });
      do {
        expect((await own.anonymous.get('/api/trainings')).status).toBe(200);
        turns += 1;
        await new Promise((next) => setTimeout(next, 50));
      } while (!isCompleted);
      const answer = await sending;
      const { trial: preview, code } = answer.json<Sent['body']>();
      // A rejection or a reported problem is as good as a time limit.
      expect([200, 400]).toContain(answer.statusCode);
      const { msg } = answer.json<Sent['body']>();
      const [file = ''] = Object.keys(files).filter((path) => path.endsWith('challenge.yml') || path === firstFile);
      if (answer.statusCode === 400) {
        expect(code).toBe('file_invalid');
        expect(msg).toContain(`"${file}" takes too long`);
        // A blocked server would answer only after it has finished.
        expect(turns).toBeGreaterThan(2);
      } else expect(preview?.diagnostics.map((problem) => problem.file)).toContain(file);
    },
    60_000,
  );
});

describe('export', () => {
  beforeAll(openSite);
  afterAll(() => site.close());

  it('changes nothing when imported again, and gives the same bytes on another server with or without the shipped courses', async () => {
    const { db } = site.database;
    const files = validFiles();
    await runImport(files);
    await apply((await previewImport(await zip(event))).id);
    await edit(firstFile, `${files[firstFile]}\nHere.\n`);
    const answer = await site.app.inject({
      url: '/api/admin/export',
      headers: { authorization: `Bearer ${author.token}` },
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="hexpedition.zip"',
    });
    const exported = answer.rawPayload;
    const again = await previewImport(exported, { name: 'hexpedition' });
    expect(again).toMatchObject({ valid: true, format: 'bundle', changes: [], files: [] });
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);

    const folder = await mkdtemp(join(tmpdir(), 'hexpedition-export-'));
    try {
      await exportToDisk(db, join(folder, 'first.zip'));
      for (const ship of [true, false]) {
        const elsewhere = await createTestDatabase();
        try {
          if (ship) await runImport(files, 'curriculum', elsewhere.db);
          const report = await importBundleFromDisk(elsewhere.db, join(folder, 'first.zip'), { labs: testLabs });
          expect(report).toMatchObject({ applied: true });
          await exportToDisk(elsewhere.db, join(folder, `again-${ship}.zip`));
          const [a, b] = await Promise.all(
            ['first.zip', `again-${ship}.zip`].map((name) => readFile(join(folder, name))),
          );
          expect([ship, a?.equals(b ?? Buffer.alloc(0))]).toEqual([ship, true]);
        } finally {
          await elsewhere.drop();
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});

async function runImport(files: Files, source = 'curriculum', db = site.database.db): Promise<void> {
  const incoming = new Map(Object.entries(files).map(([path, text]) => [path, fileOf(Buffer.from(text))]));
  const report = await importFiles(db, incoming, { source, labs: testLabs });
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
}

async function edit(path: string, content: string): Promise<void> {
  const { applied } = await changeSources(
    { db: site.database.db, reader: inProcessReader },
    [{ kind: 'write', path, content }],
    { by: author.pk, act: 'published' },
  );
  expect(applied).toBe(true);
}
