import type { RunningInstances } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildInstance, buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { TopBar } from './top-bar.tsx';

const running = (lab: string, name: string, minutes: number | null): RunningInstances['instances'][number] => ({
  ...buildInstance({
    lab,
    status: minutes === null ? 'starting' : 'running',
    expires_at: minutes === null ? null : new Date(Date.now() + minutes * 60_000 + 10_000).toISOString(),
  }),
  name,
});

const show = (...instances: RunningInstances['instances']) =>
  renderApp(<TopBar isBesideMenu={false} onMenu={() => {}} />, {
    user: buildUser(),
    answers: { 'GET /api/lab/instances_running': { instances } },
  });

test('shows a running lab with its time left and links to it', async () => {
  const { person, path } = await show(running('tide-table', 'Tide Table', 42));
  const badge = await screen.findByRole('link', { name: 'Lab: Tide Table running, 42 minutes left' });
  expect(badge.textContent).toMatch(/^42:(10|09|08)Lab/);
  await person.click(badge);
  expect(path()).toBe('/lab/tide-table');
});

test('shows the lab that ends first and lists all running labs', async () => {
  const { person } = await show(running('tide-table', 'Tide Table', 50), running('lost-luggage', 'Lost Luggage', 9));
  await person.click(await screen.findByRole('button', { name: '2 labs. Lost Luggage running, 9 minutes left' }));
  expect(screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Lost Luggage', '/lab/lost-luggage'],
    ['Tide Table', '/lab/tide-table'],
  ]);
});

test('shows no time for a starting lab', async () => {
  await show(running('tide-table', 'Tide Table', null));
  await screen.findByRole('link', { name: 'Lab: Tide Table starting' });
});

test('shows a queued lab', async () => {
  await show({ ...running('tide-table', 'Tide Table', null), status: 'queued', queue_position: 2 });
  await screen.findByRole('link', { name: 'Lab: Tide Table waiting in the queue' });
});

test('shows no badge without a running lab or session', async () => {
  const { server, unmount } = await show();
  await expect.poll(() => server.callsOf('GET /api/lab/instances_running')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: /^Lab:/ })).toBeNull();
  unmount();
  localStorage.clear();
  const visitor = await renderApp(<TopBar isBesideMenu={false} onMenu={() => {}} />);
  expect(visitor.server.calls).toEqual([]);
});
