import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaddleApi } from '#features/payments/paddle/paddle-api';
import type { Db } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { version } from '#platform/version';
import { createTestClock } from '../test-app.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { dumpDatabase, readHeader, restoreDatabase } from './database-dump.ts';
import { fillDatabase, password } from './fill-database.ts';
import { fillJobs, importId } from './fill-site.ts';
import { type Call, ok, startUpgradeApp, type UpgradeApp } from './upgrade-app.ts';

/** Dumps of databases that former releases have filled, one for each release (CONTRIBUTING, "Releases"). */
const dumps = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.sql.gz'));

/** Tables whose rows live for a short time only, so that a filled database may not have any. */
const shortLived = ['metric_changes', 'migrations', 'nodes', 'leases', 'setup_links'];

let dataDir: string;
let database: TestDatabase;
let paddleCalls: string[];

/** Records the cancellations of subscriptions and fails, so that their jobs are retried. */
const paddleApi = {
  read: () => Promise.reject(new Error('Paddle is not available.')),
  change: (ask: (paddle: object) => unknown) =>
    ask({
      subscriptions: {
        cancel: (id: string, { effectiveFrom }: { effectiveFrom: string }) => {
          paddleCalls.push(`${id} ${effectiveFrom}`);
          return Promise.reject(new Error('Paddle is not available.'));
        },
      },
    }),
} as unknown as PaddleApi;

async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'base64')]);
  return Object.fromEntries(await Promise.all(contents));
}

/** Number of rows by the table's object id, which a renamed table keeps. */
async function countRows(db: Db): Promise<Map<number, { table: string; rows: number }>> {
  const { rows: tables } = await sql<{ id: number; table: string }>`
    select c.oid::int as id, c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'`.execute(db);
  const counted = tables.map(async ({ id, table }) => {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(db);
    return [id, { table, rows: rows[0]?.rows ?? 0 }] as const;
  });
  return new Map(await Promise.all(counted));
}

/** A former release's database, without today's migrations. `template0` is PostgreSQL's empty database. */
const emptyDatabase = () => createTestDatabase({ name: 'template0' });

const makeDataDir = async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexpedition-upgrade-'));
  paddleCalls = [];
};

describe('a database of this release', () => {
  beforeEach(async () => {
    await makeDataDir();
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  // With DUMP=1 the test keeps the database for the upgrade tests of later releases.
  it('has rows in every table, and can be dumped', { timeout: 240_000 }, async () => {
    const clock = createTestClock();
    const app = await startUpgradeApp({ url: database.url, dataDir, clock, paddleApi });
    await fillDatabase(app).finally(app.stop);
    await fillJobs(database.url, database.db);
    const empty = [...(await countRows(database.db)).values()].filter(({ rows }) => rows === 0);
    expect(empty.map(({ table }) => table).filter((table) => !shortLived.includes(table))).toEqual([]);
    const homes = await readFiles(join(dataDir, 'homes'));
    const files = Object.fromEntries(Object.entries(homes).map(([path, bytes]) => [`homes/${path}`, bytes]));
    const dump = await dumpDatabase(database.url, { version, at: clock.now().toISOString(), files });
    if (process.env.DUMP) await writeFile(join(import.meta.dirname, `${version}.sql.gz`), gzipSync(dump, { level: 9 }));
    expect(gzipSync(dump).length).toBeLessThan(200_000);
  });
});

describe.each(dumps)('the upgrade of %s', (name) => {
  let app: UpgradeApp;
  let before: Awaited<ReturnType<typeof countRows>>;
  let after: Awaited<ReturnType<typeof countRows>>;
  let captain: Call;
  let mara: Call;
  let otis: Call;

  const logIn = async (username: string): Promise<Call> => {
    type SignedIn = { token: { access: string } };
    const { token } = await ok(app.anonymous<SignedIn>('POST', '/api/account/login', { username, password }));
    return app.as(token.access);
  };

  beforeAll(async () => {
    await makeDataDir();
    const dump = gunzipSync(await readFile(join(import.meta.dirname, name))).toString();
    database = await emptyDatabase();
    await restoreDatabase(database.url, dump);
    before = await countRows(database.db);
    await migrate(database.url, migrationsFolder);
    after = await countRows(database.db);
    const { at, files } = readHeader(dump);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(dataDir, path)), { recursive: true });
      await writeFile(join(dataDir, path), Buffer.from(content, 'base64'));
    }
    app = await startUpgradeApp({ url: database.url, dataDir, clock: createTestClock(new Date(at)), paddleApi });
    captain = await logIn('captain');
    mara = await logIn('mara');
    otis = await logIn('otis');
  }, 240_000);
  afterAll(async () => {
    await app?.stop();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  it('keeps every row', () => {
    const lost = [...before].filter(([id, { rows }]) => (after.get(id)?.rows ?? 0) < rows);
    expect(lost.map(([id, was]) => ({ ...was, now: after.get(id) }))).toEqual([]);
  });

  it('keeps accounts, sessions and profiles', async () => {
    type Sessions = { sessions: object[] };
    expect((await ok(mara<Sessions>('GET', '/api/account/sessions'))).sessions.length).toBeGreaterThanOrEqual(2);
    const { user } = await ok(mara<{ user: { account: object } }>('GET', '/api/account/details'));
    expect(user).toMatchObject({
      ...{ username: 'mara', email: 'mara@example.org' },
      account: { tier: 2, public_profile: { about: 'I hack lighthouses.' }, image: expect.stringMatching('/upload/') },
    });
    const leaver = await ok((await logIn('leaver'))('GET', '/api/account/details'));
    expect(leaver).toMatchObject({ user: { account: { delete_at: expect.any(String) } } });
    expect(await ok(captain('GET', '/api/admin/users?state=deletion_scheduled'))).toMatchObject({
      users: [{ username: 'leaver' }],
    });
    expect(await ok(captain('GET', '/api/admin/users/keys'))).toMatchObject({
      sign_in: { passkeys: 1, provider: true },
    });
  });

  it('keeps progress, answers, points and notes', async () => {
    expect(await ok(mara('GET', '/api/progress/http'))).toMatchObject({
      ...{ completed: ['first'], flags_found: 1, enrolled: true },
    });
    expect(await ok(mara('GET', '/api/subchapter/first/quizzes'))).toMatchObject({ answers: [{ correct: true }] });
    expect(await ok(mara('GET', '/api/polls/answers'))).toMatchObject({ answers: [{ counts: { voters: 1 } }] });
    expect(await ok(mara('GET', '/api/subchapter/film/videos'))).toMatchObject({ videos: [{ position: 2 }] });
    expect(await ok(mara('GET', '/api/subchapter/drill/drill/rows'))).toMatchObject({ round: 2 });
    expect(await ok(mara('GET', '/api/subchapter/first/feedback'))).toMatchObject({ rating: 5, text: 'Clear.' });
    const note = { what_i_learned: 'A published thought.', published: true };
    expect(await ok(mara('GET', '/api/subchapter/first/notes'))).toMatchObject(note);
    const question = { did_not_understand: 'A private question.', published: false };
    expect(await ok(mara('GET', '/api/subchapter/second/notes'))).toMatchObject(question);
    const board = await ok(mara<{ me: { points: number } }>('GET', '/api/account/leaderboard'));
    expect(board).toMatchObject({ me: { rank: 1, flags: 2, points: expect.any(Number) } });
    expect(board.me.points).toBeGreaterThan(10);
  });

  it('keeps labs and homes', async () => {
    expect(await ok(mara('GET', '/api/lab/flags_solved'))).toMatchObject({ flags: [{ lab: 'lost-luggage' }] });
    const opinion = { difficulty: 4, solution: { text: 'I looked *inside*.', published: true } };
    expect(await ok(mara('GET', '/api/lab/lost-luggage/opinion'))).toMatchObject(opinion);
    expect(await ok(mara('GET', '/api/lab/lost-luggage/hints'))).toMatchObject({ hints: [{ number: 1 }] });
    type Repair = { files: { text: string }[] };
    const { files } = await ok(mara<Repair>('GET', '/api/lab/lost-luggage/repair'));
    expect(files[0]?.text).toMatch(/\/\/ Repaired\.\n$/);
    expect(await ok(captain('GET', '/api/admin/shared_flags'))).toMatchObject({
      incidents: [{ username: 'otis', owner: 'mara', lab: { slug: 'lost-luggage' } }],
    });
    await ok(mara('POST', '/api/lab/lamplighter/start', {}));
    type Running = { instance: { status: string } | null };
    const status = async () => (await ok(mara<Running>('GET', '/api/lab/lamplighter/instance'))).instance?.status;
    await expect.poll(status).toBe('running');
    expect(await ok(mara('GET', '/api/lab/lamplighter/file?path=notes.txt'))).toBe('Overwrite the rank.');
  });

  it('keeps drafts and previews', async () => {
    const lesson = await ok(captain<{ draft: { body: string } }>('GET', '/api/admin/subchapter/second'));
    expect(lesson.draft.body).toMatch('A draft.');
    expect(JSON.stringify(await ok(captain('GET', '/api/admin/training/http/chapters')))).toMatch('sub-planned');
    type Map = { document: { initial: { x: number } } };
    expect((await ok(captain<Map>('GET', '/api/admin/map/hexmap'))).document.initial.x).toBe(1);
    expect(await ok(captain('GET', `/api/admin/import/${importId}`))).toMatchObject({ name: 'event' });
    type Templates = { templates: { kind: string }[] };
    const { templates } = await ok(captain<Templates>('GET', '/api/admin/mail_templates'));
    expect(templates.find(({ kind }) => kind === 'password-changed')).toMatchObject({
      ...{ wording: { subject: 'Your password is new' }, changed: ['subject'], changed_by: 'captain' },
    });
    expect(await ok(captain('GET', '/api/admin/privacy'))).toMatchObject({
      draft: { config: { hideLearnMore: true } },
    });
    expect(await ok(app.anonymous('GET', '/api/config/features2'))).toMatchObject({ msg: 'Ahoy.' });
  });

  it('keeps payments and vouchers', async () => {
    const { payments } = await ok(mara<{ payments: object[] }>('GET', '/api/account/paddle/payments'));
    expect(payments).toHaveLength(2);
    expect(await ok(mara('GET', '/api/account/paddle/subscription'))).toMatchObject({
      subscription: { status: 'active' },
    });
    expect(await ok(captain('GET', '/api/admin/payments'))).toMatchObject({
      events: { waiting: 0, failed: 1, failed_events: [{ event: 'evt_unreadable' }] },
      subscriptions: { active: 2, canceled: 1 },
    });
    expect(await ok(otis('GET', '/api/account/vouchers'))).toMatchObject({
      redeemed: [{ name: 'Class of the lighthouse', tier: 1 }],
    });
    expect((await ok(otis('GET', '/api/account/details'))).user).toMatchObject({
      account: { tier: 2, beta_access: true },
    });
  });

  it('keeps mails, announcements, receipts and the audit log', async () => {
    type Announcements = { announcements: { subject: string }[] };
    const { announcements } = await ok(captain<Announcements>('GET', '/api/admin/announcements'));
    const sent = announcements.find(({ subject }) => subject === 'Sent');
    expect(sent).toMatchObject({ state: 'done', mails: { waiting: 0, unknown: 1 } });
    expect(announcements).toHaveLength(2);
    expect(await ok(captain('GET', '/api/admin/bounces'))).toMatchObject({ bounces: [{ username: 'mara' }] });
    const { mails } = await ok(captain<{ mails: { subject: string }[] }>('GET', '/api/admin/outbox'));
    expect(mails.map(({ subject }) => subject)).toContain('Sent');
    expect(await ok(captain('GET', '/api/admin/privacy/records'))).toMatchObject({ records: [{ type: 'accept' }] });
    type Log = { events: { action: string; subject: string }[] };
    const { events } = await ok(captain<Log>('GET', '/api/admin/audit?limit=200'));
    const actions = events.map(({ action, subject }) => `${action} ${subject.split(':')[0]}`);
    expect(actions).toEqual(
      expect.arrayContaining(['mail_template.changed mail_template', 'voucher.created voucher_batch']),
    );
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['flag.shared', 'tier.granted']));
  });

  it('runs the jobs that were waiting', async () => {
    const cancellations = ['sub_2 next_billing_period', 'sub_gone immediately'];
    await expect
      .poll(() => [...paddleCalls].sort(), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(cancellations));
    const subjects = async () => {
      const mails = await app.db.selectFrom('outbox_mails').select(['subject', 'recipient']).execute();
      return mails.filter(({ recipient }) => recipient === 'mara@example.org').map(({ subject }) => subject);
    };
    await expect.poll(subjects, { timeout: 30_000 }).toContain('Your password is new');
    const reminder = () =>
      app.db.selectFrom('payment_mails').select('sent_at').where('event_key', '=', 'waiting').executeTakeFirst();
    await expect.poll(async () => (await reminder())?.sent_at, { timeout: 30_000 }).toBeInstanceOf(Date);
  });

  it('accepts writes after the migration: triggers and constraints still work', async () => {
    await ok(mara('POST', '/api/progress/http', { subchapter: 'second', completed: true }));
    const { rows } = await sql<{ metric: string }>`select metric from metric_changes
      union all select metric from metric_days where metric = 'began'`.execute(app.db);
    expect(rows.length).toBeGreaterThan(0);
    await expect(app.db.deleteFrom('audit_events').execute()).rejects.toThrow('The audit log only grows.');
    const { otisPk } = await app.db
      .selectFrom('users')
      .select('pk as otisPk')
      .where('username', '=', 'otis')
      .executeTakeFirstOrThrow();
    const settle = { user: otisPk, arrived: true };
    const announcement = await app.db
      .selectFrom('announcements')
      .select('pk')
      .where('subject', '=', 'Sent')
      .executeTakeFirstOrThrow();
    await ok(captain('POST', `/api/admin/announcements/${announcement.pk}/settle`, settle));
  });
});
