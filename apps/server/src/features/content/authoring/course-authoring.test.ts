import type {
  AuthoredChapters,
  AuthoredLesson,
  AuthoredTrainingDetail,
  AuthoredTrainings,
  LessonDraft,
  LessonPreview,
  Published,
  PublishedLesson,
} from '@hexpedition/contract';
import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createDatabaseTemplate, type DatabaseTemplate } from '#testing/test-database';
import { importFiles } from '../import/import-files.ts';
import { inProcessReader } from '../sources/in-process-reader.ts';
import { createLessonsService } from './lessons.service.ts';
import { createScheduledPublishingSweep } from './scheduled-publishing.sweep.ts';

let test: TestApp;
let ada: Awaited<ReturnType<TestApp['as']>>;
let bob: Awaited<ReturnType<TestApp['as']>>;
let sweep: () => Promise<void>;

let imported: DatabaseTemplate;
beforeAll(async () => {
  const files = Object.entries(validFiles()).map(([path, text]) => [path, fileOf(Buffer.from(text))] as const);
  imported = await createDatabaseTemplate((db) =>
    importFiles(db, new Map(files), { source: 'curriculum', labs: null }),
  );
});
afterAll(() => imported.drop());

beforeEach(async () => {
  test = await createTestApp({}, {}, imported);
  const { db } = test.database;
  ada = await test.as({ username: 'Ada', isSuperuser: true });
  bob = await test.as({ username: 'Bob', isSuperuser: true });
  const lessons = createLessonsService({ db, reader: inProcessReader, clock: test.clock });
  sweep = createScheduledPublishingSweep({ db, clock: test.clock, lessons });
});
afterEach(() => test.close());

type Author = typeof ada;
const second = '/api/admin/subchapter/second';
const http = '/api/admin/training/http';
const head = { name: 'Second', summary: 'What it is about.', minutes: 5 };

const openLesson = async (who: Author, url = second) => (await who.get<AuthoredLesson>(url)).body;
const save = (
  who: Author,
  body: string,
  { base, version = 0 }: { base: number | null; version?: number },
  url = second,
) => who.put<LessonDraft>(`${url}/draft`, { head, body, base, version });
const publish = (who: Author, version: number, more: object = {}, url = second) =>
  who.post<PublishedLesson>(`${url}/publish`, { version, ...more });

/** Returns the HTML that learners see. */
async function publishedHtml(slug = 'second'): Promise<string> {
  const { body } = await test.anonymous.get<{ modules: { html?: string }[] }>(`/api/subchapter/${slug}`);
  return (body.modules ?? []).map(({ html = '' }) => html).join('');
}

async function auditEvents(action: string) {
  const rows = await test.database.db.selectFrom('audit_events').selectAll().where('action', '=', action).execute();
  return rows.map(({ actor_pk, subject, data }) => ({ actor: actor_pk, subject, data }));
}

describe('draft', () => {
  it('is visible only to its author until it is published', async () => {
    const before = await openLesson(ada);
    expect(before).toMatchObject({ state: 'published', draft: null, file: 'web/http/01-requests/02-second.md' });
    const base = before.published?.revision ?? null;
    const saved = await save(ada, 'New *words*.\n', { base });
    expect(saved).toMatchObject({ status: 200, body: { base, body: 'New *words*.\n' } });
    expect(await publishedHtml()).not.toContain('New');
    expect(await openLesson(bob)).toMatchObject({ state: 'changed', draft: null, others: [{ username: 'Ada' }] });

    const done = await publish(ada, saved.body.version, { note: 'A better word.' });
    expect(done).toMatchObject({
      status: 200,
      body: {
        applied: true,
        changes: [{ kind: 'subchapter', change: 'changed' }],
        lesson: { state: 'published', draft: null, published: { by: 'Ada', revision: (base ?? 0) + 1 } },
      },
    });
    expect(await publishedHtml()).toContain('New <em>words</em>');
    expect(await auditEvents('lesson.published')).toEqual([
      { actor: ada.pk, subject: 'lesson:second', data: { before: base, after: (base ?? 0) + 1, act: 'published' } },
    ]);
    const revisions = await ada.get(`${second}/revisions`);
    expect(revisions.body).toMatchObject({
      revisions: [
        { act: 'published', by: 'Ada', note: 'A better word.' },
        { act: 'imported', by: null },
      ],
    });
    expect((await ada.get(`${second}/revisions/${base}`)).body).toMatchObject({ body: before.published?.body, head });
  });

  it('is saved once per text and never overwrites a draft of another tab', async () => {
    const base = (await openLesson(ada)).published?.revision ?? null;
    const { version } = (await save(ada, 'One.', { base })).body;
    expect((await save(ada, 'One.', { base })).body.version).toBe(version);
    expect(await save(ada, 'Two.', { base })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await save(ada, 'Two.', { base, version })).status).toBe(200);
    expect((await publish(ada, version)).status).toBe(409);
    await ada.delete(`${second}/draft`);
    expect((await ada.delete<AuthoredLesson>(`${second}/draft`)).body.draft).toBe(null);
    // The draft that the stale tab knows no longer exists.
    expect((await save(ada, 'Three.', { base, version })).status).toBe(409);
    expect((await save(ada, 'Three.', { base: 77 })).status).toBe(400);
  });

  it('may be incomplete, stays when it has an error, and reports the error', async () => {
    const base = (await openLesson(ada)).published?.revision ?? null;
    const body = { head: { ...head, summary: '' }, body: ':::quiz[No id]\n:::\n', base, version: 0 };
    const { version } = (await ada.put<LessonDraft>(`${second}/draft`, body)).body;
    const { status, body: answer } = await publish(ada, version);
    expect([status, answer.applied]).toEqual([200, false]);
    expect(answer.diagnostics.map(({ code }) => code)).toContain('id-missing');
    expect(answer.lesson.draft).toMatchObject({ version, body: body.body });
    expect(await publishedHtml()).toContain('A heading');
  });

  it('is not published with a text of a template, which an import only warns about', async () => {
    const base = (await openLesson(ada)).published?.revision ?? null;
    const text = 'One.\n\n:::flag[Find the flag]{#my-flag-1 points=10 answer="flag{change_me}"}\nDig.\n:::\n';
    const { version } = (await save(ada, text, { base })).body;
    const refused = await publish(ada, version);
    expect(refused.body).toMatchObject({ applied: false, lesson: { draft: { version } } });
    const problems = refused.body.diagnostics.map(({ severity, file, line, code }) => [severity, file, line, code]);
    const expected = ['error', 'web/http/01-requests/02-second.md', 9, 'placeholder'];
    expect(problems).toEqual([expected, expected]);
    expect(refused.body.diagnostics[1]?.message).toContain('flag{change_me}');
    expect(await publishedHtml()).toContain('A heading');
    const preview = await ada.post<LessonPreview>(`${second}/preview`, { head, body: text });
    expect(preview.body.diagnostics.map(({ severity, line }) => [severity, line])).toEqual([
      ['error', 3],
      ['error', 3],
    ]);
    const modules = await ada.post('/api/subchapter/second', { modules: [{ markdown: text }], base });
    expect(modules.body).toMatchObject({ applied: false });

    const files = { ...validFiles() };
    files['web/http/01-requests/02-second.md'] += text;
    const imported = await importFiles(
      test.database.db,
      new Map(Object.entries(files).map(([path, content]) => [path, fileOf(Buffer.from(content))])),
      { source: 'curriculum', labs: null },
    );
    expect(imported.applied).toBe(true);
    expect(imported.diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning placeholder',
      'warning placeholder',
    ]);
  });

  it('is previewed without its summary, with the reason that it cannot be published', async () => {
    const body = { head: { ...head, summary: '' }, body: 'Some *words*.\n' };
    const { body: answer } = await ada.post<LessonPreview>(`${second}/preview`, body);
    expect(answer.modules).toMatchObject([{ kind: 'text', html: '<p>Some <em>words</em>.</p>' }]);
    expect(answer.diagnostics).toMatchObject([{ severity: 'error', line: 0, code: 'value-invalid' }]);
  });

  it('is not published over another author’s version that its author has not seen', async () => {
    const start = await openLesson(ada);
    const base = start.published?.revision ?? null;
    const mine = (await save(ada, 'Ada’s.', { base })).body;
    const others = (await save(bob, 'Bob’s.', { base })).body;
    expect((await publish(bob, others.version)).body.applied).toBe(true);
    expect(await publish(ada, mine.version)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const both = await openLesson(ada);
    expect(both).toMatchObject({
      draft: { body: 'Ada’s.' },
      published: { body: 'Bob’s.' },
      base: { body: start.published?.body },
    });
    const seen = (await save(ada, 'Both.', { base: both.published?.revision ?? null, version: mine.version })).body;
    expect((await publish(ada, seen.version)).body.applied).toBe(true);
    expect(await publishedHtml()).toContain('Both.');
  });

  it('is published once when two authors publish at the same moment', async () => {
    const base = (await openLesson(ada)).published?.revision ?? null;
    const [a, b] = await Promise.all([save(ada, 'Ada’s.', { base }), save(bob, 'Bob’s.', { base })]);
    const done = await Promise.all([
      publish(ada, a.body.version),
      publish(bob, b.body.version),
      publish(ada, a.body.version),
    ]);
    expect(done.filter(({ status, body }) => status === 200 && body.applied).length).toBe(1);
    expect(done.filter(({ status }) => status === 409).length).toBe(2);
    expect((await auditEvents('lesson.published')).length).toBe(1);
  });

  it('is published after the lesson was moved', async () => {
    const base = (await openLesson(ada)).published?.revision ?? null;
    const { version } = (await save(ada, 'Moved.', { base })).body;
    await reorder(bob, (lessons) => lessons.toReversed());
    expect((await publish(ada, version)).body.applied).toBe(true);
    expect(await publishedHtml()).toContain('Moved.');
  });

  it('is rejected for learners and visitors', async () => {
    const learner = await test.as();
    expect((await learner.get(second)).status).toBe(403);
    expect((await test.anonymous.get(second)).status).toBe(401);
    expect((await ada.get('/api/admin/subchapter/nowhere')).status).toBe(404);
    expect((await ada.put(`${second}/draft`, { head, body: 'x\0', base: null, version: 0 })).status).toBe(400);
    expect((await ada.post(`${second}/publish`, { version: 1 })).status).toBe(409);
  });
});

describe('scheduled draft', () => {
  const soon = () => new Date(test.clock.now().getTime() + 300_000).toISOString();

  async function planned(body: string, who = ada): Promise<LessonDraft> {
    const base = (await openLesson(who)).published?.revision ?? null;
    const { version } = (await save(who, body, { base })).body;
    await publish(who, version, { at: soon() });
    return (await openLesson(who)).draft as LessonDraft;
  }

  it('is published on behalf of its author when it is due', async () => {
    expect(await planned('Later.')).toMatchObject({ failure: null, publish_at: soon() });
    await sweep();
    expect(await publishedHtml()).not.toContain('Later.');
    test.clock.advance(301);
    await Promise.all([sweep(), sweep()]);
    expect(await publishedHtml()).toContain('Later.');
    expect((await ada.get(`${second}/revisions`)).body).toMatchObject({
      revisions: [{ act: 'scheduled', by: 'Ada' }, {}],
    });
  });

  it('stores why publishing failed and waits for its author', async () => {
    const { version } = await planned('Ada’s.');
    const base = (await openLesson(bob)).published?.revision ?? null;
    await publish(bob, (await save(bob, 'Bob’s.', { base })).body.version);
    test.clock.advance(301);
    await sweep();
    const { draft } = await openLesson(ada);
    expect(draft?.failure).toContain('Another author has published');
    expect(await publishedHtml()).toContain('Bob’s.');
    const next = await save(ada, 'Ada’s, again.', { base: (base ?? 0) + 1, version });
    expect(next.body).toMatchObject({ failure: null, publish_at: null });
  });

  it('does not wait for another draft whose publishing throws', async () => {
    await planned('Ada’s.');
    const first = '/api/admin/subchapter/first';
    const base = (await openLesson(bob, first)).published?.revision ?? null;
    const { version } = (await save(bob, 'Bob’s.', { base }, first)).body;
    await publish(bob, version, { at: soon() }, first);
    test.clock.advance(301);
    const { db } = test.database;
    const lessons = createLessonsService({ db, reader: inProcessReader, clock: test.clock });
    const publishDraft: typeof lessons.publishDraft = (draft, ...rest) =>
      draft.user_pk === ada.pk ? Promise.reject(new Error('No room.')) : lessons.publishDraft(draft, ...rest);
    const broken = createScheduledPublishingSweep({ db, clock: test.clock, lessons: { ...lessons, publishDraft } });
    await expect(broken()).rejects.toThrow('No room.');
    expect(await publishedHtml('first')).toContain('Bob’s.');
    // The failed draft is retried later.
    test.clock.advance(301);
    await sweep();
    expect(await publishedHtml()).toContain('Ada’s.');
  });

  it('can be cancelled, needs a future time, and is not published after its author lost the right', async () => {
    const { version } = await planned('Never.');
    expect((await publish(ada, version, { at: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await publish(ada, version, { at: null })).body.lesson.draft?.publish_at).toBe(null);
    await publish(ada, version, { at: soon() });
    await test.database.db.updateTable('users').set({ is_superuser: false }).where('pk', '=', ada.pk).execute();
    test.clock.advance(301);
    await sweep();
    expect(await publishedHtml()).not.toContain('Never.');
    const { failure } = await test.database.db.selectFrom('lesson_drafts').select('failure').executeTakeFirstOrThrow();
    expect(failure).toBe('The author of this draft may no longer publish.');
  });
});

type ListedLesson = { id: string; slug: string; name: string; chapter: string };

async function readTree(who = ada): Promise<AuthoredChapters & { lessons: ListedLesson[] }> {
  const { body } = await who.get<AuthoredChapters>(`${http}/chapters`);
  const lessons = body.chapters.flatMap((chapter) =>
    chapter.subchapters.map(({ id, slug, name }) => ({ id, slug, name, chapter: chapter.id })),
  );
  return { ...body, lessons };
}

async function reorder(who: Author, change: (lessons: ListedLesson[]) => ListedLesson[]) {
  const { lessons, etag } = await readTree(who);
  return who.post(http, { subchapters: change(lessons), etag, overwrite: false });
}

describe('order of a training', () => {
  it('changes at once for learners, who keep their progress', async () => {
    const { db } = test.database;
    const before = await db.selectFrom('subchapters').select(['pk', 'uid']).orderBy('uid').execute();
    const done = await reorder(ada, (lessons) =>
      lessons.toReversed().map((one) => ({ ...one, chapter: 'ch-requests' })),
    );
    expect(done).toMatchObject({ status: 200, body: { applied: true } });
    const { body } = await test.anonymous.get('/api/training/http/chapters');
    expect(body).toMatchObject({
      chapters: expect.arrayContaining([
        expect.objectContaining({
          slug: 'requests',
          subchapters: [{}, {}, {}].map((_, i) => expect.objectContaining({ slug: ['third', 'second', 'first'][i] })),
        }),
      ]),
    });
    expect(await db.selectFrom('subchapters').select(['pk', 'uid']).orderBy('uid').execute()).toEqual(before);
    expect(await auditEvents('training.changed')).toMatchObject([
      { actor: ada.pk, subject: 'training:http', data: { before: {}, after: {} } },
    ]);
  });

  it('accepts a new lesson, which stays invisible until its draft is published', async () => {
    const fresh = { id: 'sub-new', slug: 'new', name: 'A new one', chapter: 'ch-requests' };
    const { status, body } = await reorder(ada, ([first, ...rest]) => [first as ListedLesson, fresh, ...rest]);
    expect([status, body.applied, body.changes]).toEqual([200, true, []]);
    expect((await readTree()).chapters[0]?.subchapters[1]).toMatchObject({
      id: 'sub-new',
      state: 'draft',
      revision: null,
    });
    expect((await test.anonymous.get('/api/subchapter/new')).status).toBe(404);
    const url = '/api/admin/subchapter/new';
    expect(await openLesson(bob, url)).toMatchObject({
      name: 'A new one',
      state: 'draft',
      published: null,
      draft: null,
    });
    const preview = await ada.post(`${url}/preview`, { head, body: '## One\n\n:::quiz[No]\n:::\n' });
    expect(preview.body).toMatchObject({
      blocks: [{ id: 'text-1', from: 1, to: 1 }],
      diagnostics: [{ line: 3, severity: 'error' }, {}],
    });
    const { version } = (await save(ada, 'Hello.\n', { base: null }, url)).body;
    const done = await publish(ada, version, {}, url);
    expect(done.body).toMatchObject({
      applied: true,
      lesson: { state: 'published', file: 'web/http/01-requests/02-new.md' },
    });
    expect(await publishedHtml('new')).toContain('Hello.');
    expect((await readTree()).lessons.map(({ slug }) => slug)).toEqual(['first', 'new', 'second', 'third']);
  });

  it('withdraws a lesson and restores it with its revisions', async () => {
    expect((await reorder(ada, (lessons) => lessons.filter(({ slug }) => slug !== 'second'))).status).toBe(200);
    expect((await test.anonymous.get('/api/subchapter/second')).status).toBe(404);
    const gone = await readTree();
    expect(gone.withdrawn).toMatchObject([{ id: 'sub-second', slug: 'second', name: 'Second', state: 'withdrawn' }]);
    expect(await openLesson(ada)).toMatchObject({ state: 'withdrawn', published: null });
    const { version } = (await save(ada, 'x', { base: null })).body;
    expect((await publish(ada, version)).status).toBe(409);
    const rejected = await reorder(ada, (lessons) => [
      ...lessons,
      { id: 'sub-x', slug: 'second', name: 'X', chapter: 'ch-answers' },
    ]);
    expect(rejected).toMatchObject({
      status: 400,
      body: { fields: { 'subchapters.2.slug': expect.stringContaining('withdrawn') } },
    });

    const back = await reorder(ada, (lessons) => [
      ...lessons,
      { id: 'sub-second', slug: 'second', name: 'Second', chapter: 'ch-answers' },
    ]);
    expect(back).toMatchObject({ status: 200, body: { applied: true } });
    expect(await publishedHtml()).toContain('A heading');
    expect((await ada.get(`${second}/revisions`)).body).toMatchObject({
      revisions: [{}, { act: 'withdrawn' }, { act: 'imported' }],
    });
  });

  it('reports what another author has changed, unless the edit overwrites it', async () => {
    const { etag, lessons } = await readTree();
    await reorder(bob, (all) => all.map((one) => ({ ...one, name: `${one.name}!` })));
    const mine = { subchapters: lessons.toReversed(), etag, overwrite: false };
    expect(await ada.post(http, mine)).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('the chapters and lessons of the course') },
    });
    expect((await ada.post(http, { ...mine, subchapters: lessons, overwrite: true })).status).toBe(200);
    expect((await readTree()).lessons).toEqual(lessons);
  });

  it('accepts one of two edits at the same moment', async () => {
    const { etag, lessons } = await readTree();
    const fresh = (n: number) => ({ id: `sub-n${n}`, slug: `n${n}`, name: 'N', chapter: 'ch-answers' });
    const done = await Promise.all(
      [ada, bob, ada].map((who, n) => who.post(http, { subchapters: [...lessons, fresh(n)], etag, overwrite: false })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('training', () => {
  it('is listed with its drafts, and edited without touching the rest of its file', async () => {
    await save(ada, 'x', { base: null });
    const { body } = await ada.get<AuthoredTrainings>('/api/admin/trainings');
    expect(body).toMatchObject({
      trainings: [{ slug: 'http', continent: 'web', lessons: 3, drafts: 1, changed_by: null }],
      continents: [{ slug: 'web', name: 'Web' }],
    });
    const before = (await ada.get<AuthoredTrainingDetail>(http)).body;
    const edited = { ...before.head, name: 'HTTP: the basics', description: 'One.\n\nTwo.' };
    const done = await ada.post(http, { training: edited, etag: before.etag, overwrite: false });
    expect(done).toMatchObject({ status: 200, body: { applied: true } });
    const { text } = await test.database.db
      .selectFrom('source_files')
      .select('text')
      .where('path', '=', 'web/http/training.yaml')
      .executeTakeFirstOrThrow();
    expect(text).toBe(
      'id: tr-http\nslug: http\nname: "HTTP: the basics"\ntier: 0\nicon: globe\nsummary: A training.\ndescription: |-\n  One.\n\n  Two.\n',
    );
    expect((await ada.post(http, { training: edited, etag: before.etag, overwrite: false })).status).toBe(409);
    expect((await ada.post(http, { training: edited, overwrite: false })).body).toMatchObject({
      code: 'invalid_request',
      fields: { etag: expect.stringContaining('based on') },
    });
    expect((await ada.post(http, { training: { ...edited, name: 'HTTP' }, overwrite: true })).status).toBe(200);
    expect((await ada.get<AuthoredTrainingDetail>(http)).body.head.name).toBe('HTTP');
  });

  it('is created hidden and empty, and only once', async () => {
    const fresh = { continent: 'web', slug: 'cookies', name: 'Cookies', kind: 'course' };
    const made = await Promise.all([ada.post('/api/admin/trainings', fresh), bob.post('/api/admin/trainings', fresh)]);
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ada.get('/api/admin/training/cookies')).body).toMatchObject({
      head: { hidden: true, name: 'Cookies' },
    });
    expect((await test.anonymous.get('/api/training/cookies')).status).toBe(404);
    expect((await ada.post('/api/admin/trainings', { ...fresh, continent: 'nowhere', slug: 'x' })).status).toBe(404);
    expect((await ada.post('/api/admin/trainings', { ...fresh, slug: 'aux' })).body).toMatchObject({
      fields: { slug: expect.stringContaining('Windows') },
    });
    const next = await ada.post('/api/admin/training/cookies/recommended_next', { recommended_next: ['http'] });
    expect(next).toMatchObject({ status: 200, body: { applied: true } });
    const wrong = await ada.post('/api/admin/training/cookies/recommended_next', { recommended_next: ['htp'] });
    expect(wrong.body).toMatchObject({ applied: false, diagnostics: [{}, { code: 'recommended-unknown' }] });
    const chapter = { id: 'ch-jar', slug: 'jar', name: 'The jar' };
    const { etag } = (await ada.get<AuthoredTrainingDetail>('/api/admin/training/cookies')).body;
    const built = await ada.post('/api/admin/training/cookies', {
      chapters: [chapter],
      subchapters: [{ id: 'sub-set', slug: 'set', name: 'Set', chapter: 'ch-jar' }],
      etag,
      overwrite: false,
    });
    expect(built).toMatchObject({ status: 200, body: { applied: true } });
  });

  it('is not shown to learners before its summary and description are written', async () => {
    await ada.post('/api/admin/trainings', { continent: 'web', slug: 'cookies', name: 'Cookies', kind: 'course' });
    const { head: made, etag } = (await ada.get<AuthoredTrainingDetail>('/api/admin/training/cookies')).body;
    const show = (more: object) =>
      ada.post<Published>('/api/admin/training/cookies', {
        training: { ...made, hidden: false, ...more },
        etag,
        overwrite: false,
      });
    const refused = await show({ summary: 'Jars.' });
    expect(refused.body).toMatchObject({ applied: false });
    const problems = refused.body.diagnostics.filter(({ severity }) => severity === 'error');
    expect(problems).toMatchObject([{ file: 'web/cookies/training.yaml', line: 7, code: 'placeholder' }]);
    const together = await ada.post('/api/admin/trainings/visibility', { courses: ['cookies'], hidden: false });
    expect(together.body).toMatchObject({ applied: false, courses: [{ hidden: true }] });
    const placement = async () => (await ada.get('/api/admin/training/cookies/placement')).body;
    const planned = await placement();
    expect(planned).toMatchObject({ hexmap: 'hexmap', state: 'new', continent: 'Web', after: null });
    expect((await show({ summary: 'Jars.', description: 'All about jars.' })).body).toMatchObject({ applied: true });
    // It is on the hex that was announced.
    expect(await placement()).toEqual({ ...(planned as object), state: 'on_map' });
    expect((await ada.get('/api/admin/training/nowhere/placement')).status).toBe(404);
  });

  it('lists its files with the lessons that use them', async () => {
    expect((await ada.get(`${http}/files`)).body).toMatchObject({
      files: [{ path: 'figures/wire.svg', width: 720, height: 100, content_type: 'image/svg+xml', used_by: ['first'] }],
    });
  });
});

it('writes the modules of a lesson based on a revision', async () => {
  const base = (await openLesson(ada)).published?.revision ?? null;
  const modules = [{ markdown: '\nOne.\n\n' }, { markdown: '## Two' }];
  expect(await ada.post('/api/subchapter/second', { modules, base })).toMatchObject({
    status: 200,
    body: { applied: true },
  });
  expect((await openLesson(ada)).published).toMatchObject({ body: 'One.\n\n## Two\n', head });
  expect((await ada.post('/api/subchapter/second', { modules: [{ markdown: 'x' }], base })).status).toBe(409);
  expect((await ada.post('/api/subchapter/second', { modules: [], base })).status).toBe(400);
});

it('limits the rate of previews', async () => {
  const answers = [];
  for (let n = 0; n < 41; n++) answers.push((await ada.post(`${second}/preview`, { head, body: '' })).status);
  expect(answers.at(-1)).toBe(429);
  expect(answers.filter((status) => status === 200).length).toBe(40);
});

it('never loses a published text in random sequences of saves, publications and moves by three authors', async () => {
  const authors = [ada, bob, await test.as({ username: 'Cleo', isSuperuser: true })];
  const step = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom('save', 'see', 'publish', 'publish', 'reorder'),
    lesson: fc.constantFrom('second', 'third'),
  });
  let texts = 0;
  const published = new Map<string, string[]>(
    await Promise.all(
      ['second', 'third'].map(
        async (slug) =>
          [slug, [(await openLesson(ada, `/api/admin/subchapter/${slug}`)).published?.body ?? '']] as [
            string,
            string[],
          ],
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      for (const { who, what, lesson } of steps) {
        const author = authors[who] ?? ada;
        const url = `/api/admin/subchapter/${lesson}`;
        const { draft, published: now } = await openLesson(author, url);
        if (what === 'reorder') await reorder(author, (lessons) => lessons.toReversed());
        else if (what === 'publish') {
          if (!draft) continue;
          // The model: publishing succeeds unless another author published a different text after this author read the
          // lesson.
          // lesson.
          const all = published.get(lesson) ?? [];
          const mayPublish = seen.get(`${who} ${lesson}`) === all.length;
          const { status } = await publish(author, draft.version, {}, url);
          expect(status).toBe(mayPublish ? 200 : 409);
          if (mayPublish) all.push(draft.body);
        } else {
          texts += 1;
          const base = what === 'see' || !draft ? (now?.revision ?? null) : draft.base;
          if (what === 'see' || !draft) seen.set(`${who} ${lesson}`, published.get(lesson)?.length ?? 0);
          await save(author, `Text ${texts}.\n`, { base, version: draft?.version ?? 0 }, url);
        }
        expect((await openLesson(author, url)).published?.body).toBe(published.get(lesson)?.at(-1));
      }
      for (const [lesson, all] of published) {
        const file = await test.database.db
          .selectFrom('source_revisions')
          .innerJoin('source_files', 'source_files.pk', 'source_revisions.file_pk')
          .select('source_revisions.text')
          .where('source_files.path', 'like', `%-${lesson}.md`)
          .where('source_revisions.act', 'in', ['published', 'imported'])
          .orderBy('source_revisions.n')
          .execute();
        expect(file.map(({ text }) => text?.replace(/^---[\s\S]*?---\n/, ''))).toEqual(all);
      }
    }),
    { numRuns: 8 },
  );
}, 60_000);

/** Number of published texts when each author last read the published lesson, in the model. */
const seen = new Map<string, number>();
