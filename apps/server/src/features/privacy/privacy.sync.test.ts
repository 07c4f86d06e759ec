import type { BuiltInService, Features } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { syncPrivacy } from './privacy.sync.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const clock = { now: () => new Date('2026-05-04T10:00:00Z') };
const sync = (...needed: BuiltInService[]) => syncPrivacy({ db: test.db, clock, needed });
const versions = async () => {
  const rows = await test.db.selectFrom('privacy_versions').selectAll().orderBy('number').execute();
  return rows.map(({ number, status, config }) => [number, status, config.services.map(({ name }) => name).join(' ')]);
};
const eventsOf = () => test.db.selectFrom('audit_events').select(['actor_pk', 'action', 'subject', 'data']).execute();

it('creates one version when several nodes start at once or again', async () => {
  await Promise.all(Array.from({ length: 5 }, () => sync('platform', 'youtube')));
  await sync('platform', 'youtube');
  expect(await versions()).toEqual([[1, 'active', 'platform youtube']]);
  expect(await eventsOf()).toEqual([]);
});

it('publishes a change of the settings once and without an actor', async () => {
  await sync('platform', 'youtube');
  await Promise.all(Array.from({ length: 5 }, () => sync('platform', 'matomo', 'youtube')));
  await sync('platform', 'youtube');
  expect(await versions()).toEqual([
    [1, 'archived', 'platform youtube'],
    [2, 'archived', 'platform youtube matomo'],
    [3, 'active', 'platform youtube'],
  ]);
  const matomo = { name: 'matomo', purposes: ['performance'], cookies: ['^_pk_', '^_mtm_', '^MATOMO'] };
  expect(await eventsOf()).toMatchObject([
    {
      actor_pk: null,
      action: 'privacy.published',
      subject: 'privacy:2',
      data: { after: { 'service matomo': matomo } },
    },
    { actor_pk: null, subject: 'privacy:3', data: { before: { 'service matomo': matomo } } },
  ]);
});

it('adapts the draft and raises its revision, so that open editors see a conflict', async () => {
  await sync('platform', 'youtube');
  const { config } = await test.db.selectFrom('privacy_versions').select('config').executeTakeFirstOrThrow();
  const draft = { id: 'abc', config: JSON.stringify({ ...config, lang: 'de' }), base: 1, changed_by: null };
  await test.db
    .insertInto('privacy_draft')
    .values({ ...draft, changed_at: new Date(0) })
    .execute();
  await sync('platform', 'paddle', 'youtube');
  const found = await test.db.selectFrom('privacy_draft').selectAll().executeTakeFirstOrThrow();
  expect(found).toMatchObject({ id: 'abc', base: 2, revision: 2, changed_at: new Date(0), config: { lang: 'de' } });
  expect(found.config.services.map(({ name }) => name)).toEqual(['platform', 'youtube', 'paddle']);
  await sync('platform', 'paddle', 'youtube');
  expect((await test.db.selectFrom('privacy_draft').select('revision').executeTakeFirstOrThrow()).revision).toBe(2);
});

it('updates the draft if only the active configuration or only the draft lacks a service', async () => {
  await sync('platform', 'youtube');
  const { config } = await test.db.selectFrom('privacy_versions').select('config').executeTakeFirstOrThrow();
  const fitting = { ...config, services: [...config.services, { name: 'paddle', purposes: ['functional'] }] };
  const draft = { id: 'abc', config: JSON.stringify(fitting), base: 1, changed_by: null, changed_at: new Date(0) };
  await test.db.insertInto('privacy_draft').values(draft).execute();
  const found = async () => {
    const row = await test.db.selectFrom('privacy_draft').select(['base', 'config']).executeTakeFirstOrThrow();
    return [row.base, row.config.services.map(({ name }) => name).join(' ')];
  };
  await sync('platform', 'youtube', 'paddle');
  expect(await found()).toEqual([2, 'platform youtube paddle']);
  await test.db
    .updateTable('privacy_draft')
    .set({ config: JSON.stringify(config) })
    .execute();
  await sync('platform', 'youtube', 'paddle');
  expect(await found()).toEqual([2, 'platform youtube paddle']);
  expect(await versions()).toHaveLength(2);
});

it('adds Matomo to the features of every page if it is configured', async () => {
  const app: TestApp = await createTestApp({ matomoUrl: 'https://stats.example.org/matomo/' });
  try {
    const { body } = await app.anonymous.get<Features>('/api/config/features2');
    expect(body.matomo).toEqual({ url: 'https://stats.example.org/matomo/', site: '1' });
    expect(body.privacy.services).toEqual([
      { name: 'platform', required: true },
      { name: 'matomo' },
      { name: 'youtube' },
    ]);
  } finally {
    await app.close();
  }
});

it('adds Paddle if another process on this database runs the sandbox', async () => {
  const app: TestApp = await createTestApp({ paddleSandbox: true });
  try {
    const { body } = await app.anonymous.get<Features>('/api/config/features2');
    expect(body.paddle).toBe(false);
    expect(body.privacy.services.map(({ name }) => name)).toEqual(['platform', 'paddle', 'youtube']);
  } finally {
    await app.close();
  }
});
