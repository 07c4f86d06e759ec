import type {
  AccountMailStatus,
  Announcement,
  Announcements,
  Audience,
  Bounces,
  MailPreview,
  UndeliveredMails,
} from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskLimitError } from '#platform/worker-thread';
import { buildContinent, buildTraining, buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { actionsOf, draft, makeDraft, readOne } from './testing.ts';
import { createUnsubscribe } from './unsubscribe.ts';

let test: TestApp;
let captain: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  test = await createTestApp({ mailBouncesSecret: 'b'.repeat(32) });
  captain = await test.as({ isSuperuser: true, email: 'captain@example.org' });
});
afterAll(() => test.close());

const path = '/api/admin/announcements';
interface ApiError {
  code: string;
  fields?: Record<string, string>;
}
const outboxOf = async (recipient: string) =>
  test.database.db.selectFrom('outbox_mails').selectAll().where('recipient', '=', recipient).orderBy('pk').execute();
const audience = async (segment: object) =>
  (await captain.post<Audience>(`${path}/audience`, { segment })).body.recipients;

it('rejects visitors and learners', async () => {
  const { pk } = await makeDraft(captain);
  const learner = await test.as();
  for (const [caller, code] of [
    [test.anonymous, 'token_missing'],
    [learner, 'forbidden'],
  ] as const) {
    expect((await caller.get<ApiError>(path)).body.code).toBe(code);
    expect((await caller.get<ApiError>(`${path}/${pk}`)).body.code).toBe(code);
    expect((await caller.post<ApiError>(path, draft)).body.code).toBe(code);
    expect((await caller.post<ApiError>(`${path}/${pk}/send`, { revision: 1, send_at: null })).body.code).toBe(code);
    expect((await caller.post<ApiError>(`${path}/${pk}/act`, { act: 'stop' })).body.code).toBe(code);
    expect((await caller.post<ApiError>(`${path}/${pk}/settle`, { user: 1, arrived: true })).body.code).toBe(code);
    expect((await caller.get<ApiError>('/api/admin/mail_templates')).body.code).toBe(code);
  }
  expect((await readOne(captain, pk)).state).toBe('draft');
});

it.each([
  [{ subject: ' ' }, 'subject'],
  [{ subject: 'Two\nlines' }, 'subject'],
  [{ body: '' }, 'body'],
  [{ body: 'x\n\n::lab{slug=lost-luggage}' }, 'body'],
  [{ per_minute: 0 }, 'per_minute'],
  [{ per_minute: 60_001 }, 'per_minute'],
  [{ segment: { tiers: [9] } }, 'segment.tiers.0'],
  [{ segment: { activity: { kind: 'asleep', days: 3 } } }, 'segment.activity.kind'],
])('rejects %j with an error at the field', async (changes, field) => {
  const { status, body } = await captain.post<ApiError>(path, { ...draft, ...changes });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

it('rejects a text that takes too long to process, and limits the rate of previews', async () => {
  const tooSlow = () => Promise.reject(new TaskLimitError('This took longer than 5 s.'));
  const methods = { read: tooSlow, preview: tooSlow, render: tooSlow, renderLearnerText: tooSlow, unpack: tooSlow };
  const sourceReader = { ...methods, compileMap: tooSlow, prepare: () => {}, close: async () => {} };
  const own = await createTestApp({}, { sourceReader });
  try {
    const superuser = await own.as({ isSuperuser: true });
    for (const [where, body] of [
      [`${path}/preview`, { subject: draft.subject, body: draft.body }],
      [path, draft],
    ] as const) {
      const { status, body: answer } = await superuser.post<ApiError>(where, body);
      expect([status, answer.fields]).toEqual([400, { body: expect.stringContaining('too long to process') }]);
    }
    const content = { subject: draft.subject, body: draft.body };
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n++) statuses.add((await superuser.post(`${path}/preview`, content)).status);
    expect([...statuses]).toEqual([400, 429]);
  } finally {
    await own.close();
  }
});

it('rejects a second concurrent change of a draft, and deletes drafts', async () => {
  const { pk } = await makeDraft(captain);
  const change = (revision: number, subject: string) =>
    captain.put<{ announcement: Announcement } & ApiError>(`${path}/${pk}`, { ...draft, subject, revision });
  const [one, two] = await Promise.all([change(1, 'One'), change(1, 'Two')]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  expect((await change(2, 'Three')).body.announcement.subject).toBe('Three');
  expect((await captain.delete(`${path}/${pk}`)).status).toBe(200);
  expect((await captain.delete<ApiError>(`${path}/${pk}`)).body.code).toBe('not_found');
  expect(await actionsOf(test, pk)).toEqual([
    'announcement.drafted',
    'announcement.changed',
    'announcement.changed',
    'announcement.deleted',
  ]);
});

it('previews the mail with absolute links and an unsubscribe link', async () => {
  const body = '## Big\n\n[map](/map)';
  const { body: preview } = await captain.post<MailPreview>(`${path}/preview`, { subject: 'A <b> C', body });
  expect(preview.html).toContain('A &lt;b&gt; C');
  expect(preview.html).toContain('href="http://localhost:8080/map"');
  expect(preview.html).toMatch(/href="http:\/\/localhost:8080\/unsubscribe\/0\/[\w-]{43}"/);
  expect(preview.text).toContain('(http://localhost:8080/map)');
  expect(preview.text).toContain('Unsubscribe from announcements:\nhttp://localhost:8080/unsubscribe/0/');
});

it.each(['<script>alert(1)</script>', '<b onclick="alert(1)">x</b>', '[x](javascript:alert(1))', '<img src=x>'])(
  'removes or rejects unsafe markup: %s',
  async (body) => {
    const { status, body: answer } = await captain.post<MailPreview & ApiError>(`${path}/preview`, {
      subject: 'A',
      body,
    });
    if (status === 200) expect(answer.html).not.toMatch(/<script|onclick|javascript:|<img/);
    else expect([status, Object.keys(answer.fields ?? {})]).toEqual([400, ['body']]);
  },
);

it('combines tier, activity and continent of a segment, and counts each excluded account once', async () => {
  const { db } = test.database;
  const { pk: continentPk, slug: continent } = await buildContinent(db);
  const { pk: training_pk } = await buildTraining(db, { continentPk });
  const one = await buildUser(db, { email: 'seg1@example.org', tier: 2 });
  const others = await Promise.all([
    buildUser(db, { email: 'seg2@example.org', tier: 2 }),
    buildUser(db, { tier: 2 }),
    buildUser(db, { email: 'seg3@example.org', tier: 2, isActive: false }),
    buildUser(db, { email: 'seg4@example.org', tier: 1 }),
    buildUser(db, { email: 'seg5@example.org', tier: 2 }),
    buildUser(db, { email: 'seg6@example.org', tier: 2 }),
  ]);
  for (const { pk } of [one, ...others]) {
    await db.insertInto('enrolments').values({ user_pk: pk, training_pk }).execute();
  }
  const [away, , , , gone, left] = others;
  await db
    .updateTable('users')
    .set({ announcement_mails: false })
    .where('pk', '=', left?.pk ?? 0)
    .execute();
  await db
    .updateTable('users')
    .set({ delete_at: new Date(), is_active: true })
    .where('pk', '=', gone?.pk ?? 0)
    .execute();
  const session = { expires_at: test.clock.now(), end_reason: null };
  const now = test.clock.now().getTime();
  for (const [pk, days] of [
    [one.pk, 1],
    [away?.pk ?? 0, 40],
  ] as const) {
    const last_seen_at = new Date(now - days * 86_400_000);
    await db
      .insertInto('sessions')
      .values({ ...session, sid: crypto.randomUUID(), user_pk: pk, last_seen_at })
      .execute();
  }
  const all = (await captain.post<Audience>(`${path}/audience`, { segment: { continent } })).body;
  expect(all).toEqual({
    recipients: 3,
    left_out: { disabled: 1, deletion_scheduled: 1, no_address: 1, unsubscribed: 1, bounced: 0 },
  });
  expect(await audience({ continent, tiers: [1] })).toBe(1);
  expect(await audience({ continent, tiers: [1, 2] })).toBe(3);
  expect(await audience({ continent, tiers: [2], activity: { kind: 'active', days: 30 } })).toBe(1);
  expect(await audience({ continent, tiers: [2], activity: { kind: 'inactive', days: 30 } })).toBe(1);
  expect(await audience({ continent: 'no-such' })).toBe(0);
});

it('stores the mails without a mail server instead of calling them sent, and sends nothing after a one-click unsubscribe', async () => {
  const mara = await test.as({ username: 'mara-out', email: 'mara-out@example.org', tier: 3 });
  const segment = { tiers: [3] };
  const first = await makeDraft(captain, { segment });
  const send = () => captain.post<ApiError>(`${path}/${first.pk}/send`, { revision: 1, send_at: null });
  expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([200, 409]);
  await expect.poll(async () => (await readOne(captain, first.pk)).state).toBe('done');
  expect((await readOne(captain, first.pk)).mails).toMatchObject({ waiting: 0, sent: 0, stored: 1, refused: 0 });
  const [mail] = await outboxOf('mara-out@example.org');
  const link = /\/unsubscribe\/(\d+)\/([\w-]+)/.exec(mail?.text ?? '');
  const [, user, hmac] = link ?? [];

  const address = `/api/mail/unsubscribe/${user}/${hmac}`;
  // Mail scanners open links, so GET must not unsubscribe.
  const opened = await test.app.inject({ method: 'GET', url: address });
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/unsubscribe/${user}/${hmac}`]);
  const click = (url: string) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await click(`/api/mail/unsubscribe/${captain.pk}/${hmac}`)).statusCode).toBe(400);
  expect((await click(`/api/mail/unsubscribe/x/${hmac}`)).statusCode).toBe(400);
  const isSubscribed = async () => {
    const { body } = await mara.get<{ user: { account: { settings: { announcement_mails: boolean } } } }>(
      '/api/account/details',
    );
    return body.user.account.settings.announcement_mails;
  };
  expect(await isSubscribed()).toBe(true);
  expect((await Promise.all([click(address), click(address)])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await isSubscribed()).toBe(false);

  const second = await makeDraft(captain, { segment });
  await captain.post(`${path}/${second.pk}/send`, { revision: 1, send_at: null });
  await expect.poll(async () => (await readOne(captain, second.pk)).state).toBe('done');
  expect(await outboxOf('mara-out@example.org')).toHaveLength(1);

  await mara.post('/api/account/settings', { announcement_mails: true });
  const page = { user_id: Number(user), hmac };
  expect((await test.anonymous.post<ApiError>('/api/account/unsubscribe', { ...page, user_id: 1 })).body.code).toBe(
    'link_invalid',
  );
  expect((await test.anonymous.post('/api/account/unsubscribe', page)).status).toBe(200);
  expect(await isSubscribed()).toBe(false);
});

it('accepts an unsubscribe link only unchanged, for its own account and with POST', async () => {
  const { db } = test.database;
  const { pk } = await buildUser(db, { email: 'tampered@example.org' });
  const { pk: other } = await buildUser(db, { email: 'other.tampered@example.org' });
  const unsubscribe = createUnsubscribe({ key: Buffer.alloc(32, 'unsubscribe'), publicUrl: '' });
  const hmacOf = (user: number) => unsubscribe.pageUrl(user).split('/').at(-1) ?? '';
  const hmac = hmacOf(pk);
  const isOn = async (user: number) =>
    (await db.selectFrom('users').select('announcement_mails').where('pk', '=', user).executeTakeFirstOrThrow())
      .announcement_mails;
  const call = (method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST', path: string, payload = 'List-Unsubscribe=One-Click') =>
    test.app.inject({
      method,
      url: `/api/mail/unsubscribe/${path}`,
      ...(method === 'POST' ? { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}),
    });
  const flipped = (hmac.startsWith('A') ? 'B' : 'A') + hmac.slice(1);
  for (const path of [
    `${pk}/${hmacOf(other)}`,
    `${pk}/${flipped}`,
    `${pk}/${hmac.slice(0, -1)}`,
    `${pk}/${hmac}A`,
    // Other encodings of the same bytes.
    `${pk}/${hmac}=`,
    `${pk}/${hmac.slice(0, -1)}${hmac.endsWith('9') ? '8' : String.fromCharCode(hmac.charCodeAt(hmac.length - 1) + 1)}`,
    `${pk}/%00`,
    `-1/${hmac}`,
    `99999999999999999999/${hmac}`,
    `${pk}%2F..%2F${other}/${hmac}`,
  ]) {
    expect([path, (await call('POST', path)).statusCode]).toEqual([path, 400]);
  }
  expect((await call('POST', `${pk}/${'a'.repeat(5_000)}`)).statusCode).toBeGreaterThanOrEqual(400);
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await call(method, `${pk}/${hmac}`);
  expect((await call('POST', `${pk}/${hmac}`, 'x'.repeat(20_000))).statusCode).toBe(413);
  expect([await isOn(pk), await isOn(other)]).toEqual([true, true]);
  // RFC 8058: both form types, without cookies and redirects.
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: `/api/mail/unsubscribe/${pk}/${hmac}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  });
  expect([statusCode, await isOn(pk), await isOn(other)]).toEqual([200, false, true]);
});

it('sends List-Unsubscribe headers as in RFC 8058', () => {
  const unsubscribe = createUnsubscribe({ key: Buffer.alloc(32), publicUrl: 'https://hex.example.org' });
  const headers = unsubscribe.headersFor(7);
  expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/hex\.example\.org\/api\/mail\/unsubscribe\/7\/[\w-]{43}>$/);
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
});

it('schedules, recalls and stops an announcement', async () => {
  await buildUser(test.database.db, { email: 'later@example.org', tier: 42 });
  const { pk } = await makeDraft(captain, { segment: { tiers: [42] } });
  const at = new Date(test.clock.now().getTime() + 300_000).toISOString();
  const send = (send_at: string) => captain.post<ApiError>(`${path}/${pk}/send`, { revision: 1, send_at });
  expect((await send('2020-01-01T00:00:00.000Z')).body.fields).toHaveProperty('send_at');
  expect((await send(at)).status).toBe(200);
  const act = (name: string) => captain.post<ApiError>(`${path}/${pk}/act`, { act: name });
  expect((await act('pause')).body.code).toBe('conflict');
  expect((await act('recall')).status).toBe(200);
  expect((await send(at)).status).toBe(200);
  expect((await act('stop')).status).toBe(200);
  expect((await act('resume')).body.code).toBe('conflict');
  test.clock.advance(400);
  expect((await readOne(captain, pk)).state).toBe('stopped');
  expect(await outboxOf('later@example.org')).toEqual([]);
  expect((await actionsOf(test, pk)).map((action) => action.split('.')[1])).toEqual([
    ...['drafted', 'scheduled', 'recalled', 'scheduled', 'stopped'],
  ]);
});

it('pauses and resumes without losing or repeating a mail', async () => {
  const { db } = test.database;
  const { pk: continentPk, slug: continent } = await buildContinent(db);
  const { pk: training_pk } = await buildTraining(db, { continentPk });
  for (let count = 0; count < 8; count++) {
    const { pk } = await buildUser(db, { email: `slow${count}@example.org` });
    await db.insertInto('enrolments').values({ user_pk: pk, training_pk }).execute();
  }
  const { pk } = await makeDraft(captain, { segment: { continent }, per_minute: 300 });
  await captain.post(`${path}/${pk}/send`, { revision: 1, send_at: null });
  await expect.poll(async () => (await readOne(captain, pk)).mails.stored).toBeGreaterThan(0);
  expect((await captain.post(`${path}/${pk}/act`, { act: 'pause' })).status).toBe(200);
  const { stored, waiting } = (await readOne(captain, pk)).mails;
  expect(waiting).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // The mail that was being sent may have arrived.
  expect((await readOne(captain, pk)).mails.stored).toBeLessThanOrEqual(stored + 1);
  await captain.post(`${path}/${pk}/act`, { act: 'resume' });
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ stored: 8, waiting: 0 });
});

it('settles unknown deliveries one by one', async () => {
  const { db } = test.database;
  const { pk } = await makeDraft(captain, { segment: { continent: 'no-such' } });
  const [ada, ben] = [
    await buildUser(db, { email: 'ada.doubt@example.org' }),
    await buildUser(db, { email: 'ben.doubt@example.org' }),
  ];
  const undelivered = [ada, ben].map((user) => ({ announcement_pk: pk, user_pk: user.pk, state: 'unknown' as const }));
  await db.insertInto('announcement_mails').values(undelivered).execute();
  await db.updateTable('announcements').set({ state: 'stopped' }).where('pk', '=', pk).execute();
  const settle = (user: number, arrived: unknown) => captain.post<ApiError>(`${path}/${pk}/settle`, { user, arrived });
  const { mails } = (await captain.get<UndeliveredMails>(`${path}/${pk}/troubled`)).body;
  expect(mails).toMatchObject([
    { user: ada.pk, message_id: expect.stringMatching(/^[0-9a-f]{40}$/) },
    { user: ben.pk, message_id: expect.not.stringContaining(mails[0]?.message_id ?? '') },
  ]);

  const twice = await Promise.all([settle(ada.pk, true), settle(ada.pk, true)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await settle(ben.pk, false)).body.code).toBe('conflict');
  expect((await settle(captain.pk, true)).body.code).toBe('conflict');
  expect((await settle(ben.pk, 'perhaps')).status).toBe(400);
  expect((await captain.post(`${path}/999999/settle`, { user: ben.pk, arrived: true })).status).toBe(404);

  await db.updateTable('announcements').set({ state: 'done' }).where('pk', '=', pk).execute();
  expect((await settle(ben.pk, false)).status).toBe(200);
  await expect.poll(() => outboxOf('ben.doubt@example.org')).toHaveLength(1);
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 1, stored: 1, unknown: 0 });
  expect(await outboxOf('ada.doubt@example.org')).toEqual([]);
  expect((await actionsOf(test, pk)).slice(1, 3)).toEqual(['announcement.settled', 'announcement.retried']);
});

it('sends a test mail to the superuser’s own confirmed address', async () => {
  const { pk } = await makeDraft(captain);
  expect((await captain.post(`${path}/${pk}/test`)).body).toEqual({ to: 'captain@example.org' });
  expect((await captain.post('/api/admin/mail_templates/receipt/test', {})).body).toEqual({
    to: 'captain@example.org',
  });
  const subjects = (await outboxOf('captain@example.org')).map(({ subject }) => subject);
  expect(subjects).toEqual(['Test: Winter term', 'Test: Your receipt: Foundational, €18.00']);
  expect((await captain.post<ApiError>('/api/admin/mail_templates/no-such/test', {})).body.code).toBe('not_found');
  const withoutAddress = await test.as({ isSuperuser: true });
  expect((await withoutAddress.post<ApiError>(`${path}/${pk}/test`)).body.code).toBe('conflict');
});

it('records bounces that the mail server reports with its secret, and excludes the address until the bounce is deleted', async () => {
  const { pk } = await buildUser(test.database.db, { email: 'Gone@example.org', tier: 1, username: 'gone-mail' });
  const before = await audience({ tiers: [1] });
  const report = (authorization: string, payload: unknown) =>
    test.app.inject({
      method: 'POST',
      url: '/api/mail/bounces',
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const bounce = { address: 'gone@example.org', permanent: true, reason: '5.1.1 unknown' };
  const secret = 'b'.repeat(32);
  for (const wrong of [
    '',
    'Bearer',
    'Bearer wrong',
    secret,
    `bearer ${secret}`,
    `Bearer ${secret}b`,
    `Bearer ${'c'.repeat(32)}`,
  ]) {
    expect([wrong, (await report(wrong, bounce)).statusCode]).toEqual([wrong, 403]);
  }
  for (const rubbish of [null, [], 'text', { ...bounce, permanent: 'yes' }, { ...bounce, reason: 'x'.repeat(1_001) }]) {
    expect((await report(`Bearer ${secret}`, rubbish)).statusCode).toBe(400);
  }
  expect((await report(`Bearer ${'b'.repeat(32)}`, { address: 7 })).statusCode).toBe(400);
  expect((await report(`Bearer ${'b'.repeat(32)}`, { ...bounce, address: 'nobody@example.org' })).statusCode).toBe(200);
  const twice = await Promise.all([1, 2].map(() => report(`Bearer ${'b'.repeat(32)}`, bounce)));
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await audience({ tiers: [1] })).toBe(before - 1);
  const mailsOf = (name: string) => captain.get<AccountMailStatus & ApiError>(`/api/admin/users/${name}/mails`);
  expect((await mailsOf('GONE-mail')).body).toMatchObject({
    left_out: 'bounced',
    bounces: [{ username: 'gone-mail', address: 'Gone@example.org', reason: '5.1.1 unknown' }],
  });
  expect((await mailsOf('no-such')).body.code).toBe('not_found');
  const { bounces } = (await captain.get<Bounces>('/api/admin/bounces')).body;
  expect(bounces).toMatchObject([{ username: 'gone-mail', address: 'Gone@example.org', permanent: true }]);
  expect((await captain.delete(`/api/admin/bounces/${bounces[0]?.pk}`)).status).toBe(200);
  expect((await captain.delete<ApiError>(`/api/admin/bounces/${bounces[0]?.pk}`)).body.code).toBe('not_found');
  expect(await audience({ tiers: [1] })).toBe(before);
  expect((await mailsOf('gone-mail')).body).toEqual({ left_out: null, bounces: [] });
  // A temporary bounce does not exclude the address, and does not replace a permanent one.
  const now = { ...bounce, permanent: false, reason: 'full' };
  await report(`Bearer ${secret}`, now);
  expect((await mailsOf('gone-mail')).body).toMatchObject({ left_out: null, bounces: [{ permanent: false }] });
  await report(`Bearer ${secret}`, bounce);
  await report(`Bearer ${secret}`, now);
  expect((await mailsOf('gone-mail')).body.bounces).toMatchObject([{ permanent: true, reason: 'full' }]);
  // The bounce does not apply to a new address.
  await test.database.db.updateTable('users').set({ email: 'back@example.org' }).where('pk', '=', pk).execute();
  expect((await mailsOf('gone-mail')).body).toMatchObject({
    left_out: null,
    bounces: [{ address: 'Gone@example.org' }],
  });
});

it('has no bounce endpoint without a secret', async () => {
  const other = await createTestApp();
  const { statusCode } = await other.app.inject({
    method: 'POST',
    url: '/api/mail/bounces',
    headers: { authorization: 'Bearer null', 'content-type': 'application/json' },
    payload: JSON.stringify({ address: 'a@example.org', permanent: true }),
  });
  expect(statusCode).toBe(404);
  await other.close();
});

it('lists 20 announcements per page, newest first', async () => {
  for (let count = 0; count < 21; count++) await makeDraft(captain, { subject: `Number ${count}` });
  const first = (await captain.get<Announcements>(path)).body;
  expect([first.announcements.length, first.announcements[0]?.subject]).toEqual([20, 'Number 20']);
  const second = (await captain.get<Announcements>(`${path}?cursor=${first.next_cursor}`)).body;
  expect(second.announcements[0]?.subject).toBe('Number 0');
  expect((await captain.get<ApiError>(`${path}?cursor=0`)).body.code).toBe('invalid_request');
});

it('the mail frame runs only its own script and loads nothing', async () => {
  const { headers, body } = await test.app.inject('/api/mail/frame');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[^']+'; .*sandbox/);
  expect(body.match(/<script>/g)).toHaveLength(1);
});
