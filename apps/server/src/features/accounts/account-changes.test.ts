import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointAnswer } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import {
  confirmEmail,
  type ErrorBody,
  goodPassword,
  logIn,
  postWithWork,
  queuedMails,
  signUp,
  withToken,
} from './testing.ts';
import { findUserByPk } from './users.read-model.ts';
import { setPassword } from './users.store.ts';

type Account = EndpointAnswer<'POST /api/account/user'>;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function member(username: string, email?: string) {
  const { body } = await signUp(test, { username });
  if (email) await confirmEmail(test, body.user.pk, email);
  const me = withToken(test, body.token.access);
  const change = (changes: Record<string, unknown>) =>
    postWithWork<Account>(test, '/api/account/user', { password: goodPassword, ...changes }, me);
  return { pk: body.user.pk, token: body.token, me, change };
}

const giveSlug = (pk: number, profile_slug: string) =>
  test.database.db.updateTable('users').set({ profile_slug }).where('pk', '=', pk).execute();

describe('account changes', () => {
  it('require a session, a proof of work and the password', async () => {
    const { me, change } = await member('careful');
    expect((await postWithWork(test, '/api/account/user', { username: 'x2' })).body.code).toBe('token_missing');
    expect((await me.post<ErrorBody>('/api/account/user', { username: 'x2', password: goodPassword })).body.code).toBe(
      'pow_required',
    );
    const without = await change({ username: 'x2', password: undefined });
    expect(without.body).toMatchObject({ code: 'wrong_password', fields: { password: 'Enter your password.' } });
    expect((await change({ username: 'x2', password: 'wrong' })).body.code).toBe('wrong_password');
    expect((await change({ username: '-x', password: goodPassword })).body.fields).toHaveProperty('username');
    expect((await change({})).body.user.username).toBe('careful');
  });

  it('are limited to ten wrong passwords, per session', async () => {
    const { change } = await member('probed');
    for (let i = 0; i < 10; i++) expect((await change({ password: `wrong${i}` })).body.code).toBe('wrong_password');
    expect((await change({ username: 'x3' })).status).toBe(429);
    const other = await logIn(test, { username: 'probed' });
    const otherSession = withToken(test, other.body.token.access);
    const body = { username: 'probed3', password: goodPassword };
    expect((await postWithWork<Account>(test, '/api/account/user', body, otherSession)).body.user.username).toBe(
      'probed3',
    );
  });

  it('stay available to the owner after a thief with a stolen session used up its attempts', async () => {
    const { change: changeAsThief } = await member('robbed');
    for (let i = 0; i < 20; i++) await changeAsThief({ password: 'wrong' });
    const owner = await logIn(test, { username: 'robbed' });
    const body = { new_password: 'harbour pepper 42 anvil', password: goodPassword };
    const otherSession = withToken(test, owner.body.token.access);
    expect((await postWithWork(test, '/api/account/user', body, otherSession)).status).toBe(200);
  });
});

it('rejects a change whose session ends at the same time, for example by a password reset', async () => {
  const { pk, change } = await member('overtaken');
  const { answer } = await test.database.db.transaction().execute(async (tx) => {
    await setPassword(tx, pk, 'what the owner has chosen by the link');
    // Sent while the owner's reset holds the lock: the call still accepts the old password, then waits for the reset.
    const answer = change({ username: 'taken-over', new_password: 'harbour pepper 42 anvil' });
    await Promise.race([answer, sleep(1_000)]);
    return { answer };
  });
  expect((await answer).body.code).toBe('session_ended');
  const row = await findUserByPk(test.database.db, pk);
  expect(row).toMatchObject({ username: 'overtaken', password_hash: 'what the owner has chosen by the link' });
});

describe('username change', () => {
  it('updates a slug that was derived from the name and keeps a chosen slug', async () => {
    const { pk, change } = await member('Before');
    const renamed = await change({ username: 'After' });
    expect(renamed.body.user).toMatchObject({ username: 'After', account: { public_profile: { slug: 'after' } } });
    expect((await change({ username: 'AFTER' })).body.user.username).toBe('AFTER');
    await giveSlug(pk, 'my-own');
    expect((await change({ username: 'Later' })).body.user.account.public_profile.slug).toBe('my-own');
    expect((await logIn(test, { username: 'later' })).status).toBe(200);
    expect((await signUp(test, { username: 'before' })).status).toBe(200);
  });

  it("is rejected for a reserved name, a taken name and another account's slug", async () => {
    const other = await member('sluggish');
    await giveSlug(other.pk, 'Fancy');
    const follows = await member('wisher');
    const chosen = await member('chooser');
    await giveSlug(chosen.pk, 'own-slug');
    for (const { pk, me, change } of [follows, chosen]) {
      for (const username of ['SLUGGISH', 'fancy', 'Admin', 'hex-pedition', 'no_reply']) {
        const answer = await change({ username });
        expect(answer.body).toMatchObject({ code: 'username_taken', fields: { username: expect.any(String) } });
      }
      const { body } = await me.get<Account>('/api/account/details');
      expect(body.user).toMatchObject({ pk, username: pk === follows.pk ? 'wisher' : 'chooser' });
    }
    for (const username of ['fancy', 'root', 'SUPPORT']) {
      expect((await signUp(test, { username })).body.code).toBe('username_taken');
    }
  });

  it('succeeds for one of two accounts that request the same name at once', async () => {
    const [one, two] = await Promise.all([member('rival1'), member('rival2')]);
    const answers = await Promise.all([one.change({ username: 'Prize' }), two.change({ username: 'prize' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('username_taken');
  });
});

describe('email change', () => {
  it('stays pending until confirmed, and queues a confirmation mail', async () => {
    const { pk, change } = await member('mover', 'old@example.org');
    const { body } = await change({ email: 'new@example.org' });
    expect(body.user).toMatchObject({ email: 'old@example.org', pending_email: 'new@example.org' });
    expect(await queuedMails(test, { user: pk })).toEqual([{ kind: 'verify', user: pk }]);
    await change({ email: 'New@example.org' });
    expect(await queuedMails(test, { user: pk })).toHaveLength(1); // the mail is already queued
    const unchanged = await change({ email: 'OLD@example.org' });
    expect(unchanged.body.user).toMatchObject({ email: 'old@example.org', pending_email: null });
  });

  it('does not reveal whether another account has the address', async () => {
    await member('holder', 'held@example.org');
    const { change } = await member('prober');
    const held = await change({ email: 'held@example.org' });
    const free = await change({ email: 'free@example.org' });
    expect([held.status, held.body.user.pending_email]).toEqual([200, 'held@example.org']);
    expect([free.status, free.body.user.pending_email]).toEqual([200, 'free@example.org']);
  });
});

describe('password change', () => {
  it('keeps this session, ends the others and notifies the owner', async () => {
    const { pk, me, token, change } = await member('renewer', 'renewer@example.org');
    const other = await logIn(test, { username: 'renewer' });
    expect((await change({ new_password: 'password1234' })).body.code).toBe('weak_password');
    expect((await change({ new_password: 'harbour pepper 42 anvil' })).status).toBe(200);
    expect((await me.get('/api/account/details')).status).toBe(200);
    expect((await test.anonymous.post('/api/account/refresh_token', { refresh: token.refresh })).status).toBe(200);
    const otherSession = withToken(test, other.body.token.access);
    expect((await otherSession.get('/api/account/details')).body.code).toBe('session_ended');
    expect((await logIn(test, { username: 'renewer' })).body.code).toBe('invalid_credentials');
    expect((await logIn(test, { username: 'renewer', password: 'harbour pepper 42 anvil' })).status).toBe(200);
    expect(await queuedMails(test, { user: pk })).toContainEqual({ kind: 'password_changed', user: pk });
  });

  it('is not applied if the username in the same call is taken', async () => {
    await member('occupied');
    const { change } = await member('greedy');
    const answer = await change({ username: 'occupied', new_password: 'harbour pepper 42 anvil' });
    expect(answer.body.code).toBe('username_taken');
    expect((await logIn(test, { username: 'greedy' })).status).toBe(200);
  });

  it('needs no old password for an account without one, if the session is recent', async () => {
    const { pk, change } = await member('providerless');
    const choose = () => change({ password: undefined, new_password: 'harbour pepper 42 anvil' });
    const removePassword = () =>
      test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', pk).execute();
    await removePassword();
    expect((await choose()).body.user.account.has_password).toBe(true);
    await removePassword();
    const created_at = new Date(test.clock.now().getTime() - 901_000);
    await test.database.db.updateTable('sessions').set({ created_at }).where('user_pk', '=', pk).execute();
    expect(await choose()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  });
});

describe('account settings', () => {
  it('change only the given fields', async () => {
    const me = await test.as();
    const settings = async (body: object) =>
      (await me.post<Account>('/api/account/settings', body)).body.user.account.settings;
    expect(await settings({})).toEqual({
      listed: true,
      sign_in_mails: true,
      announcement_mails: true,
      shortcuts: true,
    });
    expect(await settings({ shortcuts: false })).toEqual({
      listed: true,
      sign_in_mails: true,
      announcement_mails: true,
      shortcuts: false,
    });
    expect(await settings({ listed: false, sign_in_mails: false, is_superuser: true, beta_access: true })).toEqual({
      listed: false,
      sign_in_mails: false,
      announcement_mails: true,
      shortcuts: false,
    });
    const { body } = await me.get<Account>('/api/account/details');
    expect(body.user).toMatchObject({ is_superuser: false, account: { beta_access: false } });
    expect((await me.post('/api/account/settings', { listed: 'maybe' })).status).toBe(400);
    expect((await test.anonymous.post('/api/account/settings', {})).body.code).toBe('token_missing');
  });
});

it('returns the IP address of a visitor', async () => {
  const answer = await test.app.inject({ url: '/api/account/ip', remoteAddress: '203.0.113.7' });
  expect(answer.json()).toEqual({ ip: '203.0.113.7' });
});
