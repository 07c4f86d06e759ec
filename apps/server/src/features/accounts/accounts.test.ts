import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';
import { setPassword } from './users.store.ts';

const signupPath = '/api/account/signup';
const password = 'lantern gravel otter 9';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function signup(body: Record<string, unknown>, pow?: string) {
  return test.anonymous.post<SignedIn & { code?: string; fields?: Record<string, string> }>(signupPath, body, {
    'x-pow': pow ?? (await solvePow(test.anonymous, signupPath)),
  });
}

describe('sign-up', () => {
  it('creates an account, opens a session and keeps the email pending', async () => {
    const answer = await signup({ username: 'Mara', email: 'mara@example.org', password });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      username: 'Mara',
      email: null,
      pending_email: 'mara@example.org',
      is_superuser: false,
    });
    const details = await test.anonymous.get('/api/account/details');
    expect(details).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    const own = await callWith(answer.body.token.access);
    expect(own).toMatchObject({ statusCode: 200 });
  });

  it('accepts each proof of work once, only for its own call and before it expires', async () => {
    const pow = await solvePow(test.anonymous, signupPath);
    const body = (username: string) => ({ username, password });
    expect((await test.anonymous.post(signupPath, body('nopow'))).body.code).toBe('pow_required');
    expect((await signup(body('first'), pow)).status).toBe(200);
    expect((await signup(body('second'), pow)).body.code).toBe('pow_invalid');
    expect((await signup(body('third'), await solvePow(test.anonymous, '/api/account/reset'))).body.code).toBe(
      'pow_invalid',
    );
    expect((await signup(body('fourth'), 'bm90IGpzb24')).body.code).toBe('pow_invalid');
    const altered = JSON.parse(Buffer.from(await solvePow(test.anonymous, signupPath), 'base64url').toString());
    altered.challenge.parameters.expiresAt += 3600;
    expect((await signup(body('fifth'), Buffer.from(JSON.stringify(altered)).toString('base64url'))).body.code).toBe(
      'pow_invalid',
    );
  });

  it('reports the problem of each field', async () => {
    const short = await signup({ username: '-x', email: 'nope', password: 'short' });
    expect(short.body.fields).toEqual({
      username: expect.stringContaining('2 to 24'),
      email: expect.any(String),
      password: 'Use at least 10 characters.',
    });
    expect((await signup({ username: 'weak', password: 'password1234' })).body.code).toBe('weak_password');
    expect((await signup({ username: 'marathoner', password: 'marathoner1' })).body.code).toBe('weak_password');
  });

  it('gives a name to only one of several concurrent sign-ups, ignoring case', async () => {
    const names = ['Twin', 'twin', 'TWIN', 'tWin'];
    const answers = await Promise.all(names.map((username) => signup({ username, password })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer.body).toMatchObject({ code: 'username_taken', fields: { username: expect.any(String) } });
    }
  });

  it('can be closed', async () => {
    const closed = await createTestApp({ register: 'closed' });
    const pow = await solvePow(closed.anonymous, signupPath);
    const answer = await closed.anonymous.post(signupPath, { username: 'late', password }, { 'x-pow': pow });
    await closed.close();
    expect(answer).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
  });
});

describe('log-in', () => {
  it('ignores the case of the username, and answers the same for a wrong password and a missing account', async () => {
    await signup({ username: 'Nils', password });
    const login = (username: string, word: string) =>
      test.anonymous.post('/api/account/login', { username, password: word });
    expect((await login('nILS', password)).status).toBe(200);
    const wrong = await login('Nils', 'lantern gravel otter 8');
    const missing = await login('nobody-here', password);
    expect(wrong.status).toBe(400);
    expect(missing.body).toEqual(wrong.body);
  });

  it('opens no session with a password that is changed at the same moment', async () => {
    const { body } = await signup({ username: 'changed', password });
    const login = await test.database.db.transaction().execute(async (tx) => {
      await setPassword(tx, body.user.pk, 'another hash');
      const answer = test.anonymous.post('/api/account/login', { username: 'changed', password });
      // By now the call has checked the old password and waits for the lock; without it the answer would have arrived.
      await Promise.race([answer, sleep(1_000)]);
      return { answer };
    });
    expect((await login.answer).body.code).toBe('invalid_credentials');
  });

  it('requires a proof of work after many wrong guesses from one network, and still admits the owner', async () => {
    await signup({ username: 'guessed', password });
    const login = async (word: string, work = true) => {
      const headers = work ? { 'x-pow': await solvePow(test.anonymous, '/api/account/login') } : undefined;
      return test.anonymous.post('/api/account/login', { username: 'guessed', password: word }, headers);
    };
    const wrong = 'wrong wrong wrong';
    for (let i = 0; i < 8; i++) expect((await login(wrong, false)).body.code).toBe('invalid_credentials');
    expect((await login(password, false)).body.code).toBe('pow_required');
    expect((await login(wrong)).body.code).toBe('invalid_credentials');
    expect((await login(password)).status).toBe(200);
    test.clock.advance(901);
    expect((await login(wrong, false)).body.code).toBe('invalid_credentials');
  });

  it('rejects a disabled account with the detail that the browser checks', async () => {
    const { body } = await signup({ username: 'gone', password });
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', body.user.pk).execute();
    const inactive = { code: 'user_disabled', detail: 'inactive' };
    expect((await test.anonymous.post('/api/account/login', { username: 'gone', password })).body).toMatchObject(
      inactive,
    );
    expect((await callWith(body.token.access)).json()).toMatchObject(inactive);
    expect((await refresh(body.token.refresh)).body).toMatchObject(inactive);
  });
});

describe('session', () => {
  it('is renewed with the refresh credential, also by two tabs at once', async () => {
    const { body } = await signup({ username: 'tabs', password });
    const [one, two] = await Promise.all([refresh(body.token.refresh), refresh(body.token.refresh)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    test.clock.advance(19);
    expect((await refresh(body.token.refresh)).status).toBe(200);
    expect((await refresh(one.body.token.refresh)).status).toBe(200);
    expect((await refresh(two.body.token.refresh)).status).toBe(200);
  });

  it('survives thirty concurrent exchanges of one credential, and still detects reuse after them', async () => {
    const { body } = await signup({ username: 'crowded', password });
    const { refresh: credential } = body.token;
    test.clock.advance(1);
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(credential)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect((await refresh(credential)).status).toBe(200);
    test.clock.advance(21);
    expect((await refresh(credential)).body.code).toBe('session_ended');
  });

  it('ends when two clients continue from one credential', async () => {
    const { body } = await signup({ username: 'forked', password });
    const owner = await refresh(body.token.refresh);
    const thief = await refresh(body.token.refresh);
    test.clock.advance(600);
    const next = await refresh(owner.body.token.refresh);
    expect(next.status).toBe(200);
    test.clock.advance(60);
    expect((await refresh(thief.body.token.refresh)).body.code).toBe('session_ended');
    expect((await refresh(next.body.token.refresh)).body.code).toBe('session_ended');
  });

  it('ends when a used credential is reused after the grace period', async () => {
    const { body } = await signup({ username: 'stolen', password });
    const next = await refresh(body.token.refresh);
    test.clock.advance(21);
    expect((await refresh(body.token.refresh)).body.code).toBe('session_ended');
    expect((await refresh(next.body.token.refresh)).body.code).toBe('session_ended');
    expect((await callWith(next.body.token.access)).json().code).toBe('session_ended');
  });

  it('ends when a credential older than the last one is reused', async () => {
    const { body } = await signup({ username: 'older', password });
    const second = await refresh(body.token.refresh);
    test.clock.advance(1);
    await refresh(second.body.token.refresh);
    expect((await refresh(body.token.refresh)).body.code).toBe('session_ended');
  });

  it('is rejected on the first request after log-out', async () => {
    const { body } = await signup({ username: 'leaver', password });
    const authorization = { authorization: `Bearer ${body.token.access}` };
    expect((await test.anonymous.post('/api/account/logout', {}, authorization)).status).toBe(200);
    expect((await callWith(body.token.access)).json().code).toBe('session_ended');
    expect((await refresh(body.token.refresh)).body.code).toBe('session_ended');
  });

  it('has an access credential that expires after ten minutes', async () => {
    const { body } = await signup({ username: 'sleeper', password });
    test.clock.advance(601);
    expect((await callWith(body.token.access)).json().code).toBe('token_expired');
    expect((await refresh(body.token.refresh)).status).toBe(200);
    test.clock.advance(31 * 86_400);
    expect((await refresh(body.token.refresh)).status).toBe(401);
  });

  it('rejects foreign credentials, on public calls too', async () => {
    const [header, payload] = (await test.as()).token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const token of ['rubbish', `${header}.${payload}.AAAA`, unsigned, 'a b', `${'x'.repeat(5000)}`]) {
      const response = await callWith(token, '/api/account/leaderboard');
      expect([response.statusCode, response.json().code]).toEqual([401, 'token_invalid']);
    }
    expect((await refresh('rubbish')).body.code).toBe('refresh_expired');
  });
});

it('does not rate-limit a session because of invalid refreshes in its network, but limits its own exchanges', async () => {
  const { body } = await signup({ username: 'classmate', password });
  test.clock.advance(400);
  for (let i = 0; i < 120; i++) expect((await refresh(`rubbish${i}`)).status).toBe(401);
  expect((await refresh('rubbish')).status).toBe(429);
  let credential = body.token.refresh;
  for (let i = 0; i < 120; i++) {
    const answer = await refresh(credential);
    expect(answer.status).toBe(200);
    credential = answer.body.token.refresh;
    test.clock.advance(1);
  }
  expect((await refresh(credential)).status).toBe(429);
});

const refresh = (credential: string) =>
  test.anonymous.post<SignedIn & { code: string }>('/api/account/refresh_token', { access: '', refresh: credential });

const callWith = (token: string, url = '/api/account/details') =>
  test.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
