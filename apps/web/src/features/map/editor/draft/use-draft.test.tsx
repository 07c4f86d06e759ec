import { MapDocument, type MapDraft } from '@hexpedition/contract';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { useDraft } from './use-draft.ts';

const draftOf = (document: MapDocument, etag: string): MapDraft => ({
  hexmap: 'hexmap',
  etag,
  document,
  saved: { by: 'otto', at: '2026-03-01T12:00:00.000Z' },
  live: null,
  beta: null,
});
const at = (x: number) => (map: MapDocument) => ({ ...map, initial: { ...map.initial, x } });
const first = draftOf(MapDocument.parse(sampleMap()), '"1"');

/** Renders a draft. The server delays its answers to saves until `answer` is called. */
async function editDraft(answers: Answers = {}) {
  const held: (() => void)[] = [];
  let saved = 1;
  let draft: ReturnType<typeof useDraft> | undefined;
  function Probe() {
    draft = useDraft('hexmap', first);
    return <output>{draft.state}</output>;
  }
  const app = await renderApp(<Probe />, {
    answers: {
      'POST /api/config/hexmap:version/edit': async ({ body }) => {
        await new Promise<void>((resolve) => held.push(resolve));
        saved += 1;
        return draftOf(MapDocument.parse(body.document), `"${saved}"`);
      },
      ...answers,
    },
  });
  return {
    ...app,
    draft: () => {
      if (!draft) throw new Error('The component is not rendered.');
      return draft;
    },
    /** Waits for a request, then lets the server answer it. */
    answer: async () => {
      await waitFor(() => expect(held).not.toHaveLength(0));
      await act(async () => held.shift()?.());
    },
    sent: () =>
      app.server.callsOf('POST /api/config/hexmap:version/edit').map(({ body, headers }) => ({
        x: body.document?.initial.x,
        etag: headers['if-match'],
      })),
  };
}

test('joins a running save and resolves when everything is saved', async () => {
  const { draft, answer, sent } = await editDraft();
  act(() => draft().change('one', at(1)));
  let began: Promise<boolean[]> | undefined;
  await act(async () => {
    const autosave = draft().save();
    draft().change('two', at(2));
    began = Promise.all([autosave, draft().save()]);
  });
  await answer();
  await answer();
  expect(await began).toEqual([true, true]);
  expect(sent()).toEqual([
    { x: 1, etag: '"1"' },
    { x: 2, etag: '"2"' },
  ]);
  expect(screen.getByText('saved')).toBeDefined();
});

test('can save again after a save without changes', async () => {
  const { draft, answer, sent } = await editDraft();
  await act(async () => expect(await draft().save()).toBe(true));
  expect(sent()).toEqual([]);
  act(() => draft().change('one', at(1)));
  let second: Promise<boolean> | undefined;
  await act(async () => {
    second = draft().save();
  });
  await answer();
  expect(await second).toBe(true);
  expect(sent()).toEqual([{ x: 1, etag: '"1"' }]);
});

test('has nothing to save after an unsaved change is undone', async () => {
  const { draft, sent } = await editDraft();
  act(() => draft().change('one', at(1)));
  expect(draft().state).toBe('unsaved');
  act(() => draft().undo());
  expect(draft().state).toBe('saved');
  await act(async () => expect(await draft().save()).toBe(true));
  expect(sent()).toEqual([]);
});

test('shows a failed save, and retries with the next one', async () => {
  const { draft, server } = await editDraft({
    'POST /api/config/hexmap:version/edit': rejection('forbidden'),
  });
  act(() => draft().change('one', at(1)));
  await act(async () => expect(await draft().save()).toBe(false));
  expect(draft()).toMatchObject({ state: 'failed', error: 'The server says forbidden.' });
  // The error belongs to the failed document, so the next change hides it.
  act(() => draft().change('two', at(2)));
  expect(draft()).toMatchObject({ state: 'unsaved', error: undefined });
  act(() => draft().undo());
  expect(draft().state).toBe('failed');
  server.change({ 'POST /api/config/hexmap:version/edit': draftOf(at(1)(first.document), '"2"') });
  await act(async () => expect(await draft().save()).toBe(true));
  expect(draft().error).toBeUndefined();
});

test('merges another author’s save, and waits for a decision on conflicts', async () => {
  const theirs = draftOf({ ...first.document, recommended_start: null }, '"9"');
  const { draft, server } = await editDraft({
    'POST /api/config/hexmap:version/edit': ({ headers, body }) =>
      headers['if-match'] === '"9"' ? draftOf(MapDocument.parse(body.document), '"10"') : rejection('conflict'),
    'GET /api/admin/map/:hexmap': theirs,
  });
  act(() => draft().change('one', at(1)));
  await act(async () => expect(await draft().save()).toBe(true));
  expect(draft().document).toMatchObject({ initial: { x: 1 }, recommended_start: null });

  server.change({
    'GET /api/admin/map/:hexmap': draftOf(at(3)(draft().document), '"11"'),
    'POST /api/config/hexmap:version/edit': ({ headers, body }) =>
      headers['if-match'] === '"11"' ? draftOf(MapDocument.parse(body.document), '"12"') : rejection('conflict'),
  });
  act(() => draft().change('two', at(2)));
  await act(async () => expect(await draft().save()).toBe(false));
  expect(draft().conflict).toMatchObject({ by: 'otto' });
  expect(draft().document.initial.x).toBe(2);
  expect(await draft().save()).toBe(false);
  act(() => draft().settle(new Set(draft().conflict?.conflicts.map(({ key }) => key))));
  await act(async () => expect(await draft().save()).toBe(true));
  expect(draft().document.initial.x).toBe(3);
});

test('fetches the draft only if the server has a newer one, and not during a save', async () => {
  const theirs = draftOf({ ...first.document, recommended_start: null }, '"9"');
  const { draft, answer, server } = await editDraft({ 'GET /api/admin/map/:hexmap': theirs });
  const fetches = () => server.callsOf('GET /api/admin/map/:hexmap').length;
  const hear = (etag: string, live: number | null = null) => act(() => draft().hear({ etag, live, beta: null }));
  await hear('"1"');
  expect(fetches()).toBe(0);
  await hear('"9"');
  expect(fetches()).toBe(1);
  expect(draft().document.recommended_start).toBeNull();
  expect(draft().state).toBe('saved');

  // Another author has published: the draft is unchanged and needs no save.
  const { document } = draft();
  const published = { pk: 7, published_at: '2026-03-01T12:00:00.000Z', by: 'otto' };
  server.change({ 'GET /api/admin/map/:hexmap': { ...theirs, live: published } });
  await hear('"9"', 7);
  expect(fetches()).toBe(2);
  expect(draft().server.live).toEqual(published);
  expect(draft().document).toBe(document);

  act(() => draft().change('one', at(1)));
  let saving: Promise<boolean> | undefined;
  await act(async () => {
    saving = draft().save();
  });
  await hear('"10"', 7);
  expect(fetches()).toBe(2);
  await answer();
  await act(async () => expect(await saving).toBe(true));
});
