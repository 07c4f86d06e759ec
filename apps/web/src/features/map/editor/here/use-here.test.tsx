import type { MapPresence } from '@hexpedition/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Here } from './here.ts';
import { HereList } from './here-list.tsx';
import { useHere } from './use-here.ts';

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
  // Closing an editor is a call too.
  cleanup();
  leave.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  look(true);
});
/** Shows the browser's tab, or hides it. */
function look(isSeen: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: !isSeen });
  document.dispatchEvent(new Event('visibilitychange'));
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

async function openEditor() {
  const here = new Here();
  const heard: MapPresence[] = [];
  const gone: string[] = [];
  function Probe() {
    useHere(
      'hexmap',
      here,
      () => here.hand,
      (one) => heard.push(one),
    );
    return <HereList here={here} onGo={({ username }) => gone.push(username)} />;
  }
  const app = await renderApp(<Probe />, {
    user: buildUser(),
    answers: { 'POST /api/admin/map/:hexmap/here': news },
  });
  const sent = () => app.server.callsOf('POST /api/admin/map/:hexmap/here').map(({ body }) => body.hex);
  return { ...app, here, heard, gone, sent };
}

test('an open editor says every few seconds where its author is, and hears the news', async () => {
  const { here, heard, sent, server } = await openEditor();
  await pass(0);
  expect(sent()).toEqual([null]);
  here.hand = { q: 5, r: 1 };
  await pass(4);
  expect(sent()).toEqual([null, { q: 5, r: 1 }]);
  expect(heard).toEqual([news, news]);
  // A missing answer changes nothing; the next one counts.
  server.change({ 'POST /api/admin/map/:hexmap/here': rejection('too_many_requests') });
  await pass(4);
  expect(here.read().others).toHaveLength(2);
  server.change({ 'POST /api/admin/map/:hexmap/here': { ...news, others: [] } });
  await pass(4);
  expect(here.read()).toEqual({ others: [], said: 'first-mate and ines have left.' });
});

test('one that nobody looks at asks nothing, and asks at once when it is seen again', async () => {
  const { sent } = await openEditor();
  await pass(0);
  look(false);
  await pass(60);
  expect(sent()).toHaveLength(1);
  await act(async () => look(true));
  expect(sent()).toHaveLength(2);
});

test('one that is closed says so, whether it is left or the page goes', async () => {
  const { unmount } = await openEditor();
  await pass(0);
  window.dispatchEvent(new Event('pagehide'));
  const call = ['/api/admin/map/hexmap/here', expect.objectContaining({ method: 'DELETE', keepalive: true })];
  expect(leave.mock.calls).toEqual([call]);
  unmount();
  expect(leave.mock.calls).toEqual([call, call]);
});

test('one that is closed while it asks says so after the answer', async () => {
  const { unmount, server } = await openEditor();
  await pass(0);
  let answer = (_news: MapPresence) => {};
  const late = new Promise<MapPresence>((resolve) => {
    answer = resolve;
  });
  server.change({ 'POST /api/admin/map/:hexmap/here': () => late });
  await pass(4);
  unmount();
  expect(leave).not.toHaveBeenCalled();
  await act(async () => answer(news));
  await pass(0);
  expect(leave).toHaveBeenCalledTimes(1);
});

test('the others are named, and a press leads to them', async () => {
  const { gone, person } = await openEditor();
  await pass(0);
  const list = screen.getByRole('list', { name: 'Also here' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(['FMfirst-mate', 'INines']);
  expect(screen.getByRole('status').textContent).toBe('first-mate and ines are here too.');
  await person.click(screen.getByRole('button', { name: 'first-mate' }));
  expect(gone).toEqual(['first-mate']);
  await person.hover(screen.getByRole('button', { name: 'first-mate' }));
  expect(screen.getByRole('tooltip').textContent).toMatch(/^first-mate, here since \d\d:\d\d, at 3, -2$/);
});
