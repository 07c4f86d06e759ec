import { createHash } from 'node:crypto';
import { type EndpointAnswer, maxSessions } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#testing/test-app';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createAccountActions } from './accounts.public.ts';
import { type ErrorBody, logIn, signUp, withToken } from './testing.ts';

type Sessions = EndpointAnswer<'GET /api/account/sessions'> & ErrorBody;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const sessionsOf = async (me: Caller) => (await me.get<Sessions>('/api/account/sessions')).body.sessions;
const isIn = async (me: Caller) => (await me.get<ErrorBody>('/api/account/details')).status === 200;
const sidOf = (access: string): string =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sid;

/** Signs a user in on a computer, a phone and with a program, in this order. */
async function threeDevices(username: string) {
  await signUp(test, { username });
  await test.database.db.deleteFrom('sessions').execute();
  const callers: (Caller & { access: string })[] = [];
  for (const userAgent of [firefox, phone, 'curl/8']) {
    const { body } = await logIn(test, { username }, { 'user-agent': userAgent });
    callers.push({ ...withToken(test, body.token.access), access: body.token.access });
    test.clock.advance(60);
  }
  const [computer, mobile, program] = callers;
  if (!computer || !mobile || !program) throw new Error('Expected three sessions.');
  return { computer, mobile, program };
}

describe('list of sessions', () => {
  it('starts with the current session, then sorts by last use', async () => {
    const { computer } = await threeDevices('lister');
    await test.as(); // a session of another user, which is not listed
    const list = await sessionsOf(computer);
    expect(list.map(({ device, kind, current }) => [device, kind, current])).toEqual([
      ['Firefox on Linux', 'desktop', true],
      ['curl', 'program', false],
      ['Firefox on Android', 'mobile', false],
    ]);
    const hash = createHash('sha256').update(sidOf(computer.access)).digest('base64url');
    expect(list[0]?.sid_hash).toBe(hash);
    expect(JSON.stringify(list)).not.toContain(sidOf(computer.access));
    expect((await test.anonymous.get('/api/account/sessions')).body.code).toBe('token_missing');
  });

  it(`contains at most ${maxSessions} sessions: another one ends the least recently used`, async () => {
    const { computer, mobile } = await threeDevices('collector');
    const { user_pk, expires_at } = await test.database.db
      .selectFrom('sessions')
      .select(['user_pk', 'expires_at'])
      .where('sid', '=', sidOf(computer.access))
      .executeTakeFirstOrThrow();
    const one = { user_pk, expires_at, last_seen_at: test.clock.now(), end_reason: null };
    const more = Array.from({ length: maxSessions - 3 }, () => ({ ...one, sid: crypto.randomUUID() }));
    await test.database.db.insertInto('sessions').values(more).execute();
    expect(await sessionsOf(computer)).toHaveLength(maxSessions);
    const answers = await Promise.all([logIn(test, { username: 'collector' }), logIn(test, { username: 'collector' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await isIn(computer), await isIn(mobile)]).toEqual([false, false]);
    const last = withToken(test, answers[0]?.body.token.access ?? '');
    expect(await sessionsOf(last)).toHaveLength(maxSessions);
  });

  it('omits expired sessions, and updates the last use every five minutes', async () => {
    const { computer } = await threeDevices('user-of-it');
    const readLastSeen = async () => (await sessionsOf(computer))[0]?.last_seen_at;
    const before = await readLastSeen();
    test.clock.advance(60);
    expect(await readLastSeen()).toBe(before);
    test.clock.advance(200);
    const now = test.clock.now().toISOString();
    expect(await readLastSeen()).toBe(now);
    await test.database.db
      .updateTable('sessions')
      .set({ expires_at: test.clock.now() })
      .where('user_agent', '=', phone)
      .execute();
    expect(await sessionsOf(computer)).toHaveLength(2);
  });
});

describe('ending a session', () => {
  it("ends another device's session at its next request", async () => {
    const { computer, mobile, program } = await threeDevices('ender');
    const [, , third] = await sessionsOf(computer);
    const end = () => computer.post<Sessions>('/api/account/logout_device', { sid_hash: third?.sid_hash });
    const answer = await end();
    expect(answer.body.sessions).toHaveLength(2);
    expect([await isIn(computer), await isIn(mobile), await isIn(program)]).toEqual([true, false, true]);
    expect(await end()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it("is not possible for another user's session", async () => {
    const { computer } = await threeDevices('victim');
    const [own] = await sessionsOf(computer);
    const thief = await test.as();
    for (const sid_hash of [own?.sid_hash, 'rubbish', 'A'.repeat(43)]) {
      const answer = await thief.post('/api/account/logout_device', { sid_hash });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    for (const sid of [sidOf(computer.access), 'rubbish']) {
      expect((await thief.post('/api/account/logout', { sid })).status).toBe(404);
    }
    expect([await isIn(computer), await isIn(thief)]).toEqual([true, true]);
  });

  it('logs out, with or without the sid', async () => {
    const { computer, mobile, program } = await threeDevices('leaver');
    expect((await computer.post('/api/account/logout', { sid: sidOf(computer.access) })).status).toBe(200);
    expect((await mobile.post('/api/account/logout', {})).status).toBe(200);
    expect([await isIn(computer), await isIn(mobile), await isIn(program)]).toEqual([false, false, true]);
    expect((await computer.post('/api/account/logout', {})).status).toBe(401);
  });

  it('ends all other sessions at once', async () => {
    const { computer, mobile, program } = await threeDevices('keeper');
    const bystander = await test.as();
    const answers = await Promise.all([1, 2].map(() => mobile.post<Sessions>('/api/account/logout_others', {})));
    for (const { body } of answers) expect(body.sessions).toMatchObject([{ current: true, kind: 'mobile' }]);
    expect([await isIn(computer), await isIn(mobile), await isIn(program)]).toEqual([false, true, false]);
    expect(await isIn(bystander)).toBe(true);
  });

  it('stays available to the owner after a thief used up the attempts of another session', async () => {
    const { computer: thief, mobile } = await threeDevices('robbed');
    for (let i = 0; i < 120; i++) await thief.post('/api/account/logout_device', { sid_hash: 'x' });
    expect((await thief.post('/api/account/logout_device', { sid_hash: 'x' })).status).toBe(429);
    expect((await mobile.post('/api/account/logout_others', {})).status).toBe(200);
    expect(await isIn(thief)).toBe(false);
  });

  it('happens when the account is disabled', async () => {
    const { computer } = await threeDevices('banned');
    const actions = createAccountActions({ db: test.database.db, clock: test.clock });
    const setActive = (name: string, isActive: boolean) =>
      actions.setActive(null, name, { isActive, reason: 'A test.' });
    expect(await setActive('Banned', false)).toBeTypeOf('number');
    expect(await isIn(computer)).toBe(false);
    expect((await logIn(test, { username: 'banned' })).body.code).toBe('user_disabled');
    await setActive('banned', true);
    expect(await isIn(computer)).toBe(false);
    expect((await logIn(test, { username: 'banned' })).status).toBe(200);
    expect(await setActive('nobody-here', false)).toBeUndefined();
  });
});
