import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerSitemap } from './sitemap.routes.ts';

const app = { current: fastify() };

beforeEach(() => {
  app.current = fastify();
  app.current.get('/api/trainings', () => ({ trainings: [{ slug: 'http' }] }));
  app.current.get('/api/lab/', () => ({ labs: [{ slug: 'tide-table' }] }));
  registerSitemap(app.current, { publicUrl: 'https://learn.example.org/' });
});
afterEach(() => app.current.close());

it('robots.txt names the sitemap', async () => {
  const { body } = await app.current.inject('/robots.txt');
  expect(body).toContain('\nDisallow: /api/\n');
  expect(body).toContain('\nSitemap: https://learn.example.org/sitemap.xml\n');
});

it('the sitemap lists public pages, courses and labs', async () => {
  const { body, headers } = await app.current.inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const paths = [...body.matchAll(/<loc>https:\/\/learn\.example\.org(.*?)<\/loc>/g)].map(([, path]) => path);
  expect(paths).toEqual(['/map', '/youtube', '/labs', '/leaderboard', '/courses/http', '/lab/tide-table']);
});
