import type { EndpointAnswer } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createInvite } from './accounts.public.ts';
import type { NewInvite } from './invites.store.ts';
import { type ErrorBody, goodPassword, postWithWork, signUp } from './testing.ts';

const path = '/api/account/invite_code';
type InviteAnswer = EndpointAnswer<'POST /api/account/invite_code'> & ErrorBody;

let test: TestApp;
let closed: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  closed = await createTestApp({ register: 'invite' });
});
afterAll(async () => {
  await test.close();
  await closed.close();
});

const invite = (changes: Partial<NewInvite> = {}, on = test) =>
  createInvite(on.database.db, {
    label: '',
    betaAccess: false,
    tier: null,
    days: null,
    maxUses: 1,
    expiresAt: null,
    ...changes,
  });

describe('invitation code', () => {
  it('shows a visitor what it grants, without being used', async () => {
    const code = await invite({ tier: 2, days: 30, betaAccess: true });
    expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/);
    for (let i = 0; i < 3; i++) {
      const answer = await test.anonymous.post<InviteAnswer>(path, { invite_code: code });
      expect(answer.body).toEqual({ grants: { beta_access: true, tier: 2, days: 30 }, user: null });
    }
  });

  it('grants its content to a signed-in user once, ignoring case and separators', async () => {
    const code = await invite({ tier: 2, days: 30, betaAccess: true, maxUses: 5 });
    const me = await test.as();
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    const { status, body } = await me.post<InviteAnswer>(path, { invite_code: typed });
    expect(status).toBe(200);
    expect(body.user?.account).toMatchObject({ tier: 2, beta_access: true });
    const entitlements = await test.database.db
      .selectFrom('entitlements')
      .select(['source', 'tier', 'ends_at'])
      .where('user_pk', '=', me.pk)
      .execute();
    const ends_at = new Date(test.clock.now().getTime() + 30 * 86_400_000);
    expect(entitlements).toEqual([{ source: 'invite', tier: 2, ends_at }]);
    expect(await me.post(path, { invite_code: code })).toMatchObject({ status: 409, body: { code: 'already_done' } });
  });

  it('does not lower a higher tier, and can grant a tier without an end date', async () => {
    const me = await test.as({ tier: 3 });
    const { body } = await me.post<InviteAnswer>(path, { invite_code: await invite({ tier: 1 }) });
    expect(body).toMatchObject({ grants: { tier: 1, days: null }, user: { account: { tier: 3, beta_access: false } } });
  });

  it('cannot be redeemed more often than allowed, also concurrently', async () => {
    const code = await invite({ tier: 1, maxUses: 2 });
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => test.as()));
    const answers = await Promise.all(users.map((user) => user.post<InviteAnswer>(path, { invite_code: code })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.body).toMatchObject({
        code: 'invite_invalid',
        fields: { invite_code: expect.stringContaining('is used up') },
      });
    }
    const once = await invite({ tier: 1, maxUses: 9 });
    const me = await test.as();
    const twice = await Promise.all([1, 2, 3].map(() => me.post<InviteAnswer>(path, { invite_code: once })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const rows = await test.database.db.selectFrom('entitlements').select('pk').where('user_pk', '=', me.pk).execute();
    expect(rows).toHaveLength(1);
  });

  it('is rejected if it is unknown or expired', async () => {
    const me = await test.as();
    const expired = await invite({ expiresAt: new Date(test.clock.now().getTime() - 1) });
    for (const caller of [test.anonymous, me]) {
      const unknown = await caller.post<InviteAnswer>(path, { invite_code: 'AAAA-BBBB-CCCC-DDDD' });
      expect(unknown.body).toMatchObject({ code: 'invite_invalid', msg: expect.stringContaining('not known') });
      const late = await caller.post<InviteAnswer>(path, { invite_code: expired });
      expect(late.body).toMatchObject({ code: 'invite_invalid', msg: expect.stringContaining('expired') });
      expect((await caller.post<InviteAnswer>(path, { invite_code: '' })).body.code).toBe('invalid_request');
    }
  });

  it('is stored only as a hash', async () => {
    const code = await invite();
    const rows = await test.database.db.selectFrom('invites').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', '').slice(0, 8));
  });
});

describe('sign-up by invitation', () => {
  it('requires a code', async () => {
    const without = await signUp(closed, { username: 'without' });
    expect(without).toMatchObject({ status: 403, body: { code: 'invite_required' } });
    const empty = await signUp(closed, { username: 'without', invite_code: '' });
    expect(empty.body.code).toBe('invite_required');
    const wrong = await signUp(closed, { username: 'without', invite_code: 'AAAA-BBBB-CCCC-DDDD' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'invite_invalid', fields: { invite_code: expect.any(String) } },
    });
  });

  it('redeems the code in the transaction of the sign-up', async () => {
    const code = await invite({ tier: 1, days: 7 }, closed);
    const taken = await signUp(closed, { username: 'taken1', invite_code: await invite({}, closed) });
    expect(taken.status).toBe(200);
    // A failed sign-up does not use the code.
    expect((await signUp(closed, { username: 'taken1', invite_code: code })).body.code).toBe('username_taken');
    const answer = await signUp(closed, { username: 'invited', invite_code: code });
    expect(answer.body.user.account.tier).toBe(1);
    expect((await signUp(closed, { username: 'late', invite_code: code })).body.code).toBe('invite_invalid');
  });

  it('admits only one of two concurrent sign-ups with a single-use code', async () => {
    const code = await invite({}, closed);
    const answers = await Promise.all(
      ['left', 'right'].map((username) => signUp(closed, { username, invite_code: code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const names = await closed.database.db
      .selectFrom('users')
      .select('username')
      .where('username', 'in', ['left', 'right'])
      .execute();
    expect(names).toHaveLength(1);
  });

  it('accepts a code while registration is open, and rejects an invalid one', async () => {
    const code = await invite({ betaAccess: true });
    const { body } = await signUp(test, { username: 'beta-tester', invite_code: code });
    expect(body.user.account.beta_access).toBe(true);
    const again = await postWithWork(test, '/api/account/signup', {
      username: 'beta-tester2',
      password: goodPassword,
      invite_code: code,
    });
    expect(again.body.code).toBe('invite_invalid');
  });
});
