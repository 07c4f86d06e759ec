import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tampered } from '#testing/tampered';
import { createTestApp, type TestApp } from '#testing/test-app';
import { confirmEmail, type ErrorBody, linkFor, postWithWork, queuedMails, signUp, withToken } from './testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let number = 0;
async function newcomer(address?: string) {
  const username = `newcomer${++number}`;
  const email = address ?? `${username}@example.org`;
  const { body } = await signUp(test, { username, email });
  return { pk: body.user.pk, email, me: withToken(test, body.token.access) };
}

const verify = (link: { user_id: number | string; hmac: string }) =>
  test.anonymous.post<{ email?: string } & ErrorBody>('/api/account/verify', link);

async function emailOf(pk: number) {
  const columns = ['email', 'pending_email'] as const;
  return test.database.db.selectFrom('users').select(columns).where('pk', '=', pk).executeTakeFirstOrThrow();
}

describe('confirming an email address', () => {
  it('moves the pending address to the account after the link in the sign-up mail is opened', async () => {
    const { pk, email } = await newcomer();
    expect(await queuedMails(test, { user: pk })).toEqual([{ kind: 'verify', user: pk }]);
    const link = await linkFor(test, 'verify', pk);
    expect(await verify({ ...link, user_id: String(pk) })).toMatchObject({ status: 200, body: { email } });
    expect(await emailOf(pk)).toEqual({ email, pending_email: null });
    expect(await queuedMails(test, { user: pk })).toHaveLength(1); // no mail to an old address: there was none
  });

  it('returns the same answer for a link that was already used, also concurrently', async () => {
    const { pk, email } = await newcomer();
    const link = await linkFor(test, 'verify', pk, 600);
    const answers = await Promise.all([verify(link), verify(link), verify(link)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { email } });
    test.clock.advance(601);
    expect(await verify(link)).toMatchObject({ status: 200, body: { email } });
    const events = await test.database.db
      .selectFrom('audit_events')
      .select('pk')
      .where('actor_pk', '=', pk)
      .where('action', '=', 'account.email_confirmed')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('notifies the old address of a change, and invalidates the first link after the second', async () => {
    const { pk, email } = await newcomer();
    const first = await linkFor(test, 'verify', pk);
    await verify(first);
    await test.database.db
      .updateTable('users')
      .set({ pending_email: 'new@example.org' })
      .where('pk', '=', pk)
      .execute();
    const second = await linkFor(test, 'verify', pk);
    expect((await verify(second)).body.email).toBe('new@example.org');
    expect(await queuedMails(test, { user: pk })).toContainEqual({ kind: 'email_changed', user: pk, to: email });
    expect((await verify(second)).body.email).toBe('new@example.org');
    expect((await verify(first)).body.code).toBe('link_invalid');
  });

  it('rejects links that are expired, altered, or for another account, address or purpose', async () => {
    const { pk, email } = await newcomer();
    const stranger = await newcomer();
    const link = await linkFor(test, 'verify', pk);
    const bad = [
      { ...link, user_id: stranger.pk },
      { ...link, user_id: 2_000_000_000 },
      { ...link, hmac: tampered(link.hmac) },
      { ...link, hmac: 'rubbish' },
      await linkFor(test, 'reset', pk),
    ];
    for (const one of bad) expect((await verify(one)).body.code).toBe('link_invalid');
    expect(await emailOf(pk)).toEqual({ email: null, pending_email: email });
    const old = await linkFor(test, 'verify', pk, 60);
    test.clock.advance(60);
    expect((await verify(old)).body).toMatchObject({
      code: 'link_expired',
      msg: expect.stringContaining('have a new one sent'),
    });
    await test.database.db
      .updateTable('users')
      .set({ pending_email: 'else@example.org' })
      .where('pk', '=', pk)
      .execute();
    expect((await verify(link)).body.code).toBe('link_invalid');
    expect((await test.anonymous.post('/api/account/verify', { user_id: -1, hmac: '' })).status).toBe(400);
  });

  it('gives an address to only one of two accounts', async () => {
    const one = await newcomer('shared@example.org');
    const two = await newcomer('Shared@Example.org');
    const links = await Promise.all([linkFor(test, 'verify', one.pk), linkFor(test, 'verify', two.pk)]);
    const answers = await Promise.all(links.map(verify));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body.code).toBe('email_taken');
  });
});

describe('resending the confirmation link', () => {
  const path = '/api/account/resend_verification';

  it('is limited to five times an hour', async () => {
    const { pk, me } = await newcomer();
    expect((await me.post<ErrorBody>(path, {})).body.code).toBe('pow_required');
    for (let i = 0; i < 5; i++) expect((await postWithWork(test, path, {}, me)).status).toBe(200);
    expect((await postWithWork(test, path, {}, me)).status).toBe(429);
    expect(await queuedMails(test, { user: pk })).toHaveLength(6);
    expect((await postWithWork(test, path, {})).body.code).toBe('token_missing');
  });

  it('is rejected when no address is pending', async () => {
    const { pk, me, email } = await newcomer();
    await confirmEmail(test, pk, email);
    expect(await postWithWork(test, path, {}, me)).toMatchObject({ status: 409, body: { code: 'already_done' } });
    expect(await queuedMails(test, { user: pk })).toHaveLength(1);
  });

  it('limits mails to one address across all accounts that enter it', async () => {
    const accounts = [];
    for (let i = 0; i < 7; i++) accounts.push(await newcomer('victim@example.org'));
    const mails = await Promise.all(accounts.map(({ pk }) => queuedMails(test, { user: pk })));
    expect(mails.flat()).toHaveLength(5);
    expect(await emailOf(accounts[6]?.pk ?? 0)).toEqual({ email: null, pending_email: 'victim@example.org' });
  });
});
