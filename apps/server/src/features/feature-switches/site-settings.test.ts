import type { SiteSettings } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SharedReadings } from '#platform/shared-readings';
import { solvePow } from '#testing/solve-proof-of-work';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createSiteSettings } from './feature-switches.public.ts';

let test: TestApp;
let captain: Caller;
beforeEach(async () => {
  test = await createTestApp();
  captain = await test.as({ isSuperuser: true });
});
afterEach(() => test.close());

const edit = (body: object, as: Caller = captain) => as.post<SiteSettings>('/api/admin/site', body);
const features = async () => (await test.anonymous.get('/api/config/features2')).body;

it('has defaults, and changes only the given settings', async () => {
  expect((await captain.get('/api/admin/site')).body).toEqual({
    name: { value: 'Hexpedition', fixed_by: null },
    register: { value: 'open', fixed_by: null },
    free_tier: { value: 0, fixed_by: null },
  });
  expect((await edit({ name: ' Harbour School ' })).body.name.value).toBe('Harbour School');
  expect((await edit({ register: 'closed', free_tier: 2 })).body).toMatchObject({
    ...{ name: { value: 'Harbour School' }, register: { value: 'closed' }, free_tier: { value: 2 } },
  });
  expect((await edit({})).status).toBe(200);
  expect(await features()).toMatchObject({ name: 'Harbour School', register: false, invite_only: false, free_tier: 2 });
});

it('decides about the next sign-up', async () => {
  const signUp = async (username: string) => {
    const proof = await solvePow(test.anonymous, '/api/account/signup');
    const body = { username, password: 'lantern gravel otter 9' };
    return (await test.anonymous.post('/api/account/signup', body, { 'x-pow': proof })).body.code;
  };
  await edit({ register: 'closed' });
  expect(await signUp('one')).toBe('registration_closed');
  await edit({ register: 'invite' });
  expect(await signUp('two')).toBe('invite_required');
  await edit({ register: 'open' });
  expect(await signUp('three')).toBeUndefined();
});

it('shows an environment variable as fixed, and rejects a change of it', async () => {
  await test.close();
  test = await createTestApp({ siteName: 'Fixed School', freeTier: 0 });
  captain = await test.as({ isSuperuser: true });
  for (const body of [{ name: 'Other' }, { free_tier: 3 }, { register: 'closed', name: 'Other' }])
    expect((await edit(body)).body).toMatchObject({ code: 'conflict' });
  expect((await edit({ register: 'closed' })).body).toEqual({
    name: { value: 'Fixed School', fixed_by: 'SITE_NAME' },
    register: { value: 'closed', fixed_by: null },
    free_tier: { value: 0, fixed_by: 'FREE_TIER' },
  });
});

it('audits each changed setting, in the order of the changes', async () => {
  await Promise.all(Array.from({ length: 6 }, (_, n) => edit({ name: `Site ${n}` })));
  await edit({ name: 'Site X', register: 'open' });
  const events = await test.database.db
    .selectFrom('audit_events')
    .select(['subject', 'data'])
    .where('action', '=', 'site.changed')
    .orderBy('pk')
    .execute();
  const changes = events.map(({ data }) => data as { before: { name: string }; after: { name: string } });
  // Sign-up was open already.
  expect(events.map(({ subject }) => subject)).toEqual(Array(7).fill('site:name'));
  expect(changes.map(({ before }) => before.name)).toEqual([
    'Hexpedition',
    ...changes.slice(0, -1).map(({ after }) => after.name),
  ]);
});

it('rejects rubbish and other users', async () => {
  for (const body of [
    ...[
      { name: '' },
      { name: 'x' },
      { name: 'x'.repeat(41) },
      { name: 'a\u202Eb' },
      { name: 'a\0b' },
      { name: '{site}' },
    ],
    ...[{ register: true }, { free_tier: 42 }, { free_tier: '1' }, { more: 1 }, []],
  ])
    expect([body, (await edit(body as object)).status]).toEqual([body, 400]);
  expect((await edit({ name: 'Mine' }, await test.as())).status).toBe(403);
  expect((await edit({ name: 'Mine' }, test.anonymous)).status).toBe(401);
  expect((await features()).name).toBe('Hexpedition');
});

it('is kept in memory until a change drops it', async () => {
  const shared = new SharedReadings();
  const config = { siteName: null, register: null, freeTier: null };
  const site = createSiteSettings({ config, db: test.database.db, shared });
  expect((await site.read()).name).toBe('Hexpedition');
  await edit({ name: 'Harbour School' });
  expect((await site.read()).name).toBe('Hexpedition');
  shared.invalidate('all');
  expect((await site.read()).name).toBe('Harbour School');
});
