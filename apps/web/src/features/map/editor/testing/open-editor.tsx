import { MapDocument, type MapDraft, type User } from '@hexpedition/contract';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { labsQuery } from '#features/labs/queries.public.ts';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { ShortcutSheet } from '#shell/shortcuts/shortcut-sheet.tsx';
import { labCard, trainingCard } from '../../atlas/testing/shipped-atlas.ts';
import type { EditorView } from '../editor-head.tsx';
import { MapEditorPage } from '../editor-page.tsx';

/** For what this DOM lacks: it has neither workers nor sizes, so the page compiles by itself, on a canvas of nothing. */
export function standIns() {
  vi.stubGlobal(
    'Worker',
    class {
      onerror = () => {};
      postMessage = () => this.onerror();
      terminate = () => {};
    },
  );
  // Other than a browser's, its animations complain when they are ended.
  const glide = { pause: () => {}, cancel: () => {}, effect: { setKeyframes: () => {} } };
  vi.spyOn(Element.prototype, 'animate').mockReturnValue(glide as unknown as Animation);
  // An editor that is left says so by a call of its own.
  vi.stubGlobal('fetch', async () => new Response());
}

const draft: MapDraft = {
  hexmap: 'hexmap',
  etag: '"1"',
  document: MapDocument.parse(sampleMap()),
  saved: null,
  live: null,
  beta: null,
};

/** The editor of the sample map; the course `four` has no place on it. */
export async function openEditor({
  settings = buildUser().account.settings,
  view = 'map',
}: {
  settings?: User['account']['settings'];
  view?: EditorView;
} = {}) {
  const app = await renderApp(
    <>
      <MapEditorPage hexmap="hexmap" view={view} />
      <ShortcutSheet />
    </>,
    {
      user: buildUser({ is_superuser: true, account: { settings } }),
      answers: {
        'GET /api/admin/map/:hexmap': draft,
        'POST /api/config/hexmap:version/edit': ({ body }) => ({
          ...draft,
          document: MapDocument.parse(body.document),
        }),
        'GET /api/admin/map/:hexmap/history': { acts: [], next_cursor: null },
        'POST /api/admin/map/:hexmap/here': { etag: draft.etag, live: null, beta: null, others: [] },
      },
      seed: (client) => {
        const trainings = ['one', 'two', 'three', 'four'].map((slug) => trainingCard(slug, 'west'));
        client.setQueryData(trainingsQuery.queryKey, { trainings });
        client.setQueryData(labsQuery.queryKey, { labs: [labCard('box')] });
      },
    },
  );
  const canvas = await screen.findByRole('application');
  return { ...app, canvas };
}
