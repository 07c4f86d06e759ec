import type { Instance } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildInstance, buildLab, buildPaddleOffer, buildSubscribed, buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { InstancePanel } from './instance-panel.tsx';

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

test('asks before stopping, and keeps the lab running on cancel', async () => {
  const { person, server } = await show();
  const button = await screen.findByRole('button', { name: 'Stop' });
  await person.click(button);
  expect(screen.getByRole('dialog', { name: 'Stop the lab?' }).textContent).toContain('all changes');
  await person.click(screen.getByRole('button', { name: 'Keep it running' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(server.callsOf(stop)).toEqual([]);
});

test('stops the lab after confirmation, and moves the focus to the start button', async () => {
  const { person, server } = await show();
  await person.click(await screen.findByRole('button', { name: 'Stop' }));
  await person.click(screen.getByRole('button', { name: 'Stop lab' }));
  const start = await screen.findByRole('button', { name: 'Start lab' });
  expect(server.callsOf(stop)).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(start));
});

test('shows in the dialog why the lab did not stop', async () => {
  const { person, server } = await show();
  server.change({ [stop]: rejection('unavailable', { msg: 'The server is busy.' }) });
  await person.click(await screen.findByRole('button', { name: 'Stop' }));
  await person.click(screen.getByRole('button', { name: 'Stop lab' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.');
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('lists the running labs at their limit, and stops one of them', async () => {
  const start = 'POST /api/lab/:slug/start';
  const running = { instances: [{ ...buildInstance({ lab: 'wire-room' }), name: 'The Wire Room' }] };
  const { person, server } = await renderApp(<InstancePanel slug="tide-table" lab={buildLab()} />, {
    user: buildUser(),
    answers: {
      'GET /api/lab/:slug/instance': { instance: null },
      'GET /api/lab/instances_running': running,
      [start]: rejection('instance_limit', { msg: 'You already have 1 labs running. Stop one of them first.' }),
      [stop]: { instance: buildInstance({ lab: 'wire-room', status: 'stopped' }) },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Start lab' }));
  await person.click(await screen.findByRole('button', { name: 'Stop The Wire Room' }));
  server.change({ 'GET /api/lab/instances_running': { instances: [] } });
  await person.click(screen.getByRole('button', { name: 'Stop lab' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop The Wire Room' })).toBeNull());
  expect(server.callsOf(stop)).toMatchObject([{ params: { slug: 'wire-room' } }]);
});

test('shows the plan that includes the lab instead of a start button when the tier is too low', async () => {
  await renderApp(<InstancePanel slug="tide-table" lab={buildLab({ tier: 2 })} />, {
    user: buildUser(),
    features: { paddle: true },
    answers: {
      'GET /api/lab/:slug/instance': { instance: null },
      'GET /api/config/paddle_subscription': buildPaddleOffer(),
      'GET /api/account/paddle/subscription': buildSubscribed(),
    },
  });
  const link = await screen.findByRole('link', { name: 'Specialization unlocks it, from $39.00 a month' });
  expect(link.closest('p')?.textContent).toContain('Your tier does not include this lab. Specialization unlocks it');
  expect(screen.queryByRole('button', { name: 'Start lab' })).toBeNull();
});

test('names the required tier when plans are not for sale', async () => {
  await renderApp(<InstancePanel slug="tide-table" lab={buildLab({ tier: 2 })} />, {
    user: buildUser(),
    answers: { 'GET /api/lab/:slug/instance': { instance: null } },
  });
  const link = await screen.findByRole('link', { name: 'Redeem a voucher' });
  expect(link.closest('p')?.textContent).toBe(
    'Your tier does not include this lab. It requires Specialization. Redeem a voucher, or ask the operator of this site.',
  );
});

test('shows the price to a logged-out visitor before the start', async () => {
  await renderApp(<InstancePanel slug="tide-table" lab={buildLab({ tier: 2 })} />, {
    features: { paddle: true },
    answers: { 'GET /api/config/paddle_subscription': buildPaddleOffer() },
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
const statusText = () => screen.getByRole('status').textContent;

test('shows the queue position', async () => {
  await showAs({ status: 'queued', queue_position: 3, expires_at: null });
  const button = await screen.findByRole('button', { name: 'Queued' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(statusText()).toBe('The server is full. You are third in the queue.');
});

test('leaves the queue and moves the focus to the start button', async () => {
  const { person, server } = await showAs({ status: 'queued', queue_position: 3, expires_at: null });
  server.change({ [stop]: { instance: buildInstance({ status: 'stopped', expires_at: null }) } });
  await person.click(await screen.findByRole('button', { name: 'Leave the queue' }));
  const start = await screen.findByRole('button', { name: 'Start lab' });
  await waitFor(() => expect(document.activeElement).toBe(start));
  expect(statusText()).toBe('You left the queue.');
  expect(screen.queryByRole('button', { name: 'Leave the queue' })).toBeNull();
});

test('shows that a lab is starting', async () => {
  await showAs({ status: 'starting', expires_at: null });
  await screen.findByRole('button', { name: 'Starting' });
  expect(statusText()).toBe('Your instance is starting.');
});

test.each([
  [200, 2, 'The lab ends in less than five minutes. Extend it to continue.'],
  [200, 0, 'The lab ends in less than five minutes. Submit your flags now.'],
  [40, 1, 'The lab ends in less than one minute. Extend it to continue.'],
  [3_000, 2, ''],
])('with %i seconds and %i extensions left it warns: "%s"', async (seconds, extensions_left, words) => {
  await showAs({ extensions_left, expires_at: new Date(Date.now() + seconds * 1000).toISOString() });
  await screen.findByRole('timer');
  expect(statusText()).toBe(words);
});

test('shows that the server was restarted, and offers a new start', async () => {
  await showAs({ status: 'stopped', error: 'The server was restarted.' });
  await screen.findByText('The server was restarted. The next instance starts fresh.');
  expect(screen.getByRole('button', { name: 'Start lab' })).toBeTruthy();
});

test('opens an HTTP lab in a tab, and a socket lab from its workspace', async () => {
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  const first = await showAs({});
  await screen.findByRole('button', { name: 'Open lab' });
  expect(screen.queryByRole('link', { name: 'Open workspace' })).toBeNull();
  first.unmount();
  const second = await showAs({}, buildLab({ serves: 'socket', workspace }));
  const link = await screen.findByRole('link', { name: 'Open workspace' });
  expect(link.getAttribute('href')).toBe('/lab/tide-table');
  expect(names()).not.toContain('Open lab');
  second.unmount();
  await showAs({}, buildLab({ workspace }));
  await screen.findByRole('link', { name: 'Open workspace' });
  expect(names()).toContain('Open lab');
});

test('opens a workspace in split view from a lesson, and closes the view on request or when leaving the lesson', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValueOnce(null).mockReturnValue(window);
  const { person, unmount } = await renderApp(
    <InstancePanel slug="lamplighter" lab={buildLab({ serves: 'socket', workspace })} inLesson />,
    {
      user: buildUser(),
      answers: { 'GET /api/lab/:slug/instance': { instance: buildInstance({ lab: 'lamplighter' }) } },
    },
  );
  const isSplit = () => document.documentElement.dataset.splitView !== undefined;
  await person.click(await screen.findByRole('button', { name: 'Open in split view' }));
  expect(await screen.findByText(/blocked the window/)).toBeTruthy();
  expect(isSplit()).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Open in split view' }));
  expect(open).toHaveBeenLastCalledWith(
    '/lab/lamplighter',
    'lab-lamplighter',
    expect.stringMatching(/^popup,width=\d+,/),
  );
  expect(screen.queryByText(/blocked the window/)).toBeNull();
  expect(isSplit()).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Close split view' }));
  expect(isSplit()).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Open in split view' }));
  unmount();
  expect(isSplit()).toBe(false);
});
