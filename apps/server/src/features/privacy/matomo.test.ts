import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { PageCache } from '#features/pages/pages.public';
import type { Config, PaddleConfig } from '#platform/config';
import { projectRoot } from '#platform/paths';
import { createTestApp, type TestApp } from '#testing/test-app';
import { matomoSources } from './matomo.ts';

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
/** Directive → what it lets in of others. */
const foreignOf = async (path: string) => {
  const { headers } = await test.app.inject({ method: 'GET', url: path });
  const rules = String(headers['content-security-policy']).split('; ');
  const named = rules.map((rule) => [rule.split(' ', 1)[0] ?? '', rule.match(/https?:\S+/g) ?? []] as const);
  return Object.fromEntries(named.filter(([, sources]) => sources.length > 0));
};
const film = { 'frame-src': ['https://www.youtube-nocookie.com'] };

it('is named by the policy of every page, where the operator has one', async () => {
  await open(`${stats}/matomo/`);
  const script = `${stats}/matomo/matomo.js`;
  const everywhere = { 'script-src': [script], 'connect-src': [stats], 'img-src': [stats] };
  for (const path of ['/map', '/leaderboard', '/no-such-page']) {
    expect([path, await foreignOf(path)]).toEqual([path, { ...everywhere, ...film }]);
  }
  // What can charge a card is let in beside it.
  expect(await foreignOf('/subscription')).toMatchObject({
    'script-src': [script, 'https://cdn.paddle.com'],
    'connect-src': [stats, 'https://*.paddle.com'],
    'frame-src': [...film['frame-src'], 'https://buy.paddle.com'],
  });
});

it('cannot end a directive by its address', () => {
  const sources = matomoSources({ matomoUrl: `${stats}/a;b,c/` } as Config);
  expect(sources['script-src']).toBe(`${stats}/a%3Bb%2Cc/matomo.js`);
});

it('is named by none, where the operator has none', async () => {
  await open(null);
  expect(await foreignOf('/map')).toEqual(film);
  expect((await foreignOf('/subscription'))['script-src']).toEqual(['https://cdn.paddle.com']);
});
