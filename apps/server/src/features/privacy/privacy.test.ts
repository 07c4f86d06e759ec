import type {
  ConsentConfig,
  Features,
  PrivacyConfigState,
  PrivacyFacts,
  ServedConsentConfig,
} from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageChange } from '#platform/db/page-changes';
import { watchPageChanges } from '#testing/page-changes';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { manager, publish, readConfigState } from './testing/consent-config.ts';

let test: TestApp;
let captain: Caller & { pk: number };
beforeEach(async () => {
  test = await createTestApp();
  captain = await test.as({ username: 'captain', isSuperuser: true });
});
afterEach(() => test.close());

type ErrorBody = { code: string; msg: string; fields?: Record<string, string> };
const save = (config: ConsentConfig, revision: number, as: Caller = captain) =>
  as.put<PrivacyConfigState & ErrorBody>('/api/admin/privacy/draft', { config, revision });
const discard = (revision: number) =>
  captain.delete<PrivacyConfigState & ErrorBody>(`/api/admin/privacy/draft?revision=${revision}`);
const publishDraft = (revision: number) =>
  captain.post<PrivacyConfigState & ErrorBody>('/api/admin/privacy/publish', { revision });
const startDraft = async (changes: Partial<ConsentConfig> = { hideLearnMore: true }) => {
  const config = { ...(await readConfigState(captain)).active.config, ...changes };
  const { body } = await save(config, 0);
  return { config, revision: body.draft?.revision ?? 0, draft: body.draft };
};
const served = async (query = '') =>
  (await test.anonymous.get<ServedConsentConfig>(`${manager}/config.json?name=default${query}`)).body;
const events = () =>
  test.database.db
    .selectFrom('audit_events')
    .select(['actor_pk', 'action', 'subject', 'data'])
    .where('action', 'like', 'privacy.%')
    .orderBy('pk')
    .execute();

describe('new platform', () => {
  it('has a valid default configuration', async () => {
    const config = await served();
    expect(config).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'default',
      status: 'active',
      version: 2,
      services: [
        { name: 'platform', purposes: ['functional'], required: true },
        { name: 'youtube', purposes: ['media'] },
      ],
      purposeOrder: ['functional', 'media', 'performance', 'marketing', 'advertising'],
      acceptAll: true,
      groupByPurpose: true,
      privacyPolicy: '/legal',
      storageName: 'klaro',
    });
    expect(await readConfigState(captain)).toMatchObject({
      active: { number: 1, id: config.id, status: 'active', published_by: null },
      draft: null,
      needed: ['platform', 'youtube'],
    });
    expect((await test.anonymous.get<Features>('/api/config/features2')).body.privacy.config).toBe(config.id);
    expect(await events()).toEqual([]);
  });

  it('returns the facts for the legal page', async () => {
    const { body } = await test.anonymous.get<PrivacyFacts>('/api/config/privacy');
    expect(body).toMatchObject({ storage: 'klaro', consent_days: 120, record_days: 1_095 });
    expect(body.services).toMatchObject([
      { name: 'platform', required: true, opt_out: false, hosts: [] },
      { name: 'youtube', required: false, purposes: ['media'] },
    ]);
  });
});

describe('privacy manager endpoints', () => {
  it('answer 404 for another manager', async () => {
    for (const id of ['ffff', 'x', '__proto__']) {
      for (const file of ['config.json', 'configs.json']) {
        const answer = await test.anonymous.get(`/v1/privacy-managers/${id}/${file}`);
        expect([answer.status, answer.body.code], `${id}/${file}`).toEqual([404, 'not_found']);
      }
    }
  });

  it('answer errors as JSON for another configuration name and invalid input', async () => {
    expect((await test.anonymous.get(`${manager}/config.json?name=other`)).body.code).toBe('not_found');
    expect((await test.anonymous.get(`${manager}/config.json?testing=maybe`)).body.code).toBe('invalid_request');
    expect((await test.anonymous.get(`${manager}/other.json`)).body.code).toBe('not_found');
    expect((await test.anonymous.get(`${manager}/config.json`)).headers['cache-control']).toBe('no-store');
  });

  it('return the draft only with testing=true', async () => {
    const active = await served();
    expect(await served('&testing=true')).toEqual(active);
    const { draft } = await startDraft();
    expect(await served()).toEqual(active);
    expect(await served('&testing=false')).toEqual(active);
    expect(await served('&testing=true')).toMatchObject({ id: draft?.id, status: 'draft', hideLearnMore: true });
    const list = async (query = '') =>
      (await test.anonymous.get<ServedConsentConfig[]>(`${manager}/configs.json${query}`)).body.map(
        ({ status }) => status,
      );
    expect(await list()).toEqual(['active']);
    expect(await list('?testing=true')).toEqual(['active', 'draft']);
  });
});

describe('draft', () => {
  it('is saved, changed and discarded with an entry in the audit log', async () => {
    const { config, revision, draft } = await startDraft();
    expect(draft).toMatchObject({ base: 1, changed_by: 'captain', config: { hideLearnMore: true } });
    const again = await save({ ...config, lang: 'de' }, revision);
    expect(again.body.draft).toMatchObject({ id: draft?.id, config: { lang: 'de' } });
    expect(again.body.draft?.revision).toBeGreaterThan(revision);
    expect((await discard(again.body.draft?.revision ?? 0)).body).toMatchObject({ draft: null, active: { number: 1 } });
    expect(await events()).toMatchObject([
      { actor_pk: captain.pk, action: 'privacy.drafted', data: { before: {}, after: { hideLearnMore: true } } },
      { action: 'privacy.drafted', data: { before: {}, after: { lang: 'de' } } },
      { action: 'privacy.discarded', data: { before: { hideLearnMore: true, lang: 'de' }, after: {} } },
    ]);
  });

  it('is saved by one of two simultaneous requests, and no revision number is reused', async () => {
    const { config } = (await readConfigState(captain)).active;
    const first = await Promise.all([save({ ...config, lang: 'de' }, 0), save({ ...config, lang: 'fr' }, 0)]);
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409]);
    const revision = (await readConfigState(captain)).draft?.revision ?? 0;
    const more = await Promise.all([save({ ...config, lang: 'de' }, revision), discard(revision)]);
    expect(more.map(({ status }) => status).sort()).toEqual([200, 409]);
    await discard((await readConfigState(captain)).draft?.revision ?? 0);
    const { revision: newer } = await startDraft();
    expect(newer).toBeGreaterThan(revision);
    expect((await save(config, revision)).body.code).toBe('conflict');
    expect((await save(config, 0)).body.code).toBe('conflict');
  });

  it('cannot be discarded or published if it does not exist', async () => {
    expect([(await discard(1)).status, (await publishDraft(1)).status]).toEqual([404, 404]);
    expect((await save((await readConfigState(captain)).active.config, 7)).body.code).toBe('conflict');
  });

  it('is saved with required set on services that cannot be declined', async () => {
    const { config } = (await readConfigState(captain)).active;
    const services = [...config.services, { name: 'login', purposes: ['functional'], required: false }];
    expect((await save({ ...config, services }, 0)).body.draft?.config.services.at(-1)).toEqual({
      name: 'login',
      purposes: ['functional'],
      required: true,
    });
  });

  it('is rejected with the invalid fields', async () => {
    const { config } = (await readConfigState(captain)).active;
    const services = [config.services[0], { name: 'youtube', purposes: ['functional'], optOut: true }];
    const answer = await save({ ...config, services } as ConsentConfig, 0);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['config.services.1.purposes', 'config.services.1.optOut']);
    expect((await readConfigState(captain)).draft).toBeNull();
  });

  it('is rejected with the first invalid field', async () => {
    const cases: [string, unknown][] = [
      ['config', undefined],
      ['config.services', { services: 'all' }],
      ['config.services.0.name', { services: [{ name: '__proto__', purposes: ['x'] }] }],
      ['config.services.0.title', { services: [{ name: 'a', purposes: ['x'], title: 'a\0b' }] }],
      ['config.services.0.title', { services: [{ name: 'a', purposes: ['x'], title: 'x'.repeat(81) }] }],
      ['config.services.0.title', { services: [{ name: 'a', purposes: ['x'], title: 'half \ud800' }] }],
      ['config.services.0.cookies.0', { services: [{ name: 'a', purposes: ['x'], cookies: ['(a+)+$'] }] }],
      [
        'config.services',
        {
          services: [
            { name: 'a', purposes: ['x'] },
            { name: 'a', purposes: ['x'] },
          ],
        },
      ],
      ['config.privacyPolicy', { services: [], privacyPolicy: 'javascript:alert(1)' }],
      [
        'config.translations.en.privacyPolicyUrl',
        { services: [], translations: { en: { privacyPolicyUrl: 'javascript:alert(1)' } } },
      ],
      ['config.styling.green1', { services: [], styling: { green1: 'url(//evil)' } }],
      ['config.storageName', { services: [], storageName: 'a;b' }],
      ['config', { services: [], callback: 'alert(1)' }],
      ['config.services.0', { services: [{ name: 'a', purposes: ['x'], onAccept: 'alert(1)' }] }],
    ];
    for (const [field, config] of cases) {
      const answer = await captain.put<ErrorBody>('/api/admin/privacy/draft', { config, revision: 0 });
      expect([answer.status, Object.keys(answer.body.fields ?? {})[0]], JSON.stringify(config)).toEqual([400, field]);
    }
  });

  it('is rejected above the size limit', async () => {
    const { config } = (await readConfigState(captain)).active;
    const texts = (count: number, size: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 'x'.repeat(size)]));
    const long = await save({ ...config, translations: { en: texts(2_000, 45) } }, 0);
    expect(long.body.fields).toEqual({ config: expect.stringContaining('Use at most 100 KB') });
    expect((await save({ ...config, translations: { en: texts(2_000, 100) } }, 0)).body.code).toBe('too_large');
    expect((await save({ ...config, translations: { en: texts(1_000, 30) } }, 0)).status).toBe(200);
  });

  it('is rejected if the body is not a configuration', async () => {
    const headers = { authorization: `Bearer ${(await test.as(captain)).token}`, 'content-type': 'application/json' };
    const proto = '{"config":{"__proto__":{"services":[]}},"revision":0}';
    for (const payload of [proto, '{"config":', '['.repeat(60_000), 'null', '""']) {
      const answer = await test.app.inject({ method: 'PUT', url: '/api/admin/privacy/draft', headers, payload });
      expect([answer.statusCode, answer.json().code], payload.slice(0, 60)).toEqual([400, 'invalid_request']);
    }
  });
});

describe('publishing', () => {
  it('creates a version with a new id and archives the previous one', async () => {
    const before = await served();
    const { revision, draft } = await startDraft();
    const { body } = await publishDraft(revision);
    expect(body).toMatchObject({
      active: { number: 2, status: 'active', published_by: 'captain', config: { hideLearnMore: true } },
      draft: null,
    });
    expect([before.id, draft?.id]).not.toContain(body.active.id);
    expect((await served()).id).toBe(body.active.id);
    expect((await test.anonymous.get<Features>('/api/config/features2')).body.privacy.config).toBe(body.active.id);
    const versions = await captain.get('/api/admin/privacy/versions');
    expect(versions.body).toMatchObject({
      versions: [
        { number: 2, status: 'active', published_by: 'captain' },
        { number: 1, status: 'archived', published_by: null, id: before.id },
      ],
      next_cursor: null,
    });
    const first = await captain.get<{ config: ConsentConfig }>('/api/admin/privacy/versions/1');
    expect(first.body.config.hideLearnMore).toBeUndefined();
    expect((await events()).at(-1)).toMatchObject({
      action: 'privacy.published',
      subject: 'privacy:2',
      data: { before: {}, after: { hideLearnMore: true } },
    });
  });

  it('updates the features of every page, and saving a draft does not', async () => {
    const currentConfig = async () => (await test.anonymous.get<Features>('/api/config/features2')).body.privacy.config;
    const before = await currentConfig();
    const changes: PageChange[] = [];
    const stop = await watchPageChanges(test.database.url, (change) => changes.push(change));
    const { revision } = await startDraft();
    expect([await currentConfig(), changes]).toEqual([before, []]);
    const { active } = (await publishDraft(revision)).body;
    expect(await currentConfig()).toBe(active.id);
    await expect.poll(() => changes).toEqual([['/api/config/features*', '/api/config/privacy']]);
    await stop();
  });

  it('is rejected if the draft does not satisfy the current rules', async () => {
    const { config, revision } = await startDraft();
    const services = config.services.filter(({ name }) => name !== 'youtube');
    const old = JSON.stringify({ ...config, services });
    await test.database.db.updateTable('privacy_draft').set({ config: old }).execute();
    const { status, body } = await publishDraft(revision);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['config.services']]);
    expect((await readConfigState(captain)).active.number).toBe(1);
  });

  it('answers already_done if the draft equals the active configuration', async () => {
    const { revision } = await startDraft({});
    expect((await publishDraft(revision)).body.code).toBe('already_done');
    expect((await readConfigState(captain)).draft).not.toBeNull();
  });

  it('succeeds for one of two simultaneous requests, and conflicts with a concurrent change', async () => {
    const { config, revision } = await startDraft();
    const answers = await Promise.all([publishDraft(revision), publishDraft(revision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const late = { config: { ...config, lang: 'de' }, revision: 0, base: 1 };
    expect((await captain.put<ErrorBody>('/api/admin/privacy/draft', late)).body.code).toBe('conflict');
    const other = (await save({ ...config, lang: 'de' }, 0)).body.draft?.revision ?? 0;
    const race = await Promise.all([publishDraft(other), save({ ...config, lang: 'fr' }, other)]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
    const numbers = await test.database.db.selectFrom('privacy_versions').select('status').orderBy('number').execute();
    expect(numbers.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('never changes a published version', async () => {
    const { db } = test.database;
    const never = 'A configuration that was published never changes.';
    await expect(db.updateTable('privacy_versions').set({ config: '{}' }).execute()).rejects.toThrow(never);
    await expect(db.deleteFrom('privacy_versions').execute()).rejects.toThrow(never);
    await publish(captain, (config) => ({ ...config, lang: 'de' }));
    await db.deleteFrom('users').where('pk', '=', captain.pk).execute();
    const version = await db.selectFrom('privacy_versions').select('published_by').where('number', '=', 2).execute();
    expect(version).toEqual([{ published_by: null }]);
  });

  it('returns the versions page by page', async () => {
    for (const lang of ['de', 'fr', 'es']) await publish(captain, (config) => ({ ...config, lang }));
    type Page = { versions: { number: number }[]; next_cursor: string | null };
    const ask = async (query: string) => (await captain.get<Page>(`/api/admin/privacy/versions?${query}`)).body;
    const first = await ask('limit=3');
    expect(first.versions.map(({ number }) => number)).toEqual([4, 3, 2]);
    expect(await ask(`limit=3&cursor=${first.next_cursor}`)).toMatchObject({
      versions: [{ number: 1 }],
      next_cursor: null,
    });
  });

  it('rejects an invalid query or number, and answers 404 for an unknown version', async () => {
    for (const path of ['?cursor=x', '?cursor=99999999999', '?limit=0', '/0', '/x']) {
      expect((await captain.get(`/api/admin/privacy/versions${path}`)).status, path).toBe(400);
    }
    expect((await captain.get('/api/admin/privacy/versions/2')).status).toBe(404);
  });
});
