import { setTimeout as sleep } from 'node:timers/promises';
import type { Announcement, MailPreview, UndeliveredMails } from '@hexpedition/contract';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { smtpServer } from '../../apps/server/src/platform/smtp.ts';
import { createSmtpConnection } from '../../apps/server/src/platform/smtp-connection.ts';
import { fill } from '../fill/fill.ts';
import { superuserToken } from '../machine/accounts.ts';
import type { Child } from '../machine/children.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, type Row, writeReport } from '../report.ts';
import type { MailLog, ToMailServer } from '../roles/mail-server.ts';

/** Bounds of the random time that the server lives after its first answer before it is killed. */
const minUptimeMs = 200;
const maxUptimeMs = 8_000;
/** Concurrent SMTP connections, as on the platform. */
const connectionCount = 10;
const from = 'Hexpedition <post@example.org>';

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    users: { min: 100, max: 1_000_000, fallback: 100_000 },
    kills: { min: 1, max: 1_000, fallback: 20 },
    alone: { min: 100, max: 100_000, fallback: 5_000 },
  });
  const loadBefore = loadNow();
  const port = await freePort();
  const url = `smtp://127.0.0.1:${port}`;
  const result = await withRole('mail-server', (mailServer) =>
    withDataDir(async (dataDir) => {
      await mailServer.ask<void>({ listen: port } satisfies ToMailServer);
      // Opened first, so that the database outlives the server.
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
      try {
        return await measure({ db, mailServer, dataDir, url, ...options });
      } finally {
        await close();
      }
    }),
  );
  printTable(`One announcement to ${number(options.users)} learners, ${options.kills} kills.`, result.counts);
  printTable('Mails per second, without a rate limit.', result.rates);
  writeReport('announcement', { options, loadBefore, ...result });
}

interface Setup {
  db: Db;
  mailServer: Child;
  dataDir: string;
  url: string;
  users: number;
  kills: number;
  alone: number;
}

async function measure({ db, mailServer, dataDir, url, users, kills, alone }: Setup) {
  const platform = { dataDir, env: { SMTP_URL: url, MAIL_FROM: from } };
  const readLog = () => mailServer.ask<MailLog>({ read: 'log' } satisfies ToMailServer);
  const { call, pk, mail } = await withPlatform(platform, (server) => prepare(db, server, users));

  for (let kill = 0; kill < kills; kill++) {
    await withPlatform(platform, async (server) => {
      if (kill === 0) await call(server, `announcements/${pk}/send`, { revision: 1, send_at: null });
      await sleep(minUptimeMs + Math.random() * (maxUptimeMs - minUptimeMs));
      await server.kill();
    });
  }

  return withPlatform(platform, async (server) => {
    const since = performance.now();
    const before = await countMails(db, pk);
    await untilDone(db, pk);
    const seconds = (performance.now() - since) / 1_000;
    const unsettled = await countMails(db, pk);
    const arrivedBeforeSettling = countArrived(await readLog(), users);
    const { mails } = await call<UndeliveredMails>(server, `announcements/${pk}/troubled`);
    const { ids } = await readLog();
    for (const { user, message_id } of mails) {
      await call(server, `announcements/${pk}/settle`, { user, arrived: ids.has(message_id) });
    }
    await untilDone(db, pk);
    const arrived = countArrived(await readLog(), users);
    const perSecond = (users - before.sent) / seconds;
    const baselinePerSecond = await sendWithoutPlatform(url, mail, alone);
    return {
      before,
      unsettled,
      counts: [
        { '': 'after delivery', ...rowOf(arrivedBeforeSettling, unsettled.unknown) },
        { '': 'after unknown deliveries were settled', ...rowOf(arrived, (await countMails(db, pk)).unknown) },
      ],
      rates: [
        {
          '': 'the platform, after the last kill',
          'mails per second': number(perSecond),
          ratio: number(perSecond / baselinePerSecond, 2),
        },
        {
          '': `${connectionCount} connections alone, without a journal`,
          'mails per second': number(baselinePerSecond),
          ratio: '1',
        },
      ],
    };
  });
}

type Call = <T>(platform: Platform, path: string, body?: object) => Promise<T>;

/** Inserts the learners and drafts the announcement. */
async function prepare(db: Db, platform: Platform, users: number) {
  await fill(db, { users, solves: 0, completions: 0, seed: 1 });
  const call = callAs(await superuserToken(db, platform.dataDir));
  const content = { subject: 'Winter term', body: 'Hello.\n\n**New** labs are [on the map](/map).' };
  const mail = await call<MailPreview>(platform, 'announcements/preview', content);
  const { announcement } = await call<{ announcement: Announcement }>(platform, 'announcements', {
    ...content,
    segment: {},
    per_minute: 60_000,
  });
  return { call, mail, pk: announcement.pk };
}

/** Sends a GET without a body and a POST with one. */
const callAs =
  (token: string): Call =>
  async <T>({ port }: Platform, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

async function untilDone(db: Db, pk: number): Promise<void> {
  const stateOf = () => db.selectFrom('announcements').select('state').where('pk', '=', pk).executeTakeFirstOrThrow();
  while ((await stateOf()).state !== 'done') await sleep(100);
}

async function countMails(db: Db, pk: number) {
  const rows = await db
    .selectFrom('announcement_mails')
    .select(['state', (all) => all.fn.countAll<number>().as('count')])
    .where('announcement_pk', '=', pk)
    .groupBy('state')
    .execute();
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { sent: of('sent'), waiting: of('waiting'), sending: of('sending'), unknown: of('unknown') };
}

interface ArrivedMail {
  once: number;
  twice: number;
  missing: number;
}

function countArrived({ taken }: MailLog, users: number): ArrivedMail {
  const times = [...taken.values()];
  const once = times.filter((count) => count === 1).length;
  return { once, twice: times.length - once, missing: users - times.length };
}

const rowOf = ({ once, twice, missing }: ArrivedMail, unknown: number): Row => ({
  once: number(once),
  'more than once': number(twice),
  never: number(missing),
  'delivery unknown': number(unknown),
});

/**
 * Sends the same mail over the same number of connections, without a database or a journal.
 * @returns mails per second
 */
async function sendWithoutPlatform(url: string, { subject, html, text }: MailPreview, count: number): Promise<number> {
  const server = smtpServer(url, from);
  const since = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: connectionCount }, async () => {
      const connection = createSmtpConnection(server);
      while (next < count) {
        const to = `alone${next++}@example.org`;
        const { kind } = await connection.send({ to, subject, html, text }, { before: () => {}, after: () => {} });
        if (kind !== 'sent') throw new Error(`A mail outside of an announcement has the result "${kind}".`);
      }
      connection.close();
    }),
  );
  return count / ((performance.now() - since) / 1_000);
}
