import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bounces } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcessReader } from '#features/content/sources/in-process-reader';
import { siteNamed } from '#features/feature-switches/testing';
import { DatabaseStatus } from '#platform/db/database-status';
import { openDb } from '#platform/db/db';
import { openListener } from '#platform/db/listener';
import { smtpServer } from '#platform/smtp';
import { openDatabaseProxy } from '#testing/database-proxy';
import { buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createAnnouncementRenderer } from '../announcement-mail.ts';
import { makeDraft, openMailServer, readOne } from '../testing.ts';
import { createUnsubscribe } from '../unsubscribe.ts';
import { type Mark, openJournal } from './delivery-journal.ts';
import { createSender } from './sender.ts';

const answers: Record<string, number | 'silence'> = {
  'unknown@example.org': 550,
  'full@example.org': 451,
  'silent@example.org': 'silence',
};
const dataDir = mkdtempSync(join(tmpdir(), 'hexpedition-sender-'));
/** Hook that runs when the mail server receives RCPT TO. */
let onRecipient = async (_to: string) => {};
let server: Awaited<ReturnType<typeof openMailServer>>;
let test: TestApp;
let captain: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  server = await openMailServer((to) => answers[to] ?? 250, { onRecipient: (to) => onRecipient(to) });
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

/** Dependencies of another node's sender, which jobs do not wake. */
function nodeOf(folder: string) {
  const publicUrl = 'http://localhost:8080';
  return {
    db: test.database.db,
    databaseStatus: new DatabaseStatus(),
    clock: test.clock,
    jobs: { handle: () => {}, send: async () => {}, start: async () => {}, stop: async () => {} },
    journal: openJournal(folder),
    smtp: smtpServer(server.url, 'Hexpedition <post@example.org>'),
    renderAnnouncement: createAnnouncementRenderer({
      site: siteNamed('Hexpedition'),
      publicUrl,
      unsubscribe: createUnsubscribe({ key: Buffer.alloc(32), publicUrl }),
      render: inProcessReader.render,
    }),
    warn: () => {},
  };
}

it('records each mail as sent, refused, waiting or unknown', async () => {
  for (const address of [...Object.keys(answers), 'one@example.org', 'two@example.org']) {
    await buildUser(test.database.db, { email: address, tier: 2, username: address.split('@')[0] ?? '' });
  }
  const pk = await send({ segment: { tiers: [2] } });
  await expect
    .poll(async () => (await readOne(captain, pk)).mails)
    .toEqual({ waiting: 1, sent: 2, stored: 0, refused: 1, unknown: 1, left_out: 0 });
  const [one] = server.arrived.filter(({ to }) => to?.[0]?.address === 'one@example.org');
  const headers = Object.fromEntries((one?.headers ?? []).map(({ key, value }) => [key, value]));
  expect(headers['list-unsubscribe']).toMatch(/^<http:\/\/localhost:8080\/api\/mail\/unsubscribe\/\d+\/[\w-]{43}>$/);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const troubled = (await captain.get(`/api/admin/announcements/${pk}/troubled`)).body;
  expect(JSON.stringify(troubled)).not.toContain('@');
  expect(troubled).toMatchObject({
    mails: expect.arrayContaining([
      expect.objectContaining({ username: 'unknown', state: 'refused' }),
      expect.objectContaining({ username: 'silent', state: 'unknown' }),
    ]),
  });
  const { bounces } = (await captain.get<Bounces>('/api/admin/bounces')).body;
  expect(bounces).toMatchObject([{ address: 'unknown@example.org', permanent: true }]);

  // Doubtful mails are sent again only when a superuser retries.
  expect(arrivedAt('silent@example.org')).toBe(1);
  answers['silent@example.org'] = 250;
  answers['full@example.org'] = 250;
  await test.database.db.updateTable('announcement_mails').set({ retry_at: null }).execute();
  expect((await captain.post(`/api/admin/announcements/${pk}/act`, { act: 'retry' })).status).toBe(200);
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 4, refused: 1, unknown: 0, waiting: 0 });
  expect([arrivedAt('silent@example.org'), arrivedAt('full@example.org')]).toEqual([2, 1]);
});

it.each<[Mark[], string, number]>([
  [[], 'sent', 1],
  [['leaving'], 'unknown', 0],
  [['leaving', 'left'], 'sent', 0],
  [['leaving', 'taken'], 'sent', 0],
  [['leaving', 'left', 'refused'], 'sent', 1],
  [['leaving', 'left', 'unanswered'], 'unknown', 0],
])('settles a mail whose process died with the marks %j as %s', async (marks, state, arrives) => {
  const { db } = test.database;
  const address = `dead-${marks.join('-')}@example.org`;
  const { pk: user, username } = await buildUser(db, { email: address, tier: 3 });
  const { pk } = await makeDraft(captain, { segment: { tiers: [3] } });
  const claim = crypto.randomUUID();
  const journal = openJournal(dataDir);
  journal.begin(claim);
  for (const one of marks) journal.mark(user, one);
  journal.close();
  await db
    .insertInto('announcement_mails')
    .values({ announcement_pk: pk, user_pk: user, state: 'sending', claim })
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
  expect([username, row.state, arrivedAt(address)]).toEqual([username, state, arrives]);
});

it('reports an announcement that cannot be rendered, and sends the others', async () => {
  const { db } = test.database;
  await buildUser(db, { email: 'after@example.org', tier: 1 });
  const segment = { segment: { tiers: [1] } };
  const invalid = await makeDraft(captain, segment);
  // As if the draft had been saved by a version with other Markdown rules.
  await db.updateTable('announcements').set({ body: '::nope{}' }).where('pk', '=', invalid.pk).execute();
  await captain.post(`/api/admin/announcements/${invalid.pk}/send`, { revision: 1, send_at: null });
  const valid = await send(segment);
  await expect.poll(async () => (await readOne(captain, valid)).state).toBe('done');
  expect(await readOne(captain, invalid.pk)).toMatchObject({
    state: 'sending',
    trouble: expect.stringContaining('There is no directive "nope"'),
    mails: { waiting: 1, sent: 0 },
  });
  expect((await captain.post(`/api/admin/announcements/${invalid.pk}/act`, { act: 'stop' })).status).toBe(200);
  await db.updateTable('users').set({ announcement_mails: false }).where('email', '=', 'after@example.org').execute();
});

it('the journal has results of its own claim only, and none while another process may still write it', () => {
  const folder = join(dataDir, 'journals');
  const journal = openJournal(folder);
  expect(journal.read()).toBeNull();
  journal.begin('one');
  journal.mark(7, 'left');
  expect([journal.read()?.claim, journal.read()?.resultOf(7), journal.read()?.resultOf(8)]).toEqual([
    'one',
    'sent',
    'not-sent',
  ]);
  const path = join(folder, 'announcements/journal');
  const text = readFileSync(path, 'utf8');
  const [, boot = ''] = text.split(' ');
  const startTimeOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  // Written by a process that has ended; by a running process; before a reboot; with an incomplete line.
  writeFileSync(path, `one ${boot} ${process.ppid} 1\nleft 7\n`);
  expect(journal.read()?.resultOf(7)).toBe('sent');
  writeFileSync(path, `one ${boot} ${process.ppid} ${startTimeOf(process.ppid)}\nleft 7\n`);
  expect(journal.read()).toBeNull();
  writeFileSync(path, text.replace(boot, crypto.randomUUID()));
  expect(journal.read()).toBeNull();
  writeFileSync(path, text.replace('left 7\n', 'leaving 7\nleft 7'));
  expect(journal.read()?.resultOf(7)).toBe('unknown');
  journal.close();
});

it.each<[Mark[], string, number]>([
  [[], 'sent', 1],
  [['leaving', 'left'], 'sent', 0],
  [['leaving'], 'unknown', 0],
])(
  'settles a mail that another node marked unknown from this node’s journal %j as %s',
  async (marks, state, arrives) => {
    const { db } = test.database;
    const address = `back-${marks.join('-')}@example.org`;
    const { pk: user } = await buildUser(db, { email: address });
    const { pk } = await makeDraft(captain);
    const claim = crypto.randomUUID();
    const journal = openJournal(dataDir);
    journal.begin(claim);
    for (const one of marks) journal.mark(user, one);
    journal.close();
    const row = { announcement_pk: pk, user_pk: user, claim };
    await db
      .insertInto('announcement_mails')
      .values({ ...row, state: 'unknown' })
      .execute();
    await db.updateTable('announcements').set({ state: 'done' }).where('pk', '=', pk).execute();
    await send({ segment: { continent: 'no-such' } });
    const counts = { sent: 0, unknown: 0, [state]: 1 };
    await expect.poll(async () => await readOne(captain, pk)).toMatchObject({ state: 'done', mails: counts });
    expect(arrivedAt(address)).toBe(arrives);
  },
);

it('applies unsubscribes, new addresses and deletions until a mail is sent', async () => {
  const { db } = test.database;
  const people = ['stays', 'leaves', 'moves', 'goes', 'injects'];
  const [stays, leaves, moves, goes, injects] = await Promise.all(
    people.map((name) => buildUser(db, { email: `${name}@example.org`, username: name })),
  );
  const { pk } = await makeDraft(captain);
  const users = [stays, leaves, moves, goes, injects].map((user) => user?.pk ?? 0);
  await db
    .insertInto('announcement_mails')
    .values(users.map((user_pk) => ({ announcement_pk: pk, user_pk })))
    .execute();
  const change = (user: { pk: number } | undefined, to: object) =>
    db
      .updateTable('users')
      .set(to)
      .where('pk', '=', user?.pk ?? 0)
      .execute();
  await change(leaves, { announcement_mails: false });
  await change(moves, { email: 'moved@example.org' });
  await change(injects, { email: 'x@example.org\r\nBcc: everybody@example.org' });
  await db
    .deleteFrom('users')
    .where('pk', '=', goes?.pk ?? 0)
    .execute();
  await db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  await send({ segment: { continent: 'no-such' } });
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 2, left_out: 1, refused: 1 });
  expect(
    ['stays', 'leaves', 'moves', 'moved', 'goes', 'everybody'].map((name) => arrivedAt(`${name}@example.org`)),
  ).toEqual([1, 0, 0, 1, 0, 0]);
});

it('continues when an account is deleted while its mail is deferred', async () => {
  const { db } = test.database;
  const { pk: gone } = await buildUser(db, { email: 'vanishes@example.org' });
  const { pk: other } = await buildUser(db, { email: 'remains@example.org' });
  const { pk } = await makeDraft(captain);
  const rows = [gone, other].map((user_pk) => ({ announcement_pk: pk, user_pk }));
  await db.insertInto('announcement_mails').values(rows).execute();
  onRecipient = async (to) => {
    if (to !== 'vanishes@example.org') return;
    await db.deleteFrom('users').where('pk', '=', gone).execute();
  };
  answers['vanishes@example.org'] = 451;
  await db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  await send({ segment: { continent: 'no-such' } });
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 1, waiting: 0, refused: 0 });
  expect(arrivedAt('remains@example.org')).toBe(1);
});

it('continues after its database connection was lost, and sends no mail twice', async () => {
  const { db } = test.database;
  for (let count = 0; count < 12; count++) await buildUser(db, { email: `cut${count}@example.org`, tier: 1 });
  // The connection is lost while mails are being sent.
  onRecipient = async (to) => {
    if (to !== 'cut3@example.org') return;
    onRecipient = async () => {};
    // Only in this database, because another test file sends at the same time.
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = 2029001
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
  };
  const pk = await send({ segment: { tiers: [1] } });
  await expect.poll(() => arrivedAt('cut3@example.org')).toBe(1);
  await expect
    .poll(async () => {
      // Wakes the sender, as the sweep does every minute.
      await send({ segment: { continent: 'no-such' } });
      return (await readOne(captain, pk)).state;
    })
    .toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 12, unknown: 0 });
  expect(Array.from({ length: 12 }, (_, count) => arrivedAt(`cut${count}@example.org`))).toEqual(Array(12).fill(1));
});

it('sends each mail once when two nodes run at the same time', async () => {
  const { db } = test.database;
  for (let count = 0; count < 60; count++) await buildUser(db, { email: `both${count}@example.org`, betaAccess: true });
  const nodes = ['one', 'two'].map((name) => createSender(nodeOf(join(dataDir, name))));
  const { pk } = await makeDraft(captain);
  await sql`insert into announcement_mails (announcement_pk, user_pk)
    select ${pk}::int, pk from users where beta_access`.execute(db);
  await db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  await Promise.all(nodes.map((node) => node.sweep()));
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  await Promise.all(nodes.map((node) => node.stop()));
  expect(Array.from({ length: 60 }, (_, count) => arrivedAt(`both${count}@example.org`))).toEqual(Array(60).fill(1));
});

it('delivers all mails to a server that limits the number of connections', async () => {
  const limited = await openMailServer(() => 250, { maxClients: 3 });
  const { db } = test.database;
  const { pk } = await makeDraft(captain);
  const users = await Promise.all(
    Array.from({ length: 30 }, (_, count) => buildUser(db, { email: `narrow${count}@example.org` })),
  );
  await db
    .insertInto('announcement_mails')
    .values(users.map((user) => ({ announcement_pk: pk, user_pk: user.pk })))
    .execute();
  await db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  const node = createSender({ ...nodeOf(join(dataDir, 'narrow')), smtp: smtpServer(limited.url, 'post@example.org') });
  await node.sweep();
  // Mails whose connection failed wait for a minute.
  await expect.poll(async () => (await readOne(captain, pk)).mails.sent).toBeGreaterThanOrEqual(23);
  await expect
    .poll(async () => {
      await db.updateTable('announcement_mails').set({ retry_at: null }).execute();
      await node.sweep();
      return readOne(captain, pk);
    })
    .toMatchObject({ state: 'done', mails: { sent: 30, refused: 0, unknown: 0 } });
  expect(new Set(limited.arrived.map(({ to }) => to?.[0]?.address)).size).toBe(30);
  expect(limited.arrived).toHaveLength(30);
  await node.stop();
  await limited.close();
});

it('stops without waiting for a missing answer, and counts the mail as sent at the next start', async () => {
  const { db } = test.database;
  const { pk: user } = await buildUser(db, { email: 'unheard@example.org' });
  const { pk } = await makeDraft(captain);
  await db.insertInto('announcement_mails').values({ announcement_pk: pk, user_pk: user }).execute();
  await db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  const silent = await openMailServer(() => 'no answer');
  const deps = { ...nodeOf(join(dataDir, 'silent')), stopMs: 50 };
  const node = createSender({ ...deps, smtp: smtpServer(silent.url, 'post@example.org') });
  await node.sweep();
  await expect.poll(() => silent.arrived.length).toBe(1);
  await node.stop();
  expect((await readOne(captain, pk)).mails).toMatchObject({ waiting: 1, sent: 0 });
  const after = createSender(deps);
  await after.sweep();
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 1, unknown: 0 });
  expect(arrivedAt('unheard@example.org')).toBe(0);
  await after.stop();
  await silent.close();
});

it('waits for a mail server that is down, and reports it', async () => {
  await buildUser(test.database.db, { email: 'patient@example.org', tier: 42 });
  const other = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:9', dataDir: join(dataDir, 'other') });
  const chief = await other.as({ isSuperuser: true });
  await buildUser(other.database.db, { email: 'patient@example.org' });
  const { pk } = await makeDraft(chief);
  await chief.post(`/api/admin/announcements/${pk}/send`, { revision: 1, send_at: null });
  await expect.poll(async () => (await readOne(chief, pk)).trouble).toMatch(/could not be used: .*ECONNREFUSED/);
  expect((await readOne(chief, pk)).mails).toMatchObject({ waiting: 1, sent: 0, unknown: 0 });
  await other.close();
});

it('resumes after a database outage, and sends no mail twice', async () => {
  const proxy = await openDatabaseProxy(test.database.url);
  const { db } = openDb(proxy.url, { max: 3 });
  const listener = await openListener(proxy.url);
  const folder = mkdtempSync(join(tmpdir(), 'hexpedition-sender-'));
  const sender = createSender({ ...nodeOf(folder), db, databaseStatus: listener.status });
  const addresses = Array.from({ length: 25 }, (_, n) => `outage-${n}@example.org`);
  const { pk } = await makeDraft(captain, { segment: { continent: 'outage' } });
  for (const email of addresses) {
    const user = await buildUser(test.database.db, { email });
    await test.database.db.insertInto('announcement_mails').values({ announcement_pk: pk, user_pk: user.pk }).execute();
  }
  let received = 0;
  onRecipient = async () => {
    received += 1;
    // In the middle of the second batch.
    if (received === 14) proxy.refuse();
  };
  await test.database.db.updateTable('announcements').set({ state: 'sending' }).where('pk', '=', pk).execute();
  await sender.sweep();
  await expect.poll(() => listener.status.isUp).toBe(false);
  await proxy.restore();
  await expect.poll(async () => (await readOne(captain, pk)).state).toBe('done');
  onRecipient = async () => {};
  expect(addresses.filter((address) => arrivedAt(address) !== 1)).toEqual([]);
  expect((await readOne(captain, pk)).mails).toMatchObject({ sent: 25, unknown: 0, waiting: 0 });
  await sender.stop();
  await listener.close();
  await db.destroy();
  await proxy.close();
  rmSync(folder, { recursive: true });
});
