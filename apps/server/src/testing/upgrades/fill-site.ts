import { randomBytes } from 'node:crypto';
import { textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { zipBytes } from '@hexpedition/curriculum/bundles/write-zip';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect } from 'vitest';
import { base64, plain } from '#features/avatars/testing';
import { createLedger } from '#features/payments/ledger/ledger.service';
import { historyOf, testPlans } from '#features/payments/testing/subscription-model';
import type { Db } from '#platform/db/db';
import { type Account, ok, type UpgradeApp } from './upgrade-app.ts';

const day = 86_400_000;

/** Two renewed subscriptions, one that was refunded and cancelled, and an event that cannot be read. */
export async function fillPayments({ db, clock }: UpgradeApp, buyer: Account, leaver: Account): Promise<void> {
  const customers = [
    { customer_id: 'ctm_1', user_pk: buyer.pk, address_id: 'add_1', country: 'DE' },
    { customer_id: 'ctm_2', user_pk: leaver.pk },
  ];
  await db.insertInto('paddle_customers').values(customers).execute();
  const price = { price_id: 'pri_1m', product_id: 'pro_one', name: 'Monthly', description: '', currency: 'EUR' };
  await db
    .insertInto('paddle_prices')
    .values({ ...price, amount: 1200, read_at: clock.now() })
    .execute();
  const { events } = historyOf(1, [{ step: 'renew', days: 30 }]);
  events.push(...historyOf(2, [{ step: 'renew', days: 30 }]).events);
  events.push(
    ...historyOf(3, [
      { step: 'refund', days: 3 },
      { step: 'cancel', days: 1 },
    ]).events,
  );
  // Moves the times, so that the renewal was yesterday.
  const shift = clock.now().getTime() - 31 * day - Date.parse('2026-01-05T09:00:00Z');
  const moved = JSON.stringify(events).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    new Date(Date.parse(time) + shift).toISOString(),
  );
  const ledger = createLedger({ db, clock, plans: testPlans, warn: () => {} });
  for (const event of JSON.parse(moved) as object[]) await ledger.receive(Buffer.from(JSON.stringify(event)));
  const unreadable = { event_id: 'evt_unreadable', event_type: 'subscription.updated', occurred_at: clock.now() };
  await ledger.receive(Buffer.from(JSON.stringify({ ...unreadable, data: { id: 'sub_x' } })));
  await ledger.applyPending();
  const run = { started_at: clock.now(), seen_at: clock.now(), ended_at: clock.now(), subscriptions: 2, payments: 4 };
  await db.insertInto('payment_reconciliations').values(run).execute();
}

export async function fillVouchers(captain: Account, learner: Account): Promise<void> {
  const batch = { name: 'Class of the lighthouse', tier: 1, months: 6, uses: 3, vouchers: 2, holder: 'teacher' };
  type Batch = { secrets: { secret: string }[] };
  const { secrets } = await ok(captain.call<Batch>('POST', '/api/admin/vouchers', batch));
  await ok(learner.call('PUT', '/api/account/voucher/redeem', { secret: secrets[0]?.secret }));
}

/** Drafts of a lesson and a map, a lesson that is not published, an import preview and an open map editor. */
export async function fillAuthoring(app: UpgradeApp, { call }: Account, teacher: Account): Promise<void> {
  const lesson = '/api/admin/subchapter/second';
  type Lesson = { published: { head: object; body: string; revision: number } };
  const { head, body, revision } = (await ok(call<Lesson>('GET', lesson))).published;
  await ok(call('PUT', `${lesson}/draft`, { head, body: `${body}\nA draft.\n`, base: revision, version: 0 }));
  type Tree = { etag: string; chapters: { id: string; subchapters: { id: string; slug: string; name: string }[] }[] };
  const { etag, chapters } = await ok(call<Tree>('GET', '/api/admin/training/http/chapters'));
  const subchapters = chapters.flatMap((chapter) =>
    chapter.subchapters.map(({ id, slug, name }) => ({ id, slug, name, chapter: chapter.id })),
  );
  subchapters.push({ id: 'sub-planned', slug: 'planned', name: 'Planned', chapter: chapters[0]?.id ?? '' });
  await ok(call('POST', '/api/admin/training/http', { subchapters, etag, overwrite: false }));
  type Map = { etag: string; document: { initial: { x: number } } };
  const map = await ok(call<Map>('GET', '/api/admin/map/hexmap'));
  map.document.initial.x += 1;
  await ok(call('POST', '/api/config/hexmapdraft/edit', { document: map.document }, { 'if-match': map.etag }));
  await ok(teacher.call('POST', '/api/admin/map/hexmap/presence', { hex: { q: 0, r: 0 } }));
  const challenge = 'name: Tried\ncategory: crypto\ndescription: Find it.\nvalue: 50\nflags:\n  - flag{tried}\n';
  const bundle = Buffer.from(await zipBytes(new Map([['event/tried/challenge.yml', textFile(challenge)]])));
  const bytes = { 'content-type': 'application/octet-stream' };
  await ok(call('POST', `/api/admin/import?upload=${importId}&part=1&parts=1&name=event`, bundle, bytes));
  const image = { image: base64(await plain().png().toBuffer()), training: 'kinds', name: 'uploaded' };
  await ok(call('POST', '/api/system/image_upload', image));
  const { hash } = await app.db.selectFrom('media').select('hash').limit(1).executeTakeFirstOrThrow();
  const variant = { hash, width: 320, format: 'webp' as const, bytes: randomBytes(40) };
  await app.db.insertInto('picture_variants').values(variant).execute();
}

/** Upload whose import was previewed. */
export const importId = '11111111-1111-4111-8111-111111111111';

/** A custom mail template, a draft, a sent announcement with one unknown delivery, and a bounce. */
export async function fillMails(app: UpgradeApp, { call }: Account, bounced: Account, unknown: Account): Promise<void> {
  const { db, clock } = app;
  type Templates = { templates: { kind: string; default_wording: object }[] };
  const { templates } = await ok(call<Templates>('GET', '/api/admin/mail_templates'));
  const wording = templates.find(({ kind }) => kind === 'password-changed')?.default_wording;
  const change = { ...wording, subject: 'Your password is new', revision: 0 };
  await ok(call('PUT', '/api/admin/mail_templates/password-changed', change));
  type Created = { announcement: { pk: number; revision: number } };
  const create = async (subject: string) => {
    const mail = { subject, body: 'There is a *new* course.', segment: {}, per_minute: 6_000 };
    return (await ok(call<Created>('POST', '/api/admin/announcements', mail))).announcement;
  };
  await create('A draft');
  const { pk, revision } = await create('Sent');
  await ok(call('POST', `/api/admin/announcements/${pk}/send`, { revision, send_at: null }));
  const stateNow = async () =>
    (await db.selectFrom('announcements').select('state').where('pk', '=', pk).executeTakeFirst())?.state;
  await expect.poll(stateNow, { timeout: 60_000 }).toBe('done');
  await db
    .updateTable('announcement_mails')
    .set({ state: 'unknown' })
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', unknown.pk)
    .execute();
  const bounce = { address: 'mara@example.org', permanent: false, reason: '450 later', at: clock.now() };
  await db
    .insertInto('mail_bounces')
    .values({ ...bounce, user_pk: bounced.pk })
    .execute();
}

/** A draft of the consent configuration, and the decision of a visitor. */
export async function fillPrivacy(app: UpgradeApp, { call }: Account): Promise<void> {
  type Privacy = { active: { id: string; config: { services: { name: string }[] } } };
  const { active } = await ok(call<Privacy>('GET', '/api/admin/privacy'));
  await ok(call('PUT', '/api/admin/privacy/draft', { config: { ...active.config, hideLearnMore: true }, revision: 0 }));
  const consents = Object.fromEntries(active.config.services.map(({ name }) => [name, true]));
  const submission = {
    location_data: { pathname: '/map/web', port: 8080, hostname: 'localhost', protocol: 'http' },
    user_data: { client_version: 'v0.7.22', client_name: 'klaro:web' },
    consent_data: { type: 'accept', consents, config: active.id },
  };
  const type = { 'content-type': 'text/plain;charset=UTF-8' };
  await ok(app.anonymous('POST', '/v1/privacy-managers/c00c1e/submit', JSON.stringify(submission), type));
}

/** Leaves one waiting job of every kind in the queue. Call it while no worker runs. */
export async function fillJobs(url: string, db: Db): Promise<void> {
  const { pk: user } = await db
    .selectFrom('users')
    .select('pk')
    .where('username', '=', 'mara')
    .executeTakeFirstOrThrow();
  const reminder = { kind: 'reminder' as const, subject: 'sub_1', event_key: 'waiting', user_pk: user };
  const { pk: mail } = await db
    .insertInto('payment_mails')
    .values({ ...reminder, queued_at: new Date() })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await sql`delete from pgboss.job`.execute(db);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.send('account-mail', { kind: 'password_changed', user });
  await boss.send('announcement', {});
  await boss.send('payment-mail', { mail });
  await boss.send('subscription-cancel-at-period-end', { subscription: 'sub_2' });
  await boss.send('subscription-cancel-now', { subscription: 'sub_gone' });
  await boss.stop();
  // The queue deletes jobs that have waited for days, and the dump may be restored years later.
  await sql`update pgboss.job set keep_until = 'infinity'`.execute(db);
}
