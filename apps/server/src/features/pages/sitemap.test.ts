import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerSitemap } from './sitemap.routes.ts';

const app = { current: fastify() };
const videoMap = { nav: [{ slug: 'on-the-wire', name: 'On the Wire' }] };

beforeEach(() => {
  app.current = fastify();
  app.current.get('/api/trainings', () => ({ trainings: [{ slug: 'http' }] }));
  app.current.get('/api/lab/', () => ({ labs: [{ slug: 'tide-table' }] }));
  app.current.get('/api/config/features2', () => ({ hexmapYT: videoMap }));
  registerSitemap(app.current, { publicUrl: 'https://learn.example.org/' });
});
afterEach(() => app.current.close());

const pathsOf = (body: string) =>
  [...body.matchAll(/<loc>https:\/\/learn\.example\.org(.*?)<\/loc>/g)].map(([, path]) => path);

it('the sitemap is unavailable, and not an internal error, while the courses cannot be read', async () => {
  const broken = fastify();
  broken.get('/api/trainings', (_request, reply) => reply.status(503).send({ code: 'unavailable', msg: 'Later.' }));
  broken.get('/api/lab/', () => ({ labs: [] }));
  broken.get('/api/config/features2', () => ({ hexmapYT: videoMap }));
  registerSitemap(broken, { publicUrl: 'https://learn.example.org/' });
  let thrown: unknown;
  broken.setErrorHandler((error, _request, reply) => {
    thrown = error;
    return reply.status(503).send();
  });
  await broken.inject('/sitemap.xml');
  expect(thrown).toMatchObject({ code: 'unavailable' });
  await broken.close();
});

it('robots.txt names the sitemap', async () => {
  const { body } = await app.current.inject('/robots.txt');
  expect(body).toContain('\nDisallow: /api/\n');
  expect(body).toContain('\nSitemap: https://learn.example.org/sitemap.xml\n');
});

it('the sitemap lists public pages, courses and labs', async () => {
  const { body, headers } = await app.current.inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(pathsOf(body)).toEqual(['/', '/map', '/labs', '/leaderboard', '/youtube', '/courses/http', '/lab/tide-table']);
});

it('the sitemap leaves out the map of videos of a site without one', async () => {
  const site = fastify();
  site.get('/api/trainings', () => ({ trainings: [] }));
  site.get('/api/lab/', () => ({ labs: [] }));
  site.get('/api/config/features2', () => ({ hexmapYT: { nav: [] } }));
  registerSitemap(site, { publicUrl: 'https://learn.example.org/' });
  expect(pathsOf((await site.inject('/sitemap.xml')).body)).toEqual(['/', '/map', '/labs', '/leaderboard']);
  await site.close();
});
