import { MapDocument, type MapDraft, type User } from '@hexpedition/contract';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { ShortcutSheet } from '#shell/shortcuts/shortcut-sheet.tsx';
import { labCard, trainingCard } from '../../atlas/testing/shipped-atlas.ts';
import type { EditorView } from '../editor-header.tsx';
import { MapEditorPage } from '../editor-page.tsx';

/** Stubs browser APIs that the test DOM lacks. Without workers, the page compiles maps itself. Elements have no size. */
export function stubBrowserApis() {
  vi.stubGlobal(
    'Worker',
    class {
      onerror = () => {};
      postMessage = () => this.onerror();
      terminate = () => {};
    },
  );
  // The test DOM's own animations throw when they are canceled.
  const animation = { pause: () => {}, cancel: () => {}, effect: { setKeyframes: () => {} } };
  vi.spyOn(Element.prototype, 'animate').mockReturnValue(animation as unknown as Animation);
  // Closing an editor sends a request with fetch.
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

/** Opens the editor of the sample map. The course `four` is not on it. */
export async function openEditor({
  settings = buildUser().account.settings,
  view = 'map',
  document = draft.document,
}: {
  settings?: User['account']['settings'];
  view?: EditorView;
  document?: MapDocument;
} = {}) {
  const app = await renderApp(
    <>
      <MapEditorPage hexmap="hexmap" view={view} />
      <ShortcutSheet />
    </>,
    {
      user: buildUser({ is_superuser: true, account: { settings } }),
      answers: {
        'GET /api/admin/map/:hexmap': { ...draft, document },
        'POST /api/config/hexmap:version/edit': ({ body }) => ({
          ...draft,
          document: MapDocument.parse(body.document),
        }),
        'GET /api/admin/map/:hexmap/history': { acts: [], next_cursor: null },
        'POST /api/admin/map/:hexmap/presence': { etag: draft.etag, live: null, beta: null, others: [] },
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
