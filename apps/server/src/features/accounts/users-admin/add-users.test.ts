import type { AddUsersAnswer, PasswordLink } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { confirmEmail, goodPassword, linkFor, logIn, postWithWork, queuedMails } from '../testing.ts';

let test: TestApp;
let captain: Caller & { pk: number };
beforeAll(async () => {
  // Nothing listens there: mails stay in the queue.
  test = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:9' });
  captain = await test.as({ username: 'captain', isSuperuser: true });
});
afterAll(() => test.close());

const add = async (text: string, app = captain) =>
  (await app.post<AddUsersAnswer>('/api/admin/users/add', { text })).body.results;
const partsOf = (url: string | null | undefined) => {
  const [hmac, user_id] = (url ?? '').replace('#new', '').split('/').reverse();
  return { hmac, user_id: Number(user_id) };
};
const setPassword = (link: object) => postWithWork(test, '/api/account/reset', { ...link, password: goodPassword });
const userNamed = (username: string) =>
  test.database.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();

describe('adding people', () => {
  it('creates an account for a name, whose link sets the password once', async () => {
    const [person] = await add('ada');
    expect(person).toMatchObject({ line: 1, username: 'ada', email: null, error: null });
    expect(person?.url).toMatch(/^http:\/\/localhost:8080\/password-reset\/\d+\/[\w-]+#new$/);
    const link = partsOf(person?.url);
    expect((await setPassword(link)).status).toBe(200);
    expect((await setPassword(link)).body.code).toBe('link_invalid');
    expect((await logIn(test, { username: 'ada' })).status).toBe(200);
  });

  it('mails the link to an address and does not show it; opening it confirms the address', async () => {
    const [person] = await add('Grace Hopper, grace@navy.example');
    expect(person).toMatchObject({ username: 'Grace-Hopper', email: 'grace@navy.example', url: null, error: null });
    const { pk } = await userNamed('Grace-Hopper');
    expect(await queuedMails(test, { user: pk })).toEqual([{ kind: 'welcome', user: pk }]);
    expect((await setPassword(await linkFor(test, 'welcome', pk))).status).toBe(200);
    expect(await userNamed('Grace-Hopper')).toMatchObject({ email: 'grace@navy.example', pending_email: null });
    // The first password is no change of one.
    expect(await queuedMails(test, { user: pk })).toHaveLength(1);
    expect((await logIn(test, { username: 'grace@navy.example' })).status).toBe(200);
  });

  it('does not confirm the address through a link that a superuser handed out', async () => {
    await add('linus@kernel.example');
    const { pk } = await userNamed('linus');
    const mailed = await linkFor(test, 'welcome', pk);
    const { body } = await captain.post<PasswordLink>('/api/admin/users/linus/password_link');
    expect((await setPassword(partsOf(body.url))).status).toBe(200);
    expect(await userNamed('linus')).toMatchObject({ email: null, pending_email: 'linus@kernel.example' });
    // The mailed link would set a first password too.
    expect((await setPassword(mailed)).body.code).toBe('link_invalid');
  });

  it('sets the password without the address if another account has confirmed it meanwhile', async () => {
    await add('ken@bell.example');
    const { pk } = await userNamed('ken');
    const link = await linkFor(test, 'welcome', pk);
    const thief = await buildUser(test.database.db, { username: 'kenneth' });
    await confirmEmail(test, thief.pk, 'KEN@bell.example');
    expect((await setPassword(link)).status).toBe(200);
    expect(await userNamed('ken')).toMatchObject({ email: null, pending_email: 'ken@bell.example' });
  });

  it('rejects an expired link', async () => {
    const { pk } = await buildUser(test.database.db, { username: 'late' });
    await test.database.db.updateTable('users').set({ password_hash: null }).where('pk', '=', pk).execute();
    const link = await linkFor(test, 'handout', pk, -1);
    expect(await setPassword(link)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  });

  it('reports the problem of each line and adds the others', async () => {
    await buildUser(test.database.db, { username: 'taken', email: 'known@x.example' });
    await add('twice@x.example');
    const results = await add(
      [
        'TAKEN',
        'known@X.example',
        'twice@x.example',
        'admin',
        '李',
        'not@an@address',
        'new1',
        'new1',
        '李, li@x.example',
      ].join('\n'),
    );
    expect(results.map(({ line, username, error }) => [line, username ?? error])).toEqual([
      [1, 'This username is taken. Choose another.'],
      [2, 'An account has this email address already.'],
      [3, 'This person was added already, as twice.'],
      [4, 'This username is taken. Choose another.'],
      [5, expect.stringContaining('No username can be made from this name')],
      [6, 'This does not look like an email address.'],
      [7, 'new1'],
      [8, 'This username is taken. Choose another.'],
      [9, 'li'],
    ]);
  });

  it('adds an address once when two calls add it at the same time', async () => {
    const results = (await Promise.all([add('race@x.example'), add('race@x.example')])).flat();
    expect(results.map(({ error }) => error).sort()).toEqual(['This person was added already, as race.', null]);
  });

  it('lets a superuser add a person whose address a stranger has entered without confirming it', async () => {
    await buildUser(test.database.db, { username: 'squatter', pendingEmail: 'victim@x.example' });
    expect((await add('victim@x.example'))[0]).toMatchObject({ username: 'victim', error: null });
  });

  it.each([{ text: '' }, { text: 7 }, {}, { text: 'a\n'.repeat(201) }, { text: 'a\u0000b' }])(
    'rejects %j',
    async (body) => {
      expect((await captain.post('/api/admin/users/add', body)).status).toBe(400);
    },
  );

  it('writes neither links nor passwords to the audit log', async () => {
    const [person] = await add('quiet');
    const { pk } = await userNamed('quiet');
    const events = await test.database.db
      .selectFrom('audit_events')
      .select(['actor_pk', 'action', 'data'])
      .where('subject', '=', `user:${pk}`)
      .execute();
    expect(events).toEqual([
      {
        actor_pk: captain.pk,
        action: 'account.added',
        data: { before: null, after: { username: 'quiet', mailed: false } },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(partsOf(person?.url).hmac);
  });
});

describe('another link', () => {
  it('is refused for an account with a password and for one that does not exist', async () => {
    await buildUser(test.database.db, { username: 'settled' });
    const link = (username: string) => captain.post(`/api/admin/users/${username}/password_link`);
    expect((await link('settled')).body.code).toBe('conflict');
    expect((await link('nobody')).body.code).toBe('not_found');
  });

  it('does not open a disabled account', async () => {
    const [person] = await add('banned');
    const body = { is_active: false, reason: 'A mistake.' };
    await captain.post('/api/admin/users/banned/active', body);
    expect((await setPassword(partsOf(person?.url))).body.code).toBe('link_invalid');
  });
});

it('hands out the links of addresses too on a site without a mail server', async () => {
  const local = await createTestApp();
  try {
    const chief = await local.as({ isSuperuser: true });
    const [person] = await add('joan@bletchley.example', chief as typeof captain);
    expect(person).toMatchObject({ username: 'joan', url: expect.stringContaining('/password-reset/') });
  } finally {
    await local.close();
  }
});
