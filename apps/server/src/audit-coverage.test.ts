import { type EndpointKey, endpointOf, endpoints } from '@hexpedition/contract';
import { textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { zipBytes } from '@hexpedition/curriculum/bundles/write-zip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/passwords';
import { base64, plain } from '#features/avatars/testing';
import { fixtureTemplate } from '#features/content/testing/import-fixture';
import { buildLab, buildSubchapter, buildUser } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';

/**
 * Lists a request for every call with which a superuser changes something. Each must add an entry with the state before
 * and after to the audit log. The first test fails if a call is missing here.
 */

const password = 'lantern gravel otter 9';

interface Sample {
  url: string;
  body?: object;
  /** A binary body instead of JSON. */
  bytes?: Buffer;
  headers?: Record<string, string>;
}

let test: TestApp;
let captain: Caller & { pk: number };
let batch: number;
let lesson: string;
let solution: number;
let grant: number;
let bulkUser: number;
let announcement: number;
let bounce: number;

const letter = { subject: 'Ahoy', body: 'There is a new course.', segment: {}, per_minute: 60 };

const personAction = (act: string, body: object) => (): Sample => ({ url: `/api/admin/users/learner/${act}`, body });

const editOf = (hexmap: string) => async (): Promise<Sample> => {
  const { etag, document } = (await captain.get<{ etag: string; document: object }>(`/api/admin/map/${hexmap}`)).body;
  return { url: `/api/config/${hexmap}draft/edit`, body: { document }, headers: { 'if-match': etag } };
};

async function draftOf(slug: string) {
  type Lesson = { published: { head: object; body: string; revision: number } };
  const { head, body, revision } = (await captain.get<Lesson>(`/api/admin/subchapter/${slug}`)).body.published;
  return { head, body: `${body}\nMore.\n`, base: revision, version: 0 };
}

/** A changed draft, based on the current revision. */
async function privacyDraft() {
  type PrivacyAdmin = { active: { config: object }; draft: { revision: number } | null };
  const { active, draft } = (await captain.get<PrivacyAdmin>('/api/admin/privacy')).body;
  return { config: { ...active.config, hideLearnMore: true }, revision: draft?.revision ?? 0 };
}

const samples: Partial<Record<EndpointKey, () => Sample | Promise<Sample>>> = {
  'POST /api/config/features:version/edit': () => ({ url: '/api/config/features2/edit', body: { msg: 'Noon.' } }),
  'POST /api/admin/site': () => ({ url: '/api/admin/site', body: { name: 'Audited' } }),
  'POST /api/admin/demo_accounts/delete': async () => {
    await buildUser(test.database.db, { username: 'demo-learner' });
    await test.database.db.updateTable('users').set({ is_demo: true }).where('username', '=', 'demo-learner').execute();
    return { url: '/api/admin/demo_accounts/delete' };
  },
  'POST /api/config/hexmap:version/edit': editOf('hexmap'),
  'POST /api/config/hexmapYT:version/edit': editOf('hexmapYT'),
  'POST /api/admin/vouchers': () => ({
    url: '/api/admin/vouchers',
    body: { name: 'Audited', tier: 1, months: 1, uses: 1, vouchers: 1 },
  }),
  'POST /api/admin/vouchers/:batch/disable': () => ({
    url: `/api/admin/vouchers/${batch}/disable`,
    body: { disabled: true },
  }),
  'POST /api/admin/notes/hide': () => ({
    url: '/api/admin/notes/hide',
    body: { subchapter: lesson, username: 'learner', hidden: true },
  }),
  'PUT /api/admin/lab_solution/:pk': () => ({
    url: `/api/admin/lab_solution/${solution}`,
    body: { hidden: true },
  }),
  'POST /api/admin/announcements': () => ({ url: '/api/admin/announcements', body: letter }),
  'PUT /api/admin/announcements/:pk': () => ({
    url: `/api/admin/announcements/${announcement}`,
    body: { ...letter, subject: 'Ahoy again', revision: 1 },
  }),
  'POST /api/admin/announcements/:pk/send': () => ({
    url: `/api/admin/announcements/${announcement}/send`,
    body: { revision: 2, send_at: new Date(test.clock.now().getTime() + 3_600_000).toISOString() },
  }),
  'POST /api/admin/announcements/:pk/act': () => ({
    url: `/api/admin/announcements/${announcement}/act`,
    body: { act: 'recall' },
  }),
  'POST /api/admin/announcements/:pk/settle': async () => {
    const mail = { announcement_pk: announcement, user_pk: captain.pk, state: 'unknown' as const };
    await test.database.db.insertInto('announcement_mails').values(mail).execute();
    return { url: `/api/admin/announcements/${announcement}/settle`, body: { user: captain.pk, arrived: true } };
  },
  'DELETE /api/admin/announcements/:pk': () => ({ url: `/api/admin/announcements/${announcement}` }),
  'DELETE /api/admin/bounces/:pk': () => ({ url: `/api/admin/bounces/${bounce}` }),
  'PUT /api/admin/mail_templates/:kind': async () => {
    type Known = { templates: { kind: string; default_wording: object }[] };
    const { templates } = (await captain.get<Known>('/api/admin/mail_templates')).body;
    const default_wording = templates.find(({ kind }) => kind === 'verify')?.default_wording;
    return {
      url: '/api/admin/mail_templates/verify',
      body: { ...default_wording, subject: 'Is it you?', revision: 0 },
    };
  },
  'DELETE /api/admin/mail_templates/:kind': () => ({ url: '/api/admin/mail_templates/verify?revision=1' }),
  'DELETE /api/admin/privacy/draft': async () => ({
    url: `/api/admin/privacy/draft?revision=${(await privacyDraft()).revision}`,
  }),
  'PUT /api/admin/privacy/draft': async () => ({ url: '/api/admin/privacy/draft', body: await privacyDraft() }),
  'POST /api/admin/privacy/publish': async () => ({
    url: '/api/admin/privacy/publish',
    body: { revision: (await privacyDraft()).revision },
  }),
  'POST /api/admin/trainings': () => ({
    url: '/api/admin/trainings',
    body: { continent: 'tests', slug: 'audited', name: 'Audited', kind: 'course' },
  }),
  'POST /api/admin/training/:slug': async () => {
    const { etag, head } = (await captain.get<{ etag: string; head: object }>('/api/admin/training/kinds')).body;
    const training = { ...head, term: 'What is audited' };
    return { url: '/api/admin/training/kinds', body: { etag, overwrite: false, training } };
  },
  'POST /api/admin/training/:slug/recommended_next': () => ({
    url: '/api/admin/training/kinds/recommended_next',
    body: { recommended_next: ['kept'] },
  }),
  'POST /api/admin/trainings/visibility': () => ({
    url: '/api/admin/trainings/visibility',
    body: { courses: ['kept'], hidden: true },
  }),
  'PUT /api/admin/subchapter/:slug/draft': async () => ({
    url: '/api/admin/subchapter/files/draft',
    body: await draftOf('files'),
  }),
  'POST /api/admin/subchapter/:slug/publish': async () => {
    const { version } = (await captain.get<{ draft: { version: number } }>('/api/admin/subchapter/files')).body.draft;
    return { url: '/api/admin/subchapter/files/publish', body: { version } };
  },
  'DELETE /api/admin/subchapter/:slug/draft': () => ({ url: '/api/admin/subchapter/signs/draft' }),
  'POST /api/subchapter/:slug': async () => {
    type Lesson = { published: { revision: number } };
    const { revision } = (await captain.get<Lesson>('/api/admin/subchapter/poll')).body.published;
    return { url: '/api/subchapter/poll', body: { modules: [{ markdown: 'New words.' }], base: revision } };
  },
  'POST /api/system/image_upload': async () => ({
    url: '/api/system/image_upload',
    body: { image: base64(await plain().png().toBuffer()), training: 'kinds', name: 'audited' },
  }),
  'POST /api/system/file_upload': () => ({
    url: `/api/system/file_upload?training=kinds&folder=files&name=a.txt&upload=${crypto.randomUUID()}&part=1&parts=1`,
    bytes: Buffer.from('A text.'),
  }),
  'POST /api/admin/import/:id/apply': async () => {
    const challenge = 'name: Audited\ncategory: crypto\ndescription: Find it.\nvalue: 50\nflags:\n  - flag{audited}\n';
    const bundle = await zipBytes(new Map([['event/audited/challenge.yml', textFile(challenge)]]));
    const id = crypto.randomUUID();
    const type = { 'content-type': 'application/octet-stream' };
    await captain.post(`/api/admin/import?upload=${id}&part=1&parts=1&name=event`, Buffer.from(bundle), type);
    return { url: `/api/admin/import/${id}/apply`, body: {} };
  },
  'DELETE /api/admin/training/:slug/files/:folder/:name': () => ({
    url: '/api/admin/training/kinds/files/figures/audited.webp',
  }),
  'POST /api/admin/users/:username/grant': personAction('grant', { tier: 2, months: 3 }),
  'POST /api/admin/users/:username/revoke': () => personAction('revoke', { pk: grant })(),
  'POST /api/admin/users/bulk': () => ({
    url: '/api/admin/users/bulk',
    body: { act: 'beta', users: [bulkUser], beta_access: true },
  }),
  'POST /api/admin/users/add': () => ({ url: '/api/admin/users/add', body: { text: 'newcomer' } }),
  'POST /api/admin/users/:username/password_link': () => ({ url: '/api/admin/users/unclaimed/password_link' }),
  'POST /api/admin/users/:username/beta': personAction('beta', { beta_access: true }),
  'POST /api/admin/users/:username/end_sessions': personAction('end_sessions', {}),
  'POST /api/admin/users/:username/second_factor': personAction('second_factor', { password }),
  'POST /api/admin/users/:username/view': personAction('view', {}),
  'POST /api/admin/users/:username/active': personAction('active', { is_active: false, reason: 'Spam.' }),
  'POST /api/admin/users/:username/superuser': personAction('superuser', { is_superuser: true, password }),
  'POST /api/admin/users/:username/deletion': personAction('deletion', { delete: true, reason: 'Spam.', password }),
};

/** Calls without an audit entry, with the reason. */
const withoutEntry: Partial<Record<EndpointKey, string>> = {
  'POST /api/admin/map/:hexmap/presence': 'An open editor reports its presence every four seconds. Nothing is changed.',
  'DELETE /api/admin/map/:hexmap/presence': 'A closed editor ends its presence. Nothing is changed.',
  'POST /api/admin/subchapter/:slug/preview': 'Nothing is changed.',
  'POST /api/admin/announcements/preview': 'Nothing is changed.',
  'POST /api/admin/import': 'A preview changes nothing.',
  'POST /api/admin/announcements/audience': 'Nothing is changed.',
  'POST /api/admin/announcements/:pk/test': 'A test mail to oneself is logged, and nothing is changed.',
  'POST /api/admin/mail_templates/:kind/test': 'A test mail to oneself is logged, and nothing is changed.',
  'POST /api/admin/mail_templates/:kind/preview': 'Nothing is changed.',
  'POST /api/admin/payments/reconcile': 'Needs Paddle: payments/reconciliation/reconcile.test.ts checks it.',
};

beforeAll(async () => {
  test = await createTestApp({}, {}, await fixtureTemplate());
  const { db } = test.database;
  captain = await test.as({ username: 'captain', isSuperuser: true, passwordHash: await hashPassword(password) });
  const learner = await test.as({ username: 'learner' });
  await captain.put('/api/admin/subchapter/signs/draft', await draftOf('signs'));
  await captain.put('/api/admin/privacy/draft', await privacyDraft());
  const subchapter = await buildSubchapter(db);
  lesson = subchapter.slug;
  await learner.post(`/api/subchapter/${lesson}/notes`, { what_i_learned: 'A thought.' });
  const lab = await buildLab(db);
  const own = { user_pk: learner.pk, lab_pk: lab.pk, text: 'So.', html: '<p>So.</p>', published: true };
  const times = { updated_at: new Date(), published_at: new Date() };
  solution = (
    await db
      .insertInto('lab_solutions')
      .values({ ...own, ...times })
      .returning('pk')
      .executeTakeFirstOrThrow()
  ).pk;
  const row = { name: 'Given', tier: 1, months: 1, uses: 1, made_by: captain.pk, made_at: new Date(), holder_pk: null };
  batch = (await db.insertInto('voucher_batches').values(row).returning('pk').executeTakeFirstOrThrow()).pk;
  await db
    .insertInto('vouchers')
    .values({ batch_pk: batch, secret_hash: Buffer.alloc(32) })
    .execute();
  bulkUser = (await buildUser(db)).pk;
  const { pk: unclaimed } = await buildUser(db, { username: 'unclaimed' });
  await db.updateTable('users').set({ password_hash: null }).where('pk', '=', unclaimed).execute();
  const given = { user_pk: learner.pk, source: 'grant' as const, tier: 1, ends_at: null };
  grant = (await db.insertInto('entitlements').values(given).returning('pk').executeTakeFirstOrThrow()).pk;
  announcement = (await captain.post<{ announcement: { pk: number } }>('/api/admin/announcements', letter)).body
    .announcement.pk;
  const refused = { user_pk: learner.pk, address: 'gone@example.org', permanent: true, reason: '550', at: new Date() };
  bounce = (await db.insertInto('mail_bounces').values(refused).returning('pk').executeTakeFirstOrThrow()).pk;
  const totp = { user_pk: learner.pk, secret: Buffer.alloc(32), confirmed_at: new Date() };
  await db.insertInto('totp_secrets').values(totp).execute();
});
afterAll(() => test.close());

const changingCalls = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => !key.startsWith('GET ') && endpointOf(key).access === 'superuser',
);

it('lists every call with which superusers change something', () => {
  const known = [...Object.keys(samples), ...Object.keys(withoutEntry)];
  expect(known.sort()).toEqual([...changingCalls].sort());
});

describe('audit entry with the state before and after', () => {
  // The order matters: some calls need what later ones remove.
  it.each(Object.keys(samples) as EndpointKey[])('%s', async (key) => {
    const { db } = test.database;
    const last = await db.selectFrom('audit_events').select('pk').orderBy('pk', 'desc').limit(1).executeTakeFirst();
    const { url, body, bytes, headers = {} } = (await samples[key]?.()) ?? { url: '' };
    const type: Record<string, string> = bytes ? { 'content-type': 'application/octet-stream' } : {};
    const call = { POST: captain.post, PUT: captain.put, DELETE: captain.delete }[key.split(' ')[0] as 'POST'];
    const answer = await call(url, bytes ?? body, { ...headers, ...type });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const events = await db
      .selectFrom('audit_events')
      .select(['actor_pk', 'subject', 'data'])
      .where('pk', '>', last?.pk ?? 0)
      .execute();
    expect(events.map(({ actor_pk }) => actor_pk)).toEqual([captain.pk]);
    expect(events[0]?.subject).not.toBe('');
    expect(Object.keys(events[0]?.data ?? {})).toEqual(expect.arrayContaining(['before', 'after']));
  });
});

describe('audit log', () => {
  it('is append-only', async () => {
    const { db } = test.database;
    const only = 'The audit log only grows.';
    await expect(db.updateTable('audit_events').set({ action: 'x' }).execute()).rejects.toThrow(only);
    await expect(db.updateTable('audit_events').set({ data: '{}' }).execute()).rejects.toThrow(only);
    await expect(db.updateTable('audit_events').set({ actor_pk: null }).execute()).rejects.toThrow(only);
    await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow(only);
  });

  it('can be filtered by actor, action and subject, page by page', async () => {
    const { pk } = await buildUser(test.database.db, { username: 'zoe' });
    await captain.post('/api/admin/users/zoe/beta', { beta_access: true });
    await captain.post('/api/admin/users/zoe/beta', { beta_access: false });
    type Log = { events: { action: string; person: string | null; data: object }[]; next_cursor: string | null };
    const ask = async (query: string) => (await captain.get<Log>(`/api/admin/audit?${query}`)).body;
    const first = await ask(`subject=user:${pk}&limit=1&actor=CAPTAIN&action=account.`);
    expect(first.events).toMatchObject([
      {
        action: 'account.beta',
        person: 'zoe',
        data: { before: { beta_access: true }, after: { beta_access: false } },
      },
    ]);
    const second = await ask(`subject=user:${pk}&limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ events: [{ data: { after: { beta_access: true } } }], next_cursor: null });
    expect((await ask(`subject=user:${pk}&actor=-`)).events).toEqual([]);
    expect((await ask(`subject=user:${pk}&until=2020-01-01T00:00:00.000Z`)).events).toEqual([]);
    expect((await ask(`subject=user:${pk}&from=2020-01-01T00:00:00.000Z`)).events).toHaveLength(2);
  });

  it.each(['cursor=x', 'cursor=-1', 'limit=0', 'limit=201', 'from=soon', 'actor=a%00b'])(
    'refuses %s',
    async (query) => {
      expect((await captain.get(`/api/admin/audit?${query}`)).status).toBe(400);
    },
  );
});
