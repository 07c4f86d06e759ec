import type { Instance } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildInstance, buildShop, buildSubscribed, buildUser } from '#lib/testing/build.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { InstancePanel } from './instance-panel.public.tsx';

const instance = (status: Instance['status']) => buildInstance({ status });

const stop = 'POST /api/lab/:slug/stop';
const show = () =>
  renderApp(<InstancePanel slug="tide-table" tier={0} unavailable={null} />, {
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
  await renderApp(<InstancePanel slug="tide-table" tier={2} unavailable={null} />, {
    user: buildUser(),
    features: { paddle: true },
    answers: {
      'GET /api/lab/:slug/instance': { instance: null },
      'GET /api/config/paddle_subscription': buildShop(),
      'GET /api/account/paddle/subscription': buildSubscribed(),
    },
  });
  const link = await screen.findByRole('link', { name: 'Specialization opens it, from $39.00 a month' });
  expect(link.closest('p')?.textContent).toContain('Your tier does not include this lab. Specialization opens it');
  expect(screen.queryByRole('button', { name: 'Start lab' })).toBeNull();
});

test('where nothing is sold it says which tier it takes, and whom to ask', async () => {
  await renderApp(<InstancePanel slug="tide-table" tier={2} unavailable={null} />, {
    user: buildUser(),
    answers: { 'GET /api/lab/:slug/instance': { instance: null } },
  });
  const link = await screen.findByRole('link', { name: 'Redeem a voucher' });
  expect(link.closest('p')?.textContent).toBe(
    'Your tier does not include this lab. It needs Specialization. Redeem a voucher, or ask whoever runs this site.',
  );
});

test('a visitor sees the price before they press Start', async () => {
  await renderApp(<InstancePanel slug="tide-table" tier={2} unavailable={null} />, {
    features: { paddle: true },
    answers: { 'GET /api/config/paddle_subscription': buildShop() },
  });
  await screen.findByRole('link', { name: 'Specialization opens it, from $39.00 a month' });
  expect(screen.getByRole('button', { name: 'Start lab' })).toBeTruthy();
});
