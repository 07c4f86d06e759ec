import type { Hexmap } from '@hexpedition/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { transferPageState } from '#lib/page-state.ts';
import { drawnPaths } from './drawn-paths.ts';

const coast = 'M0 0q10 10 20 10t20 10 20 10 20 10z';
const grid = 'M5 5l10 10 10 10 10 10 10 10';
const map = {
  ...{ schema: 1, id: 'main', kind: 'trainings', initial: { x: 0, y: 0, zoom: 1 }, recommended_start: null },
  ...{ bounds: { x: 0, y: 0, width: 9, height: 9 }, labs: [], paths: [], terrain: [], shoals: [`${coast}m1 1`] },
  continents: [
    {
      ...{ slug: 'web', name: 'Web', colour: 'teal', label: { x: 0, y: 0 }, coast, grid },
      ...{ bounds: { x: 0, y: 0, width: 9, height: 9 }, trainings: [], labs: [] },
    },
  ],
} as Hexmap;

afterEach(() => {
  document.body.innerHTML = '';
});

/** Writes the state of a page that shows the map, and reads it as the browser does. */
async function transfer(match: object, picture: string) {
  const query = {
    ...{ queryKey: ['GET /api/config/hexmap:version'], queryHash: 'map', dehydratedAt: 1 },
    state: {
      ...{ data: map, dataUpdateCount: 1, dataUpdatedAt: 5, error: null, errorUpdateCount: 0, errorUpdatedAt: 0 },
      ...{ fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null, isInvalidated: false },
      ...{ status: 'success', fetchStatus: 'idle' },
    },
  };
  let hydrated: { query: { initial: { state: { data: unknown; status: string } }[] } } | undefined;
  const router = {
    options: {
      context: { publicOrigin: 'https://learn.example.org' },
      dehydrate: async () => ({ query: { initial: [query] } }),
      hydrate: async (state: typeof hydrated) => {
        hydrated = state;
      },
    },
    stores: { matches: { get: () => [{ status: 'success', search: {}, ...match }] } },
  };
  transferPageState(router as unknown as AnyRouter, drawnPaths(router as unknown as AnyRouter));
  const page = JSON.stringify(await router.options.dehydrate());
  document.body.innerHTML = picture;
  await router.options.hydrate(JSON.parse(page));
  return { page, hydrated: hydrated?.query.initial };
}

const picture = `<svg id="map">${[coast, grid, `${coast}m1 1`].map((d) => `<path d="${d}"></path>`).join('')}</svg>`;

test('writes the paths of a drawn map only into its picture', async () => {
  const { page, hydrated } = await transfer({ routeId: '/_main/map' }, picture);
  expect(page).not.toContain('q10');
  expect(hydrated?.map(({ state }) => [state.status, state.data])).toEqual([['success', map]]);
});

test('leaves a query out if the picture lacks a path, so that the browser fetches it', async () => {
  const { hydrated } = await transfer({ routeId: '/_main/map' }, '<svg id="map"></svg>');
  expect(hydrated).toEqual([]);
});

test.each([
  { routeId: '/_main/map', search: { view: 'list' } },
  { routeId: '/_main/map', status: 'notFound' },
  { routeId: '/_main/subscription' },
])('writes the paths into the data of a page without the map: %o', async (match) => {
  const { hydrated } = await transfer(match, '');
  expect(hydrated?.map(({ state }) => state.data)).toEqual([map]);
});
