import type {
  ConsentRates,
  ConsentReceipts,
  ConsentSubmission,
  ConsentType,
  PrivacyConfigState,
} from '@hexpedition/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { decidableServices } from './consent-config.ts';
import { createReceiptsSweep } from './consent-receipts.sweep.ts';
import { rateColumns } from './consent-submissions.store.ts';
import { manager, publish, readConfigState, submissionOf } from './testing/consent-config.ts';

let test: TestApp;
let captain: Caller & { pk: number };
let config: string;
beforeEach(async () => {
  test = await createTestApp();
  captain = await test.as({ isSuperuser: true });
  config = (await readConfigState(captain)).active.id;
});
afterEach(() => test.close());

const post = async (payload: string, type = 'text/plain;charset=UTF-8', remoteAddress = '127.0.0.1') => {
  const headers = { 'content-type': type };
  const answer = await test.app.inject({ method: 'POST', url: `${manager}/submit`, headers, payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json() as { code?: string; fields?: Record<string, string> } };
};
const submit = (data: Partial<ConsentSubmission['consent_data']>, pathname?: string, from?: string) => {
  const decision = { type: 'accept' as const, consents: { platform: true, youtube: true }, config, ...data };
  return post(JSON.stringify(submissionOf(decision, pathname)), undefined, from);
};
/** Logs in again for each request, because these tests move the clock. */
const getAsAdmin = async <T>(path: string) =>
  (await (await test.as(captain)).get<T>(`/api/admin/privacy/${path}`)).body;
const records = (query = '') => getAsAdmin<ConsentReceipts>(`records${query}`);
const rates = (days = 7) => getAsAdmin<ConsentRates>(`rates?days=${days}`);

describe('consent receipt', () => {
  it('is stored without data that identifies the visitor', async () => {
    expect(await submit({}, '/map/web')).toEqual({ status: 200, body: {} });
    const [row] = await test.database.db.selectFrom('consent_receipts').selectAll().execute();
    expect(row).toEqual({
      pk: expect.any(String),
      at: test.clock.now(),
      type: 'accept',
      version: 1,
      consents: { platform: true, youtube: true },
      changes: null,
      pathname: '/map/web',
      hostname: 'localhost',
      port: 8080,
      protocol: 'http',
      client_name: 'klaro:web',
      client_version: 'v0.7.22',
    });
  });

  it('has changes only for save, and no consents for show', async () => {
    const consents = { platform: true, youtube: false };
    await submit({ type: 'save', consents, changes: { youtube: false } });
    await submit({ type: 'decline', consents, changes: { youtube: false } });
    await submit({ type: 'show', consents: { platform: true, youtube: true }, changes: {} });
    await submit({ type: 'contextual-accept' });
    expect((await records()).records).toMatchObject([
      {
        type: 'contextual-accept',
        version: 1,
        consents: { youtube: true },
        changes: null,
        client: 'klaro:web v0.7.22',
      },
      { type: 'show', consents: {}, changes: null },
      { type: 'decline', changes: null },
      { type: 'save', consents, changes: { youtube: false }, pathname: null },
    ]);
    const shown = (await records('?type=show')).records;
    expect(shown.map(({ type, consents: decided }) => [type, decided])).toEqual([['show', {}]]);
  });

  it('does not contain the secrets of mailed links', async () => {
    await submit({}, '/verify/7/AAAAaSx_-0');
    await submit({}, '/password-reset/7/AAAA');
    await submit({}, '/unsubscribe/7/AAAA');
    const { rows } = {
      rows: await test.database.db.selectFrom('consent_receipts').selectAll().orderBy('pk').execute(),
    };
    expect(rows.map(({ pathname }) => pathname)).toEqual(['/verify', '/password-reset', '/unsubscribe']);
    expect(JSON.stringify(rows)).not.toContain('AAAA');
  });

  it('can be submitted as application/json', async () => {
    const body = JSON.stringify(submissionOf({ type: 'show', consents: {}, config }));
    expect(await post(body, 'application/json;charset=UTF-8')).toEqual({ status: 200, body: {} });
  });

  it('can refer to an archived configuration', async () => {
    await publish(captain, (now) => ({
      ...now,
      services: [...now.services, { name: 'forum', purposes: ['marketing'] }],
    }));
    expect((await submit({})).status).toBe(200);
    expect((await records()).records[0]?.version).toBe(1);
  });

  it('is accepted but not stored for a draft', async () => {
    const { active } = await readConfigState(captain);
    const saved = await captain.put<{ draft: { id: string } }>('/api/admin/privacy/draft', {
      config: { ...active.config, lang: 'de' },
      revision: 0,
    });
    expect((await submit({ config: saved.body.draft.id })).status).toBe(200);
    expect((await records()).records).toEqual([]);
    expect((await rates()).accepted).toBe(0);
  });

  it('is rejected with the invalid field', async () => {
    const cases: [string, Partial<ConsentSubmission['consent_data']>][] = [
      ['consent_data.config', { config: 'ffff' }],
      ['consent_data.config', { config: '' }],
      ['consent_data.consents.forum', { consents: { platform: true, youtube: true, forum: true } }],
      ['consent_data.consents.forum', { type: 'show', consents: { forum: true } }],
      ['consent_data.consents.youtube', { consents: { platform: true } }],
      ['consent_data.consents.platform', { consents: { platform: false, youtube: true } }],
      ['consent_data.consents.platform', { type: 'decline', consents: { platform: false, youtube: false } }],
      ['consent_data.changes.youtube', { type: 'save', changes: { youtube: false } }],
      ['consent_data.changes.forum', { type: 'save', changes: { forum: true } }],
      ['consent_data.consents.constructor', { consents: { constructor: true } as unknown as Record<string, boolean> }],
      ['consent_data.type', { type: 'script' as ConsentType }],
      ['consent_data.consents.youtube', { consents: { platform: true, youtube: 'yes' as unknown as boolean } }],
    ];
    for (const [field, data] of cases) {
      const message = `${field}: ${JSON.stringify(data)}`;
      const answer = await submit(data);
      expect([answer.status, answer.body.code], message).toEqual([400, 'invalid_request']);
      expect(Object.keys(answer.body.fields ?? {}), message).toEqual([field]);
      expect((await records()).records, message).toEqual([]);
      expect((await rates()).accepted, message).toBe(0);
    }
  });

  it('is rejected if a text cannot be stored', async () => {
    for (const [name, value] of [
      ['pathname', 'a\0b'],
      ['hostname', 'a\0b'],
      ['hostname', '\ud800'],
      ['pathname', '/'.repeat(501)],
      ['protocol', 'file'],
      ['port', 65_536],
    ]) {
      const body = submissionOf({ type: 'show', consents: {}, config });
      Object.assign(body.location_data, { [String(name)]: value });
      const answer = await post(JSON.stringify(body));
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [`location_data.${name}`]]);
    }
  });
});

describe('submit errors', () => {
  it('answers a malformed body with its status and code', async () => {
    const cases = [
      [400, 'invalid_request', '', undefined],
      [400, 'invalid_request', 'rubbish', undefined],
      [400, 'invalid_request', '[]', undefined],
      [400, 'invalid_request', 'null', undefined],
      [400, 'invalid_request', '{"__proto__":{"a":1}}', undefined],
      [400, 'invalid_request', '{"consent_data":{"consents":{"__proto__":true}}}', undefined],
      [400, 'invalid_request', '['.repeat(10_000), undefined],
      [413, 'too_large', `"${'x'.repeat(17 * 1_024)}"`, undefined],
      [413, 'too_large', `"${'x'.repeat(17 * 1_024)}"`, 'application/json'],
      [415, 'unsupported_media_type', '<a/>', 'text/xml'],
      [415, 'unsupported_media_type', 'a=b', 'application/x-www-form-urlencoded'],
    ] as const;
    for (const [status, code, payload, type] of cases) {
      expect(await post(payload, type), `${payload.slice(0, 20)} as ${type}`).toMatchObject({ status, body: { code } });
    }
  });

  it('answers 404 for an unknown manager without counting it against the rate limit', async () => {
    const headers = { 'content-type': 'text/plain' };
    const payload = JSON.stringify(submissionOf({ type: 'show', consents: {}, config }));
    for (const id of ['ffff', '__proto__', 'C00C1E']) {
      const url = `/v1/privacy-managers/${id}/submit`;
      const answer = await test.app.inject({ method: 'POST', url, headers, payload });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
    expect(await test.database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });

  it('answers 403 to pages of other sites only', async () => {
    const payload = JSON.stringify(submissionOf({ type: 'show', consents: {}, config }));
    const from = async (site: string) => {
      const headers = { 'content-type': 'text/plain', 'sec-fetch-site': site };
      return (await test.app.inject({ method: 'POST', url: `${manager}/submit`, headers, payload })).statusCode;
    };
    expect([await from('cross-site'), await from('same-origin')]).toEqual([403, 200]);
    expect((await rates()).shown).toBe(1);
  });

  it('answers 429 only to a network that submits too often', async () => {
    const show = { type: 'show' as const, consents: {} };
    const answers = await Promise.all(Array.from({ length: 301 }, () => submit(show, undefined, '2001:db8::1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expect((await submit(show, undefined, '2001:db8::ffff')).body).toMatchObject({ code: 'too_many_requests' });
    expect((await submit(show, undefined, '2001:db8:1::1')).status).toBe(200);
    test.clock.advance(601);
    expect((await submit(show, undefined, '2001:db8::1')).status).toBe(200);
    expect((await rates()).shown).toBe(302);
  });

  it('does not accept text/plain as JSON at other endpoints', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await test.app.inject({ method: 'POST', url: '/api/account/login', headers, payload: '{}' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });
});

describe('consent rates', () => {
  it('contain every day of the period and the decisions about each service', async () => {
    await submit({ type: 'show', consents: {} });
    await submit({});
    test.clock.advance(86_400);
    await submit({ type: 'decline', consents: { platform: true, youtube: false } });
    await submit({ type: 'save', consents: { platform: true, youtube: true }, changes: { youtube: true } });
    await submit({ type: 'contextual-accept' });
    const week = await rates();
    expect(week).toMatchObject({ shown: 1, accepted: 1, declined: 1, saved: 1, contextual: 1 });
    expect(week.services).toEqual([{ name: 'youtube', title: 'YouTube', accepted: 3, decided: 4 }]);
    const today = test.clock.now().toISOString().slice(0, 10);
    expect(week.days).toHaveLength(7);
    expect(week.days.slice(-2)).toEqual([
      { day: expect.any(String), shown: 1, accepted: 1, declined: 0, saved: 0, contextual: 0 },
      { day: today, shown: 0, accepted: 0, declined: 1, saved: 1, contextual: 1 },
    ]);
    expect((await rates(365)).days).toHaveLength(365);
    test.clock.advance(7 * 86_400);
    expect(await rates()).toMatchObject({ shown: 0, accepted: 0, services: [{ name: 'youtube', decided: 0 }] });
    expect((await rates(30)).accepted).toBe(1);
  });

  it('list removed services after the current ones', async () => {
    const forum = { name: 'forum', purposes: ['marketing'], title: 'The forum' };
    const { active } = await publish(captain, (now) => ({ ...now, services: [...now.services, forum] }));
    await submit({ config: active.id, consents: { platform: true, youtube: true, forum: false }, type: 'save' });
    expect((await rates()).services.map(({ title }) => title)).toEqual(['YouTube', 'The forum']);
    await publish(captain, (now) => ({ ...now, services: now.services.filter(({ name }) => name !== 'forum') }));
    expect((await rates()).services).toEqual([
      { name: 'youtube', title: 'YouTube', accepted: 1, decided: 1 },
      { name: 'forum', title: 'forum', accepted: 0, decided: 1 },
    ]);
  });

  it('reject an invalid query', async () => {
    for (const query of ['', '?days=8', '?days=x', '?days=-7']) {
      expect((await captain.get(`/api/admin/privacy/rates${query}`)).status, query).toBe(400);
    }
  });

  it('equal the sums of all receipts after concurrent submissions', async () => {
    const types = ['save', 'accept', 'decline', 'show', 'contextual-accept'] as const;
    const submissions = fc.array(
      fc.record({ type: fc.constantFrom(...types), youtube: fc.boolean(), hours: fc.nat(30) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    let network = 0;
    await fc.assert(
      fc.asyncProperty(submissions, async (all) => {
        network += 1;
        test.clock.advance((all[0]?.hours ?? 0) * 3_600);
        const answers = await Promise.all(
          all.map(({ type, youtube }) =>
            submit({ type, consents: type === 'show' ? {} : { platform: true, youtube } }, '/', `10.0.0.${network}`),
          ),
        );
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        expect(await rates(90)).toMatchObject(await recount());
      }),
      { numRuns: 12 },
    );
  });

  /** Computes the rates from the receipts. */
  async function recount() {
    const { active } = await getAsAdmin<PrivacyConfigState>('');
    const rows = await test.database.db.selectFrom('consent_receipts').select(['type', 'consents']).execute();
    const sums = { shown: 0, accepted: 0, declined: 0, saved: 0, contextual: 0 };
    const youtube = { name: 'youtube', accepted: 0, decided: 0 };
    for (const { type, consents } of rows) {
      sums[rateColumns[type]] += 1;
      if (type === 'show' || !decidableServices(active.config, type).includes('youtube')) continue;
      youtube.decided += 1;
      if (consents.youtube) youtube.accepted += 1;
    }
    return { ...sums, services: [youtube] };
  }
});

describe('list of consent receipts', () => {
  it('returns pages, newest first', async () => {
    for (const type of ['show', 'accept', 'show', 'contextual-accept', 'show'] as const) {
      await submit({ type, ...(type === 'show' ? { consents: {} } : {}) });
    }
    const typesOf = ({ records: page }: ConsentReceipts) => page.map(({ type }) => type);
    const first = await records('?limit=2');
    expect(typesOf(first)).toEqual(['show', 'contextual-accept']);
    expect(typesOf(await records(`?limit=9&cursor=${first.next_cursor}`))).toEqual(['show', 'accept', 'show']);
    const shown = await records('?type=show&limit=2');
    expect(typesOf(await records(`?type=show&limit=2&cursor=${shown.next_cursor}`))).toEqual(['show']);
  });

  it('rejects an invalid query', async () => {
    for (const query of ['cursor=x', 'cursor=9999999999999999999', 'limit=0', 'limit=101', 'type=all']) {
      expect((await captain.get(`/api/admin/privacy/records?${query}`)).status, query).toBe(400);
    }
  });

  it('drops receipts after three years and keeps the daily sums', async () => {
    await submit({});
    test.clock.advance(3 * 365 * 86_400 - 60);
    await submit({});
    const sweep = createReceiptsSweep({ db: test.database.db, clock: test.clock });
    await sweep();
    expect((await records()).records).toHaveLength(2);
    test.clock.advance(61);
    await sweep();
    expect((await records()).records).toHaveLength(1);
    const days = await test.database.db.selectFrom('consent_days').select('accepted').execute();
    expect(days.map(({ accepted }) => accepted)).toEqual([1, 1]);
  });
});
