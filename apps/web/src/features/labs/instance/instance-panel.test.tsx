import type { Instance } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildInstance, buildLab, buildShop, buildSubscribed, buildUser } from '#lib/testing/build.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { InstancePanel } from './instance-panel.public.tsx';

const instance = (status: Instance['status']) => buildInstance({ status });

const stop = 'POST /api/lab/:slug/stop';
const show = () =>
  renderApp(<InstancePanel slug="tide-table" lab={buildLab()} />, {
    user: buildUser(),
    answers: {
      'GET /api/lab/:slug/instance': { instance: instance('running') },
      [stop]: { instance: instance('stopped') },
    },
  });

test('stopping asks first: no is as if nothing was pressed', async () => {
  const { person, server } = await show();
  const button = await screen.findByRole('button', { name: 'Stop' });
  await person.click(button);
  expect(screen.getByRole('dialog', { name: 'Stop the lab?' }).textContent).toContain(
    'everything that you have changed',
  );
  await person.click(screen.getByRole('button', { name: 'Keep it running' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(server.callsOf(stop)).toEqual([]);
});

test('yes stops it, and the focus goes on to the button that starts it again', async () => {
  const { person, server } = await show();
  await person.click(await screen.findByRole('button', { name: 'Stop' }));
  await person.click(screen.getByRole('button', { name: 'Stop the lab' }));
  const start = await screen.findByRole('button', { name: 'Start lab' });
  expect(server.callsOf(stop)).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(start));
});

test('a lab that did not stop says so in the dialog', async () => {
  const { person, server } = await show();
  server.change({ [stop]: refusal('unavailable', { msg: 'The server is busy.' }) });
  await person.click(await screen.findByRole('button', { name: 'Stop' }));
  await person.click(screen.getByRole('button', { name: 'Stop the lab' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.');
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a lab that the tier does not reach says which plan opens it, and offers no start', async () => {
  await renderApp(<InstancePanel slug="tide-table" lab={buildLab({ tier: 2 })} />, {
    user: buildUser(),
    features: { paddle: true },
    answers: {
      'GET /api/lab/:slug/instance': { instance: null },
      'GET /api/config/paddle_subscription': buildShop(),
      'GET /api/account/paddle/subscription': buildSubscribed(),
    },
  });
  const link = await screen.findByRole('link', { name: 'Specialization unlocks it, from $39.00 a month' });
  expect(link.closest('p')?.textContent).toContain('Your tier does not include this lab. Specialization unlocks it');
  expect(screen.queryByRole('button', { name: 'Start lab' })).toBeNull();
});

test('where nothing is sold it says which tier it takes, and whom to ask', async () => {
  await renderApp(<InstancePanel slug="tide-table" lab={buildLab({ tier: 2 })} />, {
    user: buildUser(),
    answers: { 'GET /api/lab/:slug/instance': { instance: null } },
  });
  const link = await screen.findByRole('link', { name: 'Redeem a voucher' });
  expect(link.closest('p')?.textContent).toBe(
    'Your tier does not include this lab. It needs Specialization. Redeem a voucher, or ask whoever runs this site.',
  );
});

test('a visitor sees the price before they press Start', async () => {
  await renderApp(<InstancePanel slug="tide-table" lab={buildLab({ tier: 2 })} />, {
    features: { paddle: true },
    answers: { 'GET /api/config/paddle_subscription': buildShop() },
  });
  await screen.findByRole('link', { name: 'Specialization unlocks it, from $39.00 a month' });
  expect(screen.getByRole('button', { name: 'Start lab' })).toBeTruthy();
});

const workspace = { tools: ['gdb'], home: 32, socket: '/lamp/lamp.sock' };
const showAs = (changes: Partial<Instance>, lab = buildLab()) =>
  renderApp(<InstancePanel slug="tide-table" lab={lab} />, {
    user: buildUser(),
    answers: { 'GET /api/lab/:slug/instance': { instance: buildInstance(changes) } },
  });
const said = () => screen.getByRole('status').textContent;

test('a lab that waits for room says which place it has', async () => {
  await showAs({ status: 'queued', place: 3, expires_at: null });
  const button = await screen.findByRole('button', { name: 'In line' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(said()).toBe('All places are taken. You are third in line.');
});

test('who waits may leave the queue, and the focus goes on to the button that starts it', async () => {
  const { person, server } = await showAs({ status: 'queued', place: 3, expires_at: null });
  server.change({ [stop]: { instance: buildInstance({ status: 'stopped', expires_at: null }) } });
  await person.click(await screen.findByRole('button', { name: 'Leave the queue' }));
  const start = await screen.findByRole('button', { name: 'Start lab' });
  await waitFor(() => expect(document.activeElement).toBe(start));
  expect(said()).toBe('You have left the queue.');
  expect(screen.queryByRole('button', { name: 'Leave the queue' })).toBeNull();
});

test('a lab that starts says so', async () => {
  await showAs({ status: 'starting', expires_at: null });
  await screen.findByRole('button', { name: 'Starting' });
  expect(said()).toBe('A moment: your own copy wakes up.');
});

test.each([
  [200, 2, 'It ends within five minutes. Extend it to go on.'],
  [200, 0, 'It ends within five minutes. Hand in what you have.'],
  [40, 1, 'It ends within a minute. Extend it to go on.'],
  [3_000, 2, ''],
])('with %i seconds and %i extensions left it warns: "%s"', async (seconds, extensions_left, words) => {
  await showAs({ extensions_left, expires_at: new Date(Date.now() + seconds * 1000).toISOString() });
  await screen.findByRole('timer');
  expect(said()).toBe(words);
});

test('after the server was restarted it says so and starts again', async () => {
  await showAs({ status: 'stopped', error: 'The server was restarted.' });
  await screen.findByText('The server was restarted. The next one will be as new.');
  expect(screen.getByRole('button', { name: 'Start lab' })).toBeTruthy();
});

test('a lab in the browser is opened in a tab; one that serves a socket is reached from its workspace', async () => {
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  const first = await showAs({});
  await screen.findByRole('button', { name: 'Open lab' });
  expect(screen.queryByRole('link', { name: 'Open the workspace' })).toBeNull();
  first.unmount();
  const second = await showAs({}, buildLab({ serves: 'socket', workspace }));
  const link = await screen.findByRole('link', { name: 'Open the workspace' });
  expect(link.getAttribute('href')).toBe('/lab/tide-table');
  expect(names()).not.toContain('Open lab');
  second.unmount();
  await showAs({}, buildLab({ workspace }));
  await screen.findByRole('link', { name: 'Open the workspace' });
  expect(names()).toContain('Open lab');
});

test('in a lesson a lab with a workspace opens beside the text, which has its width back on request and after the lesson', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValueOnce(null).mockReturnValue(window);
  const { person, unmount } = await renderApp(
    <InstancePanel slug="lamplighter" lab={buildLab({ serves: 'socket', workspace })} inLesson />,
    {
      user: buildUser(),
      answers: { 'GET /api/lab/:slug/instance': { instance: buildInstance({ lab: 'lamplighter' }) } },
    },
  );
  const isBeside = () => document.documentElement.dataset.beside !== undefined;
  await person.click(await screen.findByRole('button', { name: 'Open beside the text' }));
  expect(await screen.findByText(/blocked the window/)).toBeTruthy();
  expect(isBeside()).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Open beside the text' }));
  expect(open).toHaveBeenLastCalledWith(
    '/lab/lamplighter',
    'lab-lamplighter',
    expect.stringMatching(/^popup,width=\d+,/),
  );
  expect(screen.queryByText(/blocked the window/)).toBeNull();
  expect(isBeside()).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Text in full width' }));
  expect(isBeside()).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Open beside the text' }));
  unmount();
  expect(isBeside()).toBe(false);
});
