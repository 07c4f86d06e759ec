import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tampered } from '#testing/tampered';
import { createTestApp, type TestApp } from '#testing/test-app';
import { confirmEmail, linkFor, logIn, postWithWork, queuedMails, signUp, withToken } from './testing.ts';

const path = '/api/account/reset';
const newPassword = 'harbour pepper 42 anvil';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let number = 0;
async function member() {
  const username = `member${++number}`;
  const { body } = await signUp(test, { username });
  await confirmEmail(test, body.user.pk, `${username}@example.org`);
  return { pk: body.user.pk, username, email: `${username}@example.org`, token: body.token };
}

const use = (link: { user_id: number; hmac: string }, password = newPassword) =>
  postWithWork(test, path, { ...link, password });

describe('requesting a reset link', () => {
  it('queues the same job and answers the same for known and unknown addresses', async () => {
    const { email } = await member();
    const known = await postWithWork(test, path, { email });
    const unknown = await postWithWork(test, path, { email: 'Nobody@example.org' });
    expect(known).toMatchObject({ status: 200, body: {} });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await queuedMails(test, { email })).toEqual([{ kind: 'reset', email }]);
    expect(await queuedMails(test, { email: 'nobody@example.org' })).toEqual([
      { kind: 'reset', email: 'nobody@example.org' },
    ]);
  });

  it('requires a proof of work for the request and for the reset', async () => {
    const { email, pk } = await member();
    expect((await test.anonymous.post(path, { email })).body.code).toBe('pow_required');
    const link = await linkFor(test, 'reset', pk);
    expect((await test.anonymous.post(path, { ...link, password: newPassword })).body.code).toBe('pow_required');
    expect((await use(link)).status).toBe(200);
  });

  it('is limited per mailbox without an error', async () => {
    const email = 'flooded@example.org';
    for (let i = 0; i < 7; i++) expect((await postWithWork(test, path, { email })).status).toBe(200);
    expect(await queuedMails(test, { email })).toHaveLength(5);
    test.clock.advance(3_601);
    expect((await postWithWork(test, path, { email: email.toUpperCase() })).status).toBe(200);
    expect(await queuedMails(test, { email })).toHaveLength(6);
  });

  it('rejects invalid addresses', async () => {
    expect(await postWithWork(test, path, { email: 'nope' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect((await postWithWork(test, path, {})).status).toBe(400);
    expect((await postWithWork(test, path, { user_id: 'x', hmac: 3, password: newPassword })).status).toBe(400);
  });
});

describe('reset link', () => {
  it('sets the password, ends every session and notifies the owner', async () => {
    const { pk, username, token } = await member();
    const other = await logIn(test, { username });
    expect(await use(await linkFor(test, 'reset', pk))).toMatchObject({ status: 200, body: {} });
    for (const { access, refresh } of [token, other.body.token]) {
      expect((await withToken(test, access).get('/api/account/details')).body.code).toBe('session_ended');
      const again = await test.anonymous.post('/api/account/refresh_token', { refresh });
      expect(again.body.code).toBe('session_ended');
    }
    expect((await logIn(test, { username })).body.code).toBe('invalid_credentials');
    expect((await logIn(test, { username, password: newPassword })).status).toBe(200);
    expect(await queuedMails(test, { user: pk })).toContainEqual({ kind: 'password_changed', user: pk });
    const events = await test.database.db
      .selectFrom('audit_events')
      .select('action')
      .where('actor_pk', '=', pk)
      .execute();
    expect(events).toContainEqual({ action: 'account.password_reset' });
  });

  it('works once, also when used twice at the same moment', async () => {
    const { pk, username } = await member();
    const link = await linkFor(test, 'reset', pk);
    const [one, two] = await Promise.all([use(link, 'first pepper 42 anvil'), use(link, 'second pepper 42 anvil')]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    expect(one.status === 200 ? two.body.code : one.body.code).toBe('link_invalid');
    const winner = one.status === 200 ? 'first pepper 42 anvil' : 'second pepper 42 anvil';
    expect((await logIn(test, { username, password: winner })).status).toBe(200);
    expect((await use(link)).body).toMatchObject({
      code: 'link_invalid',
      msg: expect.stringContaining('Ask for a new one'),
    });
  });

  it('stays valid after a weak password was rejected', async () => {
    const { pk, username } = await member();
    const link = await linkFor(test, 'reset', pk);
    const weak = await use(link, `${username}${username}`);
    expect(weak.body).toMatchObject({ code: 'weak_password', fields: { password: expect.any(String) } });
    expect((await use(link)).status).toBe(200);
  });

  it('expires with age and when the password or the address changes', async () => {
    const { pk } = await member();
    const link = await linkFor(test, 'reset', pk);
    await confirmEmail(test, pk, 'moved@example.org');
    expect((await use(link)).body.code).toBe('link_invalid');
    const old = await linkFor(test, 'reset', pk, 600);
    test.clock.advance(600);
    expect((await use(old)).body).toMatchObject({
      code: 'link_expired',
      msg: expect.stringContaining('Ask for a new one'),
    });
  });

  it('is rejected if it is altered, for another account or purpose, or for an unknown account', async () => {
    const { pk, username } = await member();
    const stranger = await member();
    await test.database.db.updateTable('users').set({ pending_email: 'p@example.org' }).where('pk', '=', pk).execute();
    const link = await linkFor(test, 'reset', pk);
    const { hmac } = link;
    const longer = Buffer.from(hmac, 'base64url');
    longer[5] = (longer[5] ?? 0) + 1;
    const bad = [
      { ...link, user_id: stranger.pk },
      { ...link, user_id: 2_000_000_000 },
      { ...link, hmac: tampered(hmac) },
      { ...link, hmac: longer.toString('base64url') },
      { ...link, hmac: `${hmac}=` },
      { ...link, hmac: 'rubbish' },
      await linkFor(test, 'verify', pk),
    ];
    for (const one of bad) expect((await use(one)).body.code).toBe('link_invalid');
    expect((await logIn(test, { username })).status).toBe(200);
    expect((await use(link)).status).toBe(200);
  });

  it('does not work for an account without a confirmed address or a disabled account', async () => {
    const { body } = await signUp(test, { username: 'unconfirmed', email: 'un@example.org' });
    expect((await use(await linkFor(test, 'reset', body.user.pk))).body.code).toBe('link_invalid');
    const { pk, username } = await member();
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', pk).execute();
    expect((await use(await linkFor(test, 'reset', pk))).body.code).toBe('link_invalid');
    expect((await logIn(test, { username })).body.code).toBe('user_disabled');
  });

  it('does not bypass the second factor', async () => {
    const { pk, username } = await member();
    const secret = { user_pk: pk, secret: Buffer.alloc(40), confirmed_at: new Date() };
    await test.database.db.insertInto('totp_secrets').values(secret).execute();
    expect((await use(await linkFor(test, 'reset', pk))).status).toBe(200);
    expect((await logIn(test, { username, password: newPassword })).body.code).toBe('second_factor_required');
  });

  it('sets the first password of an account created through the provider', async () => {
    const { pk, username } = await member();
    await test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', pk).execute();
    expect((await logIn(test, { username })).body.code).toBe('invalid_credentials');
    expect((await use(await linkFor(test, 'reset', pk))).status).toBe(200);
    expect((await logIn(test, { username, password: newPassword })).status).toBe(200);
  });
});
