import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { PageCache } from '#features/pages/pages.public';
import type { Config, PaddleConfig } from '#platform/config';
import { projectRoot } from '#platform/paths';
import { createTestApp, type TestApp } from '#testing/test-app';
import { matomoSources } from './matomo-sources.ts';

const stats = 'https://stats.example.org';
const paddle: PaddleConfig = {
  environment: 'production',
  apiKey: 'pdl_live_apikey_0123456789abcdef',
  clientToken: 'live_0123456789',
  webhookSecret: 'a secret of sixteen',
  plans: [],
  local: null,
};

let test: TestApp;
afterEach(() => test?.close());

const open = async (matomoUrl: string | null) => {
  const web = { distDir: join(projectRoot, 'dist/web'), cache: new PageCache() };
  test = await createTestApp({ matomoUrl, paddle }, { web });
};
/** Maps each CSP directive to its external sources. */
const externalSources = async (path: string) => {
  const { headers } = await test.app.inject({ method: 'GET', url: path });
  const rules = String(headers['content-security-policy']).split('; ');
  const named = rules.map((rule) => [rule.split(' ', 1)[0] ?? '', rule.match(/https?:\S+/g) ?? []] as const);
  return Object.fromEntries(named.filter(([, sources]) => sources.length > 0));
};
const youtube = { 'frame-src': ['https://www.youtube-nocookie.com'] };

it('allows Matomo in the policy of every page if it is configured', async () => {
  await open(`${stats}/matomo/`);
  const script = `${stats}/matomo/matomo.js`;
  const everywhere = { 'script-src': [script], 'connect-src': [stats], 'img-src': [stats] };
  for (const path of ['/map', '/leaderboard', '/no-such-page']) {
    expect([path, await externalSources(path)]).toEqual([path, { ...everywhere, ...youtube }]);
  }
  // The subscription pages also allow Paddle.
  expect(await externalSources('/subscription')).toMatchObject({
    'script-src': [script, 'https://cdn.paddle.com'],
    'connect-src': [stats, 'https://*.paddle.com'],
    'frame-src': [...youtube['frame-src'], 'https://buy.paddle.com'],
  });
});

it('encodes characters of the URL that would end a directive', () => {
  const sources = matomoSources({ matomoUrl: `${stats}/a;b,c/` } as Config);
  expect(sources['script-src']).toBe(`${stats}/a%3Bb%2Cc/matomo.js`);
});

it('does not allow Matomo if it is not configured', async () => {
  await open(null);
  expect(await externalSources('/map')).toEqual(youtube);
  expect((await externalSources('/subscription'))['script-src']).toEqual(['https://cdn.paddle.com']);
});
