import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimiter } from '#platform/http/rate-limit';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createAccessTokens } from './access-token.ts';
import { IdentityCache } from './identity-cache.ts';
import { createLogin } from './login.service.ts';
import { hashPassword } from './passwords.ts';
import { createSessionService } from './sessions.service.ts';
import { confirmEmail, goodPassword, logIn, queuedMails, signUp } from './testing.ts';
import { createPresentUser } from './users.presenter.ts';
import { setPassword } from './users.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const wrong = 'wrong wrong wrong';

describe('wrong passwords for one username', () => {
  const guess = (username: string, host: number, password = wrong, headers = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/account/login',
      remoteAddress: `10.1.0.${host}`,
      headers,
      payload: { username, password },
    });

  async function guessTwentyTimes(username: string) {
    for (let i = 0; i < 20; i++) {
      const answer = await guess(i % 2 ? username : username.toUpperCase(), 1 + (i >> 2));
      expect(answer.json().code).toBe('invalid_credentials');
    }
  }

  it('require a proof of work from every network, and do not lock the account', async () => {
    await signUp(test, { username: 'besieged' });
    await guessTwentyTimes('besieged');
    expect((await guess('besieged', 200, goodPassword)).json().code).toBe('pow_required');
    const foreignProof = { 'x-pow': await solvePow(test.anonymous, '/api/account/signup') };
    expect((await guess('besieged', 200, goodPassword, foreignProof)).json().code).toBe('pow_invalid');
    const proof = { 'x-pow': await solvePow(test.anonymous, '/api/account/login') };
    expect((await guess('besieged', 200, wrong, proof)).json().code).toBe('invalid_credentials');
    expect((await guess('besieged', 200, goodPassword, proof)).json().code).toBe('pow_invalid');
    const secondProof = { 'x-pow': await solvePow(test.anonymous, '/api/account/login') };
    expect((await guess('besieged', 200, goodPassword, secondProof)).statusCode).toBe(200);
    test.clock.advance(901);
    expect((await guess('besieged', 200, goodPassword)).statusCode).toBe(200);
  });

  it('are counted for names without an account', async () => {
    await guessTwentyTimes('phantom');
    expect((await guess('phantom', 201)).json().code).toBe('pow_required');
    expect((await guess('phantom2', 201)).json().code).toBe('invalid_credentials');
  });

  it('are counted; correct passwords are not', async () => {
    await signUp(test, { username: 'frequent' });
    for (let i = 0; i < 22; i++) expect((await guess('frequent', 100 + (i >> 2), goodPassword)).statusCode).toBe(200);
  });
});

describe('attacker in the same network', () => {
  const neighbour = '10.2.0.1';
  const post = (path: string, payload: object, headers = {}) =>
    test.app.inject({ method: 'POST', url: path, remoteAddress: neighbour, headers, payload });
  const ask = async (path: string) => {
    const query = new URLSearchParams({ method: 'POST', path });
    return test.app.inject({ url: `/api/account/pow?${query}`, remoteAddress: neighbour });
  };
  const prove = async (path: string) => ({
    'x-pow': await solvePow(test.anonymous, path, async () => (await ask(path)).json()),
  });

  it('cannot lock the owner out with wrong passwords', async () => {
    await signUp(test, { username: 'classmate' });
    const login = '/api/account/login';
    const codes: string[] = [];
    for (let i = 0; i < 110; i++)
      codes.push((await post(login, { username: 'classmate', password: wrong })).json().code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(8);
    expect(codes.filter((code) => code === 'pow_required')).toHaveLength(102);
    const owner = { username: 'classmate', password: goodPassword };
    expect((await post(login, owner, await prove(login))).statusCode).toBe(200);
  });

  it('cannot stop others from logging in, signing up or resetting a password', async () => {
    await signUp(test, { username: 'bystander' });
    await signUp(test, { username: 'mistaken' });
    for (let i = 0; i < 208; i++) await post('/api/account/login', { username: `name${i}`, password: wrong });
    const paths = ['/api/account/login', '/api/account/signup', '/api/account/reset'];
    for (const path of paths) {
      for (let i = 0; i < 210; i++) expect((await ask(path)).statusCode).toBe(200);
    }
    // A name without wrong passwords needs no proof. After one wrong password it does, and can log in with a proof.
    const bystander = { username: 'bystander', password: goodPassword };
    expect((await post('/api/account/login', bystander)).statusCode).toBe(200);
    const mistaken = { username: 'mistaken', password: goodPassword };
    await post('/api/account/login', { ...mistaken, password: wrong });
    expect((await post('/api/account/login', mistaken)).json().code).toBe('pow_required');
    expect((await post('/api/account/login', mistaken, await prove('/api/account/login'))).statusCode).toBe(200);
    const newcomer = { username: 'newcomer', password: goodPassword };
    expect((await post('/api/account/signup', newcomer, await prove('/api/account/signup'))).statusCode).toBe(200);
    const reset = await post('/api/account/reset', { email: 'a@example.org' }, await prove('/api/account/reset'));
    expect(reset.statusCode).toBe(200);
  }, 60_000);
});

describe('second factor', () => {
  /** Accepts 123456 once. */
  function createTestLogin(test: TestApp) {
    const { clock, database, secrets } = test;
    const { db } = database;
    const tokens = createAccessTokens(Buffer.alloc(32, 'access-token'), clock);
    const good = new Set(['123456']);
    const login = createLogin({
      db,
      secrets,
      limiter: createRateLimiter({ db, clock }),
      sessions: createSessionService({
        ...{ db, clock, tokens, queueMail: async () => {} },
        readOpenAccess: async () => ({ freeTier: 0, preview: null }),
        presentUser: createPresentUser(null),
        identities: new IdentityCache(0),
      }),
      secondFactor: { accept: async (_tx, _userPk, code) => good.delete(code) },
    });
    return (username: string, code?: string, password = goodPassword) =>
      login.open({ username, password, code }, { userAgent: 'curl/8', network: '10.0.0.1' }).then(
        () => 'open',
        (error: { code: string }) => error.code,
      );
  }

  async function createProtectedUser(username: string) {
    const { body } = await signUp(test, { username });
    await test.database.db
      .insertInto('totp_secrets')
      .values({ user_pk: body.user.pk, secret: Buffer.alloc(40), confirmed_at: new Date() })
      .execute();
    return body.user.pk;
  }

  it('is requested only after the correct password', async () => {
    await createProtectedUser('guarded');
    expect(await logIn(test, { username: 'guarded' })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required', msg: expect.stringContaining('recovery code') },
    });
    expect((await logIn(test, { username: 'guarded', password: wrong })).body.code).toBe('invalid_credentials');
    const both = await logIn(test, { username: 'guarded', password: wrong, code: '123456' });
    expect(both.body.code).toBe('invalid_credentials');
    const code = await logIn(test, { username: 'guarded', code: '000000' });
    expect(code).toMatchObject({
      status: 400,
      body: { code: 'second_factor_wrong', fields: { code: expect.any(String) } },
    });
  });

  it('opens a session when it is correct, and is not requested for accounts without one', async () => {
    await createProtectedUser('twofold');
    await signUp(test, { username: 'onefold' });
    const open = createTestLogin(test);
    expect(await open('twofold')).toBe('second_factor_required');
    expect(await open('twofold', '654321')).toBe('second_factor_wrong');
    expect(await open('twofold', '123456')).toBe('open');
    expect(await open('twofold', '123456')).toBe('second_factor_wrong');
    expect(await open('onefold')).toBe('open');
    expect(await open('onefold', '654321')).toBe('open');
  });

  it('opens one session for two concurrent logins with the same code', async () => {
    const pk = await createProtectedUser('twicefold');
    const open = createTestLogin(test);
    const answers = await Promise.all([open('twicefold', '123456'), open('twicefold', '123456')]);
    expect(answers.sort()).toEqual(['open', 'second_factor_wrong']);
    const sessions = await test.database.db.selectFrom('sessions').select('pk').where('user_pk', '=', pk).execute();
    expect(sessions).toHaveLength(2); // one from the sign-up, one from the login
  });

  it('cannot be guessed by many concurrent attempts or by a few per hour for weeks', async () => {
    const pk = await createProtectedUser('patient');
    const open = createTestLogin(test);
    const guess = () => Promise.all(Array.from({ length: 25 }, (_, i) => open('patient', `1000${10 + i}`)));
    let wrongCodes = 0;
    for (let hour = 0; hour < 8; hour++) {
      const wrong = (await guess()).filter((answer) => answer === 'second_factor_wrong').length;
      expect(wrong).toBeLessThanOrEqual(20);
      wrongCodes += wrong;
      test.clock.advance(3_601);
    }
    expect(wrongCodes).toBe(100);
    expect(await open('patient', '123456')).toBe('too_many_requests');
    const hash = await hashPassword('harbour pepper 42 anvil');
    await test.database.db.transaction().execute((tx) => setPassword(tx, pk, hash));
    expect(await open('patient', '123456', 'harbour pepper 42 anvil')).toBe('open');
  });

  it('cannot be guessed by an attacker who resets the password for new attempts', async () => {
    const pk = await createProtectedUser('resetter');
    const open = createTestLogin(test);
    const { db } = test.database;
    const key = `login-wrong-codes-account:${pk}`;
    let last = goodPassword;
    const reset = async () => {
      last = `${last} anvil`;
      const hash = await hashPassword(last);
      await db.transaction().execute((tx) => setPassword(tx, pk, hash));
    };
    for (let i = 0; i < 3; i++) {
      expect(await open('resetter', '000000', last)).toBe('second_factor_wrong');
      await reset();
    }
    const counted = await db.selectFrom('rate_limits').select('hits').where('key', '=', key).execute();
    expect(counted).toEqual([{ hits: 3 }]);
    await db.updateTable('rate_limits').set({ hits: 300 }).where('key', '=', key).execute();
    await reset();
    expect(await open('resetter', '123456', last)).toBe('too_many_requests');
    test.clock.advance(7 * 86_400 + 1);
    expect(await open('resetter', '123456', last)).toBe('open');
  });

  it('blocks an attacker who has the password, until a new password is set', async () => {
    const pk = await createProtectedUser('guessed2');
    const open = createTestLogin(test);
    for (let i = 0; i < 20; i++) expect(await open('guessed2', `00000${i}`)).toBe('second_factor_wrong');
    expect(await open('guessed2', '123456')).toBe('too_many_requests');
    const hash = await hashPassword('harbour pepper 42 anvil');
    await test.database.db.transaction().execute((tx) => setPassword(tx, pk, hash));
    expect(await open('guessed2', '123456', 'harbour pepper 42 anvil')).toBe('open');
  });
});

describe('log-in', () => {
  it('accepts the confirmed address in any case, but not a pending one', async () => {
    const { body } = await signUp(test, { username: 'postal', email: 'Postal@Example.org' });
    expect((await logIn(test, { username: 'postal@example.org' })).body.code).toBe('invalid_credentials');
    await confirmEmail(test, body.user.pk, 'Postal@Example.org');
    expect((await logIn(test, { username: 'pOSTAL@example.org' })).status).toBe(200);
  });

  it('is possible while the account is scheduled for deletion', async () => {
    const { body } = await signUp(test, { username: 'leaving' });
    const delete_at = new Date(test.clock.now().getTime() + 86_400_000);
    await test.database.db.updateTable('users').set({ delete_at }).where('pk', '=', body.user.pk).execute();
    const answer = await logIn(test, { username: 'leaving' });
    expect(answer.body.user.account.delete_at).toBe(delete_at.toISOString());
  });

  it('queues a mail about a new device, if the account has an address and wants these mails', async () => {
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const newer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0' };
    const phone = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' };
    const { body } = await signUp(test, { username: 'traveller' });
    const user = body.user.pk;
    await logIn(test, { username: 'traveller' }, phone);
    expect(await queuedMails(test, { user })).toEqual([]); // there is no address yet
    await confirmEmail(test, user, 'traveller@example.org');
    await logIn(test, { username: 'traveller' }, firefox);
    await logIn(test, { username: 'traveller' }, newer);
    await logIn(test, { username: 'traveller' }, phone);
    const at = test.clock.now().toISOString();
    expect(await queuedMails(test, { user })).toEqual([{ kind: 'new_sign_in', user, device: 'Firefox on Linux', at }]);
    await test.database.db.updateTable('users').set({ sign_in_mails: false }).where('pk', '=', user).execute();
    await logIn(test, { username: 'traveller' }, { 'user-agent': 'curl/8' });
    expect(await queuedMails(test, { user })).toHaveLength(1);
  });
});
