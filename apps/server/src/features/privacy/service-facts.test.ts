import { builtInServices } from '@hexpedition/contract/privacy-vocabulary';
import { describe, expect, it } from 'vitest';
import { testPaddle } from '#features/payments/testing/subscription-model';
import { type Config, readConfig } from '#platform/config';
import { getServiceFacts } from './service-facts.ts';

const configOf = (env: Record<string, string> = {}, changes: Partial<Config> = {}): Config => ({
  ...readConfig({ NODE_ENV: 'test', ...env }),
  ...changes,
});
const cookies = (config: Config) =>
  getServiceFacts('platform', config)
    .stores.filter(({ kind }) => kind === 'cookie')
    .map(({ name }) => name);
const oidc = { issuer: 'https://id.example.org', clientId: 'a', clientSecret: 'b', name: 'Example' };

describe('cookies of the platform', () => {
  it('include only those of labs and of members by default', () => {
    expect(cookies(configOf())).toEqual(['__Host-lab', 'member']);
    expect(cookies(configOf({ LABS_URL: 'http://labs.example.org' }))).toEqual(['hexpedition-lab', 'member']);
  });

  it('are listed under the names that the server sets', () => {
    const closed = { SITE_ACCESS_CODE: 'an-access-code' };
    expect(cookies(configOf(closed, { oidc }))).toEqual([
      '__Host-lab',
      'hexpedition-access',
      'hexpedition-provider',
      'member',
    ]);
    const secure = { ...closed, PUBLIC_URL: 'https://hex.example.org', LABS_URL: 'https://labs.example.org' };
    expect(cookies(configOf(secure, { oidc }))).toEqual(['__Host-lab', '__Host-access', '__Host-provider', 'member']);
  });
});

describe('hosts', () => {
  it('are those of Paddle, or of the local sandbox', () => {
    const hosts = (paddle: Config['paddle']) => getServiceFacts('paddle', configOf({}, { paddle })).hosts;
    expect(hosts(testPaddle({ environment: 'production' }))).toEqual([
      'cdn.paddle.com',
      'buy.paddle.com',
      '*.paddle.com',
    ]);
    expect(hosts(testPaddle())).toContain('sandbox-buy.paddle.com');
    const local = { url: 'http://localhost:4321', control: 'http://localhost:4321/control' };
    expect(hosts(testPaddle({ local }))).toEqual(['localhost:4321']);
    expect(hosts(null)).toEqual([]);
  });

  it('include the host of the operator’s Matomo', () => {
    const { hosts, stores } = getServiceFacts('matomo', configOf({ MATOMO_URL: 'https://stats.example.org/matomo/' }));
    expect(hosts).toEqual(['stats.example.org']);
    expect(stores.map(({ name }) => name)).toContain('_pk_id…');
  });
});

it('lists every item once, with a complete description and lifetime', () => {
  const config = configOf({ SITE_ACCESS_CODE: 'an-access-code' }, { oidc, paddle: testPaddle() });
  const items = builtInServices.flatMap((service) => getServiceFacts(service, config).stores);
  expect(new Set(items.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(items.length);
  for (const { what, lasts } of items) {
    expect(what).toMatch(/^[A-Z].+\.$/);
    expect(lasts).toMatch(/^[A-Z\d].*[^.]$/);
  }
});
