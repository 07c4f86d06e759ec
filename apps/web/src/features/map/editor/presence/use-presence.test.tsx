import type { MapPresence } from '@hexpedition/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { PresenceList } from '../editor-header.tsx';
import { PresenceStore } from './presence-store.ts';
import { usePresence } from './use-presence.ts';

const news: MapPresence = {
  etag: '"trainings-3"',
  live: 4,
  beta: null,
  others: [
    { username: 'first-mate', hex: { q: 3, r: -2 }, since: '2026-03-01T12:41:00.000Z' },
    { username: 'ines', hex: null, since: '2026-03-01T12:42:00.000Z' },
  ],
};
const leave = vi.fn(async (_address: string, _call: RequestInit) => new Response('{}'));
beforeEach(() => {
  vi.stubGlobal('fetch', leave);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  // Closing an editor sends a request too.
  cleanup();
  leave.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setTabVisible(true);
});
/** Shows or hides the browser's tab. */
function setTabVisible(isVisible: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: !isVisible });
  document.dispatchEvent(new Event('visibilitychange'));
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

async function openEditor() {
  const presence = new PresenceStore();
  const received: MapPresence[] = [];
  const visited: string[] = [];
  function Probe() {
    usePresence(
      'hexmap',
      presence,
      () => presence.cursorHex,
      (one) => received.push(one),
    );
    return <PresenceList presence={presence} onGo={({ username }) => visited.push(username)} />;
  }
  const app = await renderApp(<Probe />, {
    user: buildUser(),
    answers: { 'POST /api/admin/map/:hexmap/presence': news },
  });
  const sent = () => app.server.callsOf('POST /api/admin/map/:hexmap/presence').map(({ body }) => body.hex);
  return { ...app, presence, received, visited, sent };
}

test('sends the author’s position every few seconds and receives the state of the map', async () => {
  const { presence, received, sent, server } = await openEditor();
  await pass(0);
  expect(sent()).toEqual([null]);
  presence.cursorHex = { q: 5, r: 1 };
  await pass(4);
  expect(sent()).toEqual([null, { q: 5, r: 1 }]);
  expect(received).toEqual([news, news]);
  // A failed request changes nothing; the next one is used.
  server.change({ 'POST /api/admin/map/:hexmap/presence': rejection('too_many_requests') });
  await pass(4);
  expect(presence.read().others).toHaveLength(2);
  server.change({ 'POST /api/admin/map/:hexmap/presence': { ...news, others: [] } });
  await pass(4);
  expect(presence.read()).toEqual({ others: [], announcement: 'first-mate and ines left.' });
});

test('sends nothing while the tab is hidden, and immediately when it is shown again', async () => {
  const { sent } = await openEditor();
  await pass(0);
  setTabVisible(false);
  await pass(60);
  expect(sent()).toHaveLength(1);
  await act(async () => setTabVisible(true));
  expect(sent()).toHaveLength(2);
});

test('tells the server when the editor or the page is closed', async () => {
  const { unmount } = await openEditor();
  await pass(0);
  window.dispatchEvent(new Event('pagehide'));
  const call = ['/api/admin/map/hexmap/presence', expect.objectContaining({ method: 'DELETE', keepalive: true })];
  expect(leave.mock.calls).toEqual([call]);
  unmount();
  expect(leave.mock.calls).toEqual([call, call]);
});

test('tells the server after the answer when the editor is closed during a request', async () => {
  const { unmount, server } = await openEditor();
  await pass(0);
  let answer = (_news: MapPresence) => {};
  const late = new Promise<MapPresence>((resolve) => {
    answer = resolve;
  });
  server.change({ 'POST /api/admin/map/:hexmap/presence': () => late });
  await pass(4);
  unmount();
  expect(leave).not.toHaveBeenCalled();
  await act(async () => answer(news));
  await pass(0);
  expect(leave).toHaveBeenCalledTimes(1);
});

test('lists the other authors and moves to one on click', async () => {
  const { visited, person } = await openEditor();
  await pass(0);
  const list = screen.getByRole('list', { name: 'Other authors' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(['FMfirst-mate', 'INines']);
  expect(screen.getByRole('status').textContent).toBe('first-mate and ines joined.');
  await person.click(screen.getByRole('button', { name: 'first-mate' }));
  expect(visited).toEqual(['first-mate']);
  await person.hover(screen.getByRole('button', { name: 'first-mate' }));
  expect(screen.getByRole('tooltip').textContent).toMatch(/^first-mate, editing since \d\d:\d\d, at 3, -2$/);
});
