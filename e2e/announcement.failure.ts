import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Announcement, SignedIn, UndeliveredMails } from '@hexpedition/contract';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from './support/content-database.ts';
import { author } from './support/map-editor.ts';
import { type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/**
 * Sends one announcement to a hundred thousand learners and kills the server several times on the way: `npm run
 * test:failures -- announcement`.
 */

const learners = 100_000;
const kills = 5;
/** Concurrent deliveries (decision 19). */
const connectionCount = 10;

/** Number of accepted mails per address, and the Message-IDs in the mail server's log. */
const accepted = new Map<string, number>();
const messageIds = new Set<string>();
let arrived = 0;
let onArrival: (() => void) | undefined;

// Encrypted, like any remote mail server. The certificate is the one that the package ships.
const mailServer = new SMTPServer({
  secure: true,
  authOptional: true,
  onData: (stream, session, done) => {
    text(stream).then((mail) => {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      accepted.set(to, (accepted.get(to) ?? 0) + 1);
      messageIds.add(/^Message-ID: <([^@]+)@/im.exec(mail)?.[1] ?? '');
      arrived += 1;
      done();
      onArrival?.();
    }, done);
  },
});
// Killing a process breaks its connections.
mailServer.on('error', () => {});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
let server: RunningServer;
let captain: SignedIn;

const start = () =>
  startServer({
    dataDir: folder.path,
    databaseUrl: database.url,
    env: {
      POW_COST: '50',
      SMTP_URL: `smtps://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}?tls.rejectUnauthorized=false`,
    },
    ...(server ? { port: server.port } : {}),
  });

beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1');
  [folder, database] = await Promise.all([temporaryFolder(), createDatabase(), once(mailServer.server, 'listening')]);
  server = await start();
  captain = await author({ ...server, databaseUrl: database.url }, 'captain');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into users (username, email, profile_slug)
     select 'crew' || n, 'crew' || n || '@example.org', 'crew' || n from generate_series(1, $1) as n`,
    [learners],
  );
});
afterAll(async () => {
  await server?.stop();
  await client?.end();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  await database?.drop();
  await folder?.remove();
});

async function call<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}/api/admin/announcements${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${captain.token.access}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<T>;
}

/** Resolves a short random time after `count` mails have arrived. */
const waitForMails = (count: number) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (arrived < count) return;
      onArrival = undefined;
      setTimeout(resolve, Math.random() * 20);
    };
    onArrival = check;
    check();
  });

const waitUntilDone = (pk: number) =>
  expect
    .poll(async () => (await client.query('select state from announcements where pk = $1', [pk])).rows, {
      timeout: 900_000,
      interval: 500,
    })
    .toEqual([{ state: 'done' }]);

/** All mails whose delivery is unknown, collected page by page. */
async function unknownDeliveries(pk: number) {
  const found: UndeliveredMails['mails'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: UndeliveredMails = await call(`/${pk}/troubled${cursor && `?cursor=${cursor}`}`);
    found.push(...page.mails);
    cursor = page.next_cursor;
  }
  return found;
}

it(`reaches each of ${learners} learners once, although the server is killed ${kills} times`, async () => {
  const { announcement } = await call<{ announcement: Announcement }>('', {
    ...{ subject: 'Winter term', body: 'Hello.\n\n**New** labs are [on the map](/map).' },
    ...{ segment: {}, per_minute: 60_000 },
  });
  const { pk, revision } = announcement;
  const since = performance.now();
  await call(`/${pk}/send`, { revision, send_at: null });
  const killPoints = Array.from({ length: kills }, () => Math.floor(Math.random() * learners * 0.9));
  for (const moment of killPoints.sort((a, b) => a - b)) {
    await waitForMails(moment);
    await server.kill();
    server = await start();
  }
  await waitUntilDone(pk);
  const seconds = Math.round((performance.now() - since) / 1_000);

  // No mail was delivered twice, and every mail that did not arrive is listed as "delivery unknown".
  const undelivered = await unknownDeliveries(pk);
  const timesOf = (n: number) => accepted.get(`crew${n}@example.org`) ?? 0;
  const all = Array.from({ length: learners }, (_, index) => index + 1);
  const twice = all.filter((n) => timesOf(n) > 1).length;
  const never = all.filter((n) => timesOf(n) === 0).length;
  process.stdout.write(
    `${learners} learners, killed at ${killPoints.join(', ')} mails: ${seconds} s; ` +
      `${twice} twice, ${never} not arrived, ${undelivered.length} unknown.\n`,
  );
  expect(twice).toBe(0);
  expect(never).toBeLessThanOrEqual(undelivered.length);
  expect(undelivered.length).toBeLessThanOrEqual(kills * connectionCount);
  expect(undelivered.every(({ state }) => state === 'unknown')).toBe(true);

  // The operator settles the unknown deliveries with the log of the mail server.
  for (const { user, message_id } of undelivered) {
    await call(`/${pk}/settle`, { user, arrived: messageIds.has(message_id) });
  }
  await waitUntilDone(pk);
  expect(all.filter((n) => timesOf(n) !== 1)).toEqual([]);
  expect([accepted.size, messageIds.size, arrived]).toEqual([learners, learners, learners]);
  expect((await call<{ announcement: Announcement }>(`/${pk}`)).announcement.mails).toEqual({
    ...{ waiting: 0, sent: learners, stored: 0, refused: 0, unknown: 0, left_out: 0 },
  });
});
