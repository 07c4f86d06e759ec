import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bounces } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { makeDraft, openMailServer, readOne } from '../testing.ts';
import { openJournal } from './journal.ts';

/* What becomes of mails at a real mail server. */

const answers: Record<string, number | 'silence'> = {
  'unknown@example.org': 550,
  'full@example.org': 451,
  'silent@example.org': 'silence',
};
const dataDir = mkdtempSync(join(tmpdir(), 'hexpedition-sender-'));
let server: Awaited<ReturnType<typeof openMailServer>>;
let test: TestApp;
let captain: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  server = await openMailServer((to) => answers[to] ?? 250);
  test = await createTestApp({ smtpUrl: server.url, dataDir });
  captain = await test.as({ isSuperuser: true });
});
afterAll(async () => {
  await test.close();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

const arrivedAt = (address: string) =>
  server.arrived.filter(({ to }) => to?.some((one) => one.address === address)).length;
const send = async (changes: object = {}) => {
  const { pk } = await makeDraft(captain, changes);
  await captain.post(`/api/admin/announcements/${pk}/send`, { revision: 1, send_at: null });
  return pk;
};

it('says what became of each: sent, refused for good, put off, and in doubt', async () => {
  for (const address of [...Object.keys(answers), 'one@example.org', 'two@example.org']) {
    await buildUser(test.database.db, { email: address, tier: 2, username: address.split('@')[0] ?? '' });
  }
  const pk = await send({ segment: { tiers: [2] } });
  await expect
    .poll(async () => (await readOne(captain, pk)).mails)
    .toEqual({ waiting: 1, sent: 2, refused: 1, doubtful: 1, left_out: 0 });
  const [one] = server.arrived.filter(({ to }) => to?.[0]?.address === 'one@example.org');
  const headers = Object.fromEntries((one?.headers ?? []).map(({ key, value }) => [key, value]));
  expect(headers['list-unsubscribe']).toMatch(/^<http:\/\/localhost:8080\/api\/mail\/unsubscribe\/\d+\/[\w-]{43}>$/);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const troubled = (await captain.get(`/api/admin/announcements/${pk}/troubled`)).body;
  expect(JSON.stringify(troubled)).not.toContain('@');
  expect(troubled).toMatchObject({
    mails: expect.arrayContaining([
      expect.objectContaining({ username: 'unknown', state: 'refused' }),
      expect.objectContaining({ username: 'silent', state: 'doubtful' }),
    ]),
  });
  const { bounces } = (await captain.get<Bounces>('/api/admin/bounces')).body;
  expect(bounces).toMatchObject([{ address: 'unknown@example.org', permanent: true }]);

  // What is in doubt is sent again when somebody says so, and only then.
  expect(arrivedAt('silent@example.org')).toBe(1);
  answers['silent@example.org'] = 250;
  answers['full@example.org'] = 250;
  await test.database.db.updateTable('announcement_mails').set({ retry_at: null }).execute();
  expect((await captain.post(`/api/admin/announcements/${pk}/act`, { act: 'retry' })).status).toBe(200);
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 4, refused: 1, doubtful: 0, waiting: 0 });
  expect([arrivedAt('silent@example.org'), arrivedAt('full@example.org')]).toEqual([2, 1]);
});

it.each([
  ['left', 'sent', 0],
  ['leaving', 'doubtful', 0],
  ['', 'sent', 1],
] as const)('a mail whose process died with the mark "%s" comes out as %s', async (mark, state, arrives) => {
  const { db } = test.database;
  const { pk: user, username } = await buildUser(db, { email: `dead-${mark}@example.org`, tier: 3 });
  const { pk } = await makeDraft(captain, { segment: { tiers: [3] } });
  const claim = crypto.randomUUID();
  const journal = openJournal(dataDir);
  journal.begin(claim);
  if (mark === 'leaving') journal.leaving(user);
  if (mark === 'left') journal.left(user);
  journal.close();
  await db
    .insertInto('announcement_mails')
    .values({ announcement_pk: pk, user_pk: user, state: 'handing', claim })
    .execute();
  await db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  // Any announcement wakes the sender.
  await send({ segment: { continent: 'no-such' } });
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  const row = await db
    .selectFrom('announcement_mails')
    .select('state')
    .where('announcement_pk', '=', pk)
    .executeTakeFirstOrThrow();
  expect([username, row.state, arrivedAt(`dead-${mark}@example.org`)]).toEqual([username, state, arrives]);
});

it('one that cannot be written says why, and holds up no other', async () => {
  const { db } = test.database;
  await buildUser(db, { email: 'after@example.org', tier: 1 });
  const segment = { segment: { tiers: [1] } };
  const faulty = await makeDraft(captain, segment);
  // As when a version of ours reads Markdown in another way than the one that took the draft.
  await db.updateTable('announcements').set({ body: '::nope{}' }).where('pk', '=', faulty.pk).execute();
  await captain.post(`/api/admin/announcements/${faulty.pk}/send`, { revision: 1, send_at: null });
  const sound = await send(segment);
  await expect.poll(async () => (await readOne(captain, sound)).state).toBe('done');
  expect(await readOne(captain, faulty.pk)).toMatchObject({
    state: 'sending',
    trouble: expect.stringContaining('There is no directive "nope"'),
    mails: { waiting: 1, sent: 0 },
  });
  expect((await captain.post(`/api/admin/announcements/${faulty.pk}/act`, { act: 'stop' })).status).toBe(200);
});

it('a journal of another claim, or of none, decides nothing', () => {
  const journal = openJournal(dataDir);
  journal.begin('one');
  journal.left(7);
  expect([journal.traceOf('one', 7), journal.traceOf('one', 8), journal.traceOf('two', 7)]).toEqual([
    'handed',
    'not-handed',
    'unknown',
  ]);
  journal.close();
});

it('waits for a mail server that is down, and says so', async () => {
  await buildUser(test.database.db, { email: 'patient@example.org', tier: 42 });
  const other = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:9', dataDir: join(dataDir, 'other') });
  const chief = await other.as({ isSuperuser: true });
  await buildUser(other.database.db, { email: 'patient@example.org' });
  const { pk } = await makeDraft(chief);
  await chief.post(`/api/admin/announcements/${pk}/send`, { revision: 1, send_at: null });
  await expect.poll(async () => (await readOne(chief, pk)).trouble).toMatch(/could not be used: .*ECONNREFUSED/);
  expect((await readOne(chief, pk)).mails).toMatchObject({ waiting: 1, sent: 0, doubtful: 0 });
  await other.close();
});
