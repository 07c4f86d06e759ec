import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Announcement, SignedIn } from '@hexpedition/contract';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createDatabase } from './support/content-database.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { author } from './support/map-editor.ts';
import { type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/** An announcement from draft to mailbox, and a server that is killed while it sends mails and processes payments. */

let browser: Browser;
let mailbox: Mailbox;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof createDatabase>>;
let server: RunningServer;
let captain: SignedIn;
const axe = new AxeOnce();

const paddle = {
  PADDLE_API_KEY: 'pdl_sdbx_apikey_of_the_tests_alone',
  PADDLE_CLIENT_TOKEN: 'test_token_of_the_tests',
  PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_of_the_tests_alone',
  PADDLE_PLANS: 'foundational=pro_one:pri_month:pri_year',
};

const start = () =>
  startServer({
    dataDir: folder.path,
    databaseUrl: database.url,
    env: { POW_COST: '50', SMTP_URL: mailbox.url, ...paddle },
    ...(server ? { port: server.port } : {}),
  });

beforeAll(async () => {
  [browser, mailbox, folder, database] = await Promise.all([
    openBrowser(),
    openMailbox(),
    temporaryFolder(),
    createDatabase(inject('contentDatabase')),
  ]);
  server = await start();
  captain = await author({ ...server, databaseUrl: database.url }, 'captain');
});
afterAll(async () => {
  await server?.stop();
  await mailbox?.close();
  await database?.drop();
  await folder?.remove();
});

async function inDatabase(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${captain.token.access}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<T>;
}

it('sends an announcement to a segment, and leaves a learner who unsubscribed with one click out of the next', async () => {
  await inDatabase(`update users set email = 'captain@example.org' where username = $1`, [captain.user.username]);
  const learner = await signUp(server);
  await inDatabase(`update users set email = 'ada@example.org' where pk = $1`, [learner.user.pk]);
  await inDatabase(`insert into entitlements (user_pk, source, tier) values ($1, 'grant', 2)`, [learner.user.pk]);

  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, server, captain, '/admin/email');
  await page.getByRole('heading', { name: 'No announcements yet' }).waitFor();
  await page.getByRole('link', { name: 'New announcement' }).click();
  await page.getByLabel('Subject').fill('Winter term');
  await page.getByLabel('Text', { exact: true }).fill('Hello.\n\nNew labs are [on the map](/map).');
  await page.getByLabel('Specialization').check();
  await page.getByText('1 recipient', { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: 'on the map' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText('Sent to captain@example.org.').waitFor();
  await mailbox.find('captain@example.org', /^Test: Winter term$/);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('button', { name: 'Send to all recipients' }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);

  const mail = await mailbox.find('ada@example.org', /^Winter term$/);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const oneClick = /^<(.+)>$/.exec(header('list-unsubscribe'))?.[1] ?? '';
  const visitor = await newVisitor(browser);
  await visitor.page.goto(server.url + mailbox.linkIn(mail, '/unsubscribe'));
  await visitor.page.getByRole('heading', { name: 'Unsubscribe from announcements' }).waitFor();
  expect(await findingsInBothThemes(visitor.page, axe)).toEqual([]);
  expect(await inDatabase('select announcement_mails from users where pk = $1', [learner.user.pk])).toEqual([
    { announcement_mails: true },
  ]);
  await visitor.page.getByRole('button', { name: 'Unsubscribe' }).click();
  await visitor.page.getByText('You can turn them on again').waitFor();
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
  await inDatabase('update users set announcement_mails = true where pk = $1', [learner.user.pk]);
  const clicked = await fetch(oneClick, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
  });
  expect(clicked.status).toBe(200);

  await page.goto(`${server.url}/admin/email/$announcement`.replace('$announcement', 'new'));
  await page.getByLabel('Specialization').check();
  await page.getByText('1 account unsubscribed').waitFor();
  await page.getByText('0 recipients', { exact: true }).waitFor();
  for (const part of ['templates', 'bounces', 'outbox']) {
    await page.goto(`${server.url}/admin/email/${part}`);
    await page.getByRole('navigation', { name: 'Email' }).waitFor();
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
  }
  await page.goto(`${server.url}/admin/email/templates`);
  await page.getByRole('link', { name: /Confirm your email address/ }).click();
  await page.getByLabel('Subject').fill('Ahoy from ');
  await page.getByLabel('Subject').press('End');
  await page.getByRole('button', { name: 'Insert {host}' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Is this your address?' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The next mail uses this text.').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await signUp(server, { email: 'new@example.org' });
  mailbox.linkIn(await mailbox.find('new@example.org', /^Ahoy from localhost:\d+$/), '/verify');
  expect(errors).toEqual([]);
  await context.close();
});

/**
 * Waits until a number reaches the goal. The wait has no time limit as long as the number grows, because a busy machine
 * may be slow.
 */
async function waitForGrowth(goal: number, read: () => Promise<number>): Promise<void> {
  for (let seen = -1; seen < goal; ) {
    let now = seen;
    const check = async () => {
      now = await read();
      return now;
    };
    await expect.poll(check).toBeGreaterThan(seen);
    seen = now;
  }
}

/** Enough for several events to be in progress when the server is killed. */
const eventCount = 40;

function newPaddleEvent(n: number): string {
  const [now, later] = [new Date(), new Date(Date.now() + 30 * 86_400_000)].map((time) => time.toISOString());
  return JSON.stringify({
    event_id: `evt_${n}`,
    event_type: 'subscription.created',
    occurred_at: now,
    data: {
      ...{ id: `sub_${n}`, status: 'active', customer_id: `ctm_${n}`, currency_code: 'EUR', created_at: now },
      current_billing_period: { starts_at: now, ends_at: later },
      billing_cycle: { interval: 'month', frequency: 1 },
      items: [
        { price: { id: 'pri_month', product_id: 'pro_one', unit_price: { amount: '1800', currency_code: 'EUR' } } },
      ],
    },
  });
}

/** @returns the status of the answer */
async function deliverPaddleEvent(n: number): Promise<number> {
  const body = newPaddleEvent(n);
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', paddle.PADDLE_WEBHOOK_SECRET).update(`${time}:${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'paddle-signature': `ts=${time};h1=${signature}` };
  return (await fetch(`${server.url}/api/paddle/webhook`, { method: 'POST', headers, body })).status;
}

it('a server that is killed at a random moment sends each mail once, and processes every acknowledged Paddle event', async () => {
  const count = 200;
  await inDatabase(
    `with made as (
       insert into users (username, email, profile_slug)
       select 'crew' || n, 'crew' || n || '@example.org', 'crew' || n from generate_series(1, $1) as n returning pk
     ) insert into entitlements (user_pk, source, tier) select pk, 'grant', 3 from made`,
    [count],
  );
  const { announcement } = await call<{ announcement: Announcement }>('POST', '/api/admin/announcements', {
    ...{ subject: 'Killed', body: 'Hello.', segment: { tiers: [3] }, per_minute: 60_000 },
  });
  const { pk, revision } = announcement;

  // Processing of the events is blocked by a lock on the table that it writes.
  const lock = new pg.Client({ connectionString: database.url });
  lock.on('error', () => {});
  await lock.connect();
  await lock.query('begin; lock table subscriptions in exclusive mode');
  const answers = await Promise.all(Array.from({ length: eventCount }, (_, n) => deliverPaddleEvent(n)));
  expect(answers).toEqual(Array(eventCount).fill(200));

  await call('POST', `/api/admin/announcements/${pk}/send`, { revision, send_at: null });
  const timesOf = () => Array.from({ length: count }, (_, index) => mailbox.count(`crew${index + 1}@example.org`));
  // A random point during delivery, at any position within a batch.
  const killAt = Math.random() * count * 0.75;
  await waitForGrowth(killAt, async () => timesOf().filter((times) => times > 0).length);
  await sleep(Math.random() * 20);
  await server.kill();
  await lock.query('rollback');
  await lock.end();
  const subscriptions = async () => (await inDatabase('select id from subscriptions')).length;
  expect(await subscriptions()).toBe(0);
  server = await start();
  const howMany = async (...states: string[]) => {
    const [found] = await inDatabase(
      'select count(*)::int as count from announcement_mails where announcement_pk = $1 and state = any($2)',
      [pk, states],
    );
    return found.count as number;
  };
  await waitForGrowth(count, () => howMany('sent', 'unknown'));
  await expect
    .poll(async () => (await inDatabase('select state from announcements where pk = $1', [pk]))[0]?.state)
    .toBe('done');
  const arrived = timesOf();
  expect(arrived.filter((times) => times > 1)).toEqual([]);
  // A kill between two system calls leaves a delivery unknown, and the mail is listed as such. This is very rare.
  expect(arrived.filter((times) => times === 0).length).toBeLessThanOrEqual(await howMany('unknown'));
  await expect.poll(subscriptions).toBe(eventCount);
});
