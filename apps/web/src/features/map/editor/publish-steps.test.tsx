import { MapDocument, type MapDraft } from '@hexpedition/contract';
import { changeContinent, paintLand } from '@hexpedition/hexkit/edits';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { PublishSteps } from './publish-steps.tsx';

const live = MapDocument.parse(sampleMap());
const beta = changeContinent(live, 'west', { name: 'Sunset' });
const draft = paintLand(beta, 'east', [
  { q: 11, r: 0 },
  { q: 12, r: 0 },
]);
const longAgo = '2025-11-03T12:00:00.000Z';
const now = () => new Date().toISOString();

const server = (changes: Partial<MapDraft>): MapDraft => ({
  hexmap: 'hexmap',
  etag: '"1"',
  document: draft,
  saved: { by: 'otto', at: now() },
  live: { pk: 12, published_at: longAgo, by: null },
  beta: { pk: 13, published_at: now(), by: 'ines' },
  ...changes,
});

async function open(document: MapDocument, changes: Partial<MapDraft> = {}) {
  await renderApp(<PublishSteps editor={{ hexmap: 'hexmap', document, server: server(changes) }} />, {
    answers: {
      'GET /api/admin/map/:hexmap/version/:pk': ({ params }) => ({
        pk: Number(params.pk),
        published_at: longAgo,
        by: null,
        document: params.pk === '12' ? live : beta,
      }),
    },
  });
  return () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

test('shows the author, the time and the number of changes of each step', async () => {
  const steps = await open(draft);
  await waitFor(() =>
    expect(steps()).toEqual([
      'Draftby otto',
      expect.stringMatching(/^Beta 131 change to publishat \d\d:\d\d, ines$/),
      'Live 122 changes to publish3 Nov 2025',
    ]),
  );
});

test('shows no number without changes or without a published map', async () => {
  const steps = await open(live, { saved: null, beta: { pk: 12, published_at: longAgo, by: null }, live: null });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(steps()).toEqual(['Draftsame as live', 'Beta 123 Nov 2025', 'Livenot published']);
});
