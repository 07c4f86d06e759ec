import type { Features } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { superuserLoginLink } from '#features/accounts/accounts.public';
import { hashPassword } from '#features/accounts/passwords';
import { fixtureTemplate } from '#features/content/testing/import-fixture';
import { readConfig } from '#platform/config';
import { solvePow } from '#testing/solve-proof-of-work';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';

const password = 'correct horse battery staple';

let test: TestApp;
let captain: Caller;
beforeEach(async () => {
  test = await createTestApp({ serverMessage: 'Welcome aboard.' }, {}, await fixtureTemplate());
  captain = await test.as({ isSuperuser: true });
});
afterEach(() => test.close());

const features = async (version = '2', as: Caller = test.anonymous) =>
  (await as.get<Features>(`/api/config/features${version}`)).body;
const edit = (body: object, version = '2', as: Caller = captain) =>
  as.post<Features>(`/api/config/features${version}/edit`, body);

it('returns the configured switches and the continents of both menus', async () => {
  expect(await features()).toEqual({
    name: 'Hexpedition',
    paddle: false,
    login: true,
    register: true,
    invite_only: false,
    provider: null,
    social: [],
    msg: 'Welcome aboard.',
    free_tier: 0,
    mail: false,
    promo: [],
    preview: null,
    company: null,
    privacy: {
      config: expect.any(String),
      storage: 'klaro',
      notice: true,
      services: [{ name: 'platform', required: true }, { name: 'youtube' }],
    },
    matomo: null,
    hexmap: { nav: [{ slug: 'tests', name: expect.any(String), colour: expect.any(String) }] },
    hexmapYT: { nav: [] },
  });
});

it('exists for the two map versions only', async () => {
  const tester = await test.as({ betaAccess: true });
  expect((await tester.get('/api/config/featuresbeta')).status).toBe(200);
  for (const version of ['beta', '1', '3', '999', 'x'])
    expect([version, (await test.anonymous.get(`/api/config/features${version}`)).status]).toEqual([version, 404]);
});

it('can be turned off and on by a superuser, together with the message', async () => {
  const changed = await edit({ register: false, msg: 'Back at noon.' });
  expect(changed.body).toMatchObject({ register: false, login: true, msg: 'Back at noon.' });
  expect(await features()).toEqual(changed.body);
  // Omitted fields keep their value; null restores the configured value.
  expect((await edit({ msg: null })).body).toMatchObject({ register: false, msg: 'Welcome aboard.' });
  expect((await edit({ register: null })).body).toMatchObject({ register: true });
  expect((await edit({})).body).toMatchObject({ register: true, msg: 'Welcome aboard.' });
});

it('changes serially and audits each change', async () => {
  const words = Array.from({ length: 8 }, (_, n) => `Message ${n}.`);
  await Promise.all(words.map((msg) => edit({ msg })));
  const events = await test.database.db
    .selectFrom('audit_events')
    .select('data')
    .where('action', '=', 'features.changed')
    .orderBy('pk')
    .execute();
  const seen = events.map(({ data }) => data as { before: { msg: string | null }; after: { msg: string } });
  expect(seen.map(({ before }) => before.msg)).toEqual([null, ...seen.slice(0, -1).map(({ after }) => after.msg)]);
  expect(seen).toHaveLength(8);
});

it('does not enable what the configuration disables', async () => {
  expect((await edit({ paddle: true })).body.paddle).toBe(false);
});

it('keeps the beta version separate', async () => {
  await edit({ msg: 'For testers.' }, 'beta');
  expect([(await features()).msg, (await features('beta', captain)).msg]).toEqual(['Welcome aboard.', 'For testers.']);
});

it('rejects sign-ups while registration is off', async () => {
  await edit({ register: false });
  const signUp = async () => {
    const proof = await solvePow(test.anonymous, '/api/account/signup');
    const body = { username: 'late-comer', password, email: '' };
    return test.anonymous.post('/api/account/signup', body, { 'x-pow': proof });
  };
  expect(await signUp()).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
  await edit({ register: null });
  expect(await signUp()).toMatchObject({ status: 200 });
});

it('rejects every log-in while log-in is off, except of superusers who have the link of the start', async () => {
  await test.as({ username: 'mara', passwordHash: await hashPassword(password) });
  await test.as({ username: 'first-mate', passwordHash: await hashPassword(password), isSuperuser: true });
  const key = superuserLoginLink(readConfig({}), test.secrets).split('#key=')[1];
  const logIn = async (username: string, login_key?: string) => {
    const { status, body } = await test.anonymous.post('/api/account/login', { username, password, login_key });
    return status === 200 ? 200 : body.code;
  };
  await edit({ login: false });
  for (const name of ['mara', 'first-mate'])
    expect([await logIn(name), await logIn(name, 'wrong')]).toEqual(['login_closed', 'login_closed']);
  expect([await logIn('mara', key), await logIn('first-mate', key)]).toEqual(['login_closed', 200]);
  const { ticket } = (await test.anonymous.post('/api/account/passkey/login_options')).body;
  const passkey = { ticket, credential: { id: 'AA', rawId: 'AA', type: 'public-key', response: {} } };
  expect((await test.anonymous.post('/api/account/passkey/login', passkey)).body.code).toBe('login_closed');
  // Open sessions go on.
  expect((await captain.get('/api/account/details')).status).toBe(200);
  await edit({ login: null });
  expect(await logIn('mara')).toBe(200);
});

it('rejects invalid switches', async () => {
  for (const body of [{ login: 'no' }, { msg: 'x'.repeat(501) }, { msg: 'a\0b' }, { more: 1 }, { free_tier: 42 }]) {
    expect((await edit(body)).status, JSON.stringify(body)).toBe(400);
    expect((await features()).msg, JSON.stringify(body)).toBe('Welcome aboard.');
  }
});

it('rejects changes by other users', async () => {
  const learner = await test.as({ betaAccess: true });
  expect((await edit({ register: false }, '2', learner)).status).toBe(403);
  expect((await test.anonymous.post('/api/config/features2/edit', {})).status).toBe(401);
  expect((await edit({}, '3')).status).toBe(404);
});
