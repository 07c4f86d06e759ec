import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillTemplate } from '#features/mail-templates/mail-templates.public';
import { readConfig } from '#platform/config';
import { createRateLimiter } from '#platform/http/rate-limit';
import { buildUser } from '#testing/factories';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createLinks } from '../mail-links.ts';
import { handleAccountMails } from './account-mail-worker.ts';
import { type AccountMail, accountMailJob } from './account-mails.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    oidc: { issuer: 'https://id.example', clientId: 'x', clientSecret: 'x', name: 'School' },
  });
});
afterAll(() => test.close());

let number = 0;
interface Changes {
  email?: string | null;
  pending_email?: string | null;
  password_hash?: string | null;
  is_active?: boolean;
  sign_in_mails?: boolean;
  delete_at?: Date | null;
}

async function createUser(changes: Changes = {}) {
  const { db } = test.database;
  const { pk, username } = await buildUser(db);
  const email = `mara${++number}@example.org`;
  const row = { email, ...changes };
  await db.updateTable('users').set(row).where('pk', '=', pk).execute();
  return { pk, username, email };
}

/** Returns the mails sent by these jobs and by jobs queued before. */
async function mailsAfter(...mails: AccountMail[]) {
  const { db } = test.database;
  await waitUntilIdle();
  const before = await db.selectFrom('outbox_mails').select('pk').execute();
  for (const mail of mails) await test.jobs.send(db, accountMailJob, mail);
  await waitUntilIdle();
  // A marker mail shows that the queue has been processed.
  const marker = await createUser({ email: null, pending_email: `marker${++number}@example.org` });
  await test.jobs.send(db, accountMailJob, { kind: 'verify', user: marker.pk });
  await waitUntilIdle();
  const rows = await db.selectFrom('outbox_mails').selectAll().orderBy('pk').execute();
  expect(rows.at(-1)?.recipient).toMatch(/^marker/);
  return rows.slice(0, -1).filter(({ pk }) => !before.some((one) => one.pk === pk));
}

/** Waits until the queue is empty. */
async function waitUntilIdle() {
  const count = sql<number>`select count(*)::int as left from pgboss.job where name = 'account-mail' and state < 'completed'`;
  const pendingJobs = async () => (await count.execute(test.database.db)).rows;
  await expect.poll(pendingJobs, { timeout: 15_000 }).toEqual([{ left: 0 }]);
}

const linkIn = (text: string | undefined) => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '';

function partsOf(text: string | undefined, page: string) {
  const [, name, user_id, hmac] = new URL(linkIn(text)).pathname.split('/');
  expect(name).toBe(page);
  return { user_id: Number(user_id), hmac };
}

it('confirms the pending address with the link from the mail', async () => {
  const { pk } = await createUser({ email: null, pending_email: 'new@example.org' });
  const [mail] = await mailsAfter({ kind: 'verify', user: pk });
  expect(mail).toMatchObject({ recipient: 'new@example.org', subject: 'Confirm your email address' });
  const link = partsOf(mail?.text, 'verify');
  expect(mail?.html).toContain(linkIn(mail?.text));
  expect(link.user_id).toBe(pk);
  const answer = await test.anonymous.post('/api/account/verify', link);
  expect(answer).toMatchObject({ status: 200, body: { email: 'new@example.org' } });
  expect(await mailsAfter({ kind: 'verify', user: pk })).toEqual([]);
});

it('accepts a confirmation link for three days', async () => {
  const { pk } = await createUser({ pending_email: 'later@example.org' });
  const [mail] = await mailsAfter({ kind: 'verify', user: pk });
  test.clock.advance(3 * 86_400 + 1);
  const answer = await test.anonymous.post('/api/account/verify', partsOf(mail?.text, 'verify'));
  expect(answer).toMatchObject({ status: 400, body: { code: 'link_expired' } });
});

it('sets a password with the link from the mail, for one hour', async () => {
  const { pk, email } = await createUser();
  const [mail] = await mailsAfter({ kind: 'reset', email: email.toUpperCase() });
  expect(mail).toMatchObject({ recipient: email, subject: 'Reset your password' });
  const link = partsOf(mail?.text, 'password-reset');
  expect(link.user_id).toBe(pk);
  test.clock.advance(3_599);
  const pow = async () => ({ 'x-pow': await solvePow(test.anonymous, '/api/account/reset') });
  const body = { ...link, password: 'tidal flats and fog' };
  expect(await test.anonymous.post('/api/account/reset', body, await pow())).toMatchObject({ status: 200 });
  expect(await test.anonymous.post('/api/account/reset', body, await pow())).toMatchObject({
    status: 400,
    body: { code: 'link_invalid' },
  });
  await waitUntilIdle();
  const latestMail = test.database.db
    .selectFrom('outbox_mails')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('pk');
  expect((await latestMail.execute()).at(-1)).toEqual({ subject: 'Your password was changed' });
});

it('lets users without a password choose one', async () => {
  const { email } = await createUser({ password_hash: null });
  const [mail] = await mailsAfter({ kind: 'reset', email });
  expect(mail?.subject).toBe('Choose a password');
});

it('sends nothing to disabled accounts, accounts without an address and users who opted out', async () => {
  const pending = await createUser({ email: null, pending_email: 'unconfirmed@example.org' });
  const disabled = await createUser({ is_active: false, pending_email: 'disabled@example.org' });
  const quiet = await createUser({ sign_in_mails: false });
  const stays = await createUser({ delete_at: null });
  const at = '2026-11-21T14:05:00Z';
  const mails = await mailsAfter(
    { kind: 'reset', email: 'nobody@example.org' },
    { kind: 'reset', email: 'unconfirmed@example.org' },
    // A username is not an address.
    { kind: 'reset', email: quiet.username },
    { kind: 'reset', email: disabled.email },
    { kind: 'verify', user: disabled.pk },
    { kind: 'verify', user: quiet.pk },
    { kind: 'verify', user: 2_000_000_000 },
    { kind: 'email_changed', user: disabled.pk, to: 'old@example.org' },
    { kind: 'password_changed', user: pending.pk },
    { kind: 'second_factor_changed', user: pending.pk, what: 'totp_off' },
    { kind: 'new_sign_in', user: quiet.pk, device: 'Firefox on Linux', at },
    { kind: 'deletion_scheduled', user: stays.pk, deleteAt: at },
  );
  expect(mails).toEqual([]);
});

it('notifies the confirmed or the old address of account changes', async () => {
  const { pk, email, username } = await createUser({ delete_at: new Date('2026-12-05T09:00:00Z') });
  const mails = await mailsAfter(
    { kind: 'password_changed', user: pk },
    { kind: 'email_changed', user: pk, to: 'old@example.org' },
    { kind: 'new_sign_in', user: pk, device: 'Firefox on Linux', at: '2026-11-21T14:05:00Z' },
    { kind: 'second_factor_changed', user: pk, what: 'passkey_added' },
    { kind: 'provider_linked', user: pk },
    { kind: 'provider_unlinked', user: pk },
    { kind: 'deletion_scheduled', user: pk, deleteAt: '2026-12-05T09:00:00Z' },
  );
  const bySubject = new Map(mails.map(({ recipient, subject, text }) => [subject, { recipient, text }]));
  expect([...bySubject.keys()].toSorted()).toMatchInlineSnapshot(`
    [
      "A passkey was added",
      "A way to log in was connected",
      "A way to log in was disconnected",
      "New log-in to your account",
      "Your account is going to be deleted",
      "Your email address was changed",
      "Your password was changed",
    ]
  `);
  expect(bySubject.get('Your email address was changed')?.recipient).toBe('old@example.org');
  for (const [subject, { recipient, text }] of bySubject) {
    if (subject !== 'Your email address was changed') expect(recipient).toBe(email);
    expect(text).toContain(username);
  }
  expect(bySubject.get('New log-in to your account')?.text).toContain('Firefox on Linux');
  expect(bySubject.get('A way to log in was connected')?.text).toContain('School');
  expect(bySubject.get('Your account is going to be deleted')?.text).toContain('5 December 2026, 09:00 UTC');
});

it('limits mails to five per hour and mailbox, ignoring the spelling, and logs a dropped mail without the address', async () => {
  const users = await Promise.all([1, 2, 3, 4].map((tag) => createUser({ email: `crowd+${tag}@example.org` })));
  const again = () => users.map(({ pk }) => ({ kind: 'password_changed' as const, user: pk }));
  expect(await mailsAfter(...again(), ...again())).toHaveLength(5);
  // Another kind has its own limit.
  const [first] = users;
  expect(await mailsAfter({ kind: 'provider_linked', user: first?.pk ?? 0 })).toHaveLength(1);
  const events = await test.database.db
    .selectFrom('audit_events')
    .select(['subject', 'data'])
    .where('action', '=', 'mail.dropped')
    .execute();
  expect(events).toHaveLength(3);
  expect(events[0]?.data).toEqual({ kind: 'password_changed' });
  expect(JSON.stringify(events)).not.toContain('example.org');
  test.clock.advance(3_601);
  expect(await mailsAfter({ kind: 'password_changed', user: first?.pk ?? 0 })).toHaveLength(1);
});

it('drops no reset link that could be requested, although the two limits have different windows', async () => {
  const { email } = await createUser();
  const reset = { kind: 'reset' as const, email };
  // Five can be requested per hour. After a full queue this window starts later than the window of the requests.
  expect(await mailsAfter(...Array.from({ length: 5 }, () => reset))).toHaveLength(5);
  expect(await mailsAfter(...Array.from({ length: 5 }, () => reset))).toHaveLength(5);
  expect(await mailsAfter(reset)).toHaveLength(0);
});

it('counts each change of the second factor separately', async () => {
  const { pk } = await createUser();
  const renewed = Array.from({ length: 6 }, () => ({
    kind: 'second_factor_changed' as const,
    user: pk,
    what: 'recovery_codes_renewed' as const,
  }));
  const mails = await mailsAfter(...renewed, { kind: 'second_factor_changed', user: pk, what: 'totp_off' });
  expect(mails).toHaveLength(6);
  expect(mails.map(({ subject }) => subject)).toContain('Two-factor authentication is off');
});

it('counts a mail once, regardless of its attempts', async () => {
  const { pk, email } = await createUser();
  const { db } = test.database;
  const delivered: string[] = [];
  let broken = true;
  let handler: ((mail: AccountMail, attempt: number) => Promise<void>) | undefined;
  handleAccountMails({
    config: readConfig({}),
    db,
    limiter: createRateLimiter({ db, clock: test.clock }),
    links: createLinks({ key: Buffer.alloc(32), clock: test.clock, publicUrl: 'https://learn.example.org' }),
    composeMail: async (kind, recipient, about) => fillTemplate(kind, recipient, about),
    jobs: { ...test.jobs, handle: (_, given) => (handler = given as unknown as typeof handler) },
    mailer: {
      deliver: async ({ to }) => {
        if (broken) throw new Error('The mail server is down.');
        delivered.push(to);
      },
      close: () => {},
    },
  });
  for (let attempt = 1; attempt <= 8; attempt++) {
    await expect(handler?.({ kind: 'password_changed', user: pk }, attempt)).rejects.toThrow('is down');
  }
  broken = false;
  await handler?.({ kind: 'password_changed', user: pk }, 9);
  expect(delivered).toEqual([email]);
});
