import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '#lib/session.ts';
import { buildLab, buildLabFlag, buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LabTaskList } from './lab-task-list.tsx';

const open = 'POST /api/lab/:slug/hints';
const own = 'GET /api/lab/:slug/hints';
const upTo = (count: number) => ({
  hints: Array.from({ length: count }, (_, index) => ({ number: index + 1, html: `<p>Text ${index + 1}</p>` })),
});
const answers: Answers = {
  'GET /api/lab/flags/:slug': { flags: [buildLabFlag()] },
  'GET /api/lab/flags_solved': { flags: [], sources: [] },
  [own]: upTo(0),
  [open]: ({ body }) => upTo(body.number),
};
const costs = (...all: number[]) => all.map((cost) => ({ cost, flag: 'flag' }));
const show = (hints = costs(0, 4, 10), options: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(<LabTaskList lab={buildLab({ hints })} onRepair={() => {}} />, {
    ...options,
    answers: { ...answers, ...options.answers },
  });

const buttons = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Submit');
const prices = () => screen.getAllByText(/^(?:Free|−\d+ points?|\d+ points? deducted)$/).map((one) => one.textContent);
const button = (name: string) => screen.findByRole('button', { name });

test('shows the cost of each hint in advance, and opens a free hint at once', async () => {
  const { person, server } = await show(undefined, { user: buildUser() });
  const first = await button('Show hint 1');
  expect(buttons()).toEqual(['Show hint 1']);
  expect(prices()).toEqual(['Free', '−4 points', '−10 points']);
  await person.click(first);
  await screen.findByText('Text 1');
  expect(buttons()).toEqual(['Hide hint 1', 'Show hint 2']);
  // The button is the same element, so it keeps the focus.
  expect(document.activeElement).toBe(await button('Hide hint 1'));
  await person.keyboard('{Enter}');
  expect(screen.queryByText('Text 1')).toBeNull();
  await person.click(await button('Show hint 1 again'));
  expect(server.callsOf(open).map(({ body }) => body.number)).toEqual([1]);
});

test('asks for confirmation before it opens a hint that costs points', async () => {
  const { person, server } = await show(costs(4), { user: buildUser() });
  await person.click(await button('Show hint 1'));
  expect(screen.getByText(/The flag will then give 36 of 40 points/)).toBeTruthy();
  expect(server.callsOf(open)).toEqual([]);
  await person.click(await button('Cancel'));
  await person.click(await button('Show hint 1'));
  await person.keyboard('{Escape}');
  expect(buttons()).toEqual(['Show hint 1']);
  await person.click(await button('Show hint 1'));
  await person.click(await button('Open for 4 points'));
  await screen.findByText('Text 1');
  expect(prices()).toEqual(['4 points deducted']);
  expect(screen.getByRole('heading', { name: /Submit the flag · 36 points/ })).toBeTruthy();
});

test('does not open a hint that costs points on a double click', async () => {
  const { person, server } = await show(costs(4), { user: buildUser() });
  await person.dblClick(await button('Show hint 1'));
  expect(buttons()).toEqual(['Open for 4 points', 'Cancel']);
  expect(server.callsOf(open)).toEqual([]);
});

test('hints never cost more than half of the points', async () => {
  await show(costs(15, 15, 15), { user: buildUser() });
  await button('Show hint 1');
  expect(prices()).toEqual(['−15 points', '−5 points', 'Free']);
});

test('remembers opened hints, and keeps them collapsed', async () => {
  await show(undefined, { user: buildUser(), answers: { [own]: upTo(2) } });
  await waitFor(() => expect(buttons()).toEqual(['Show hint 1 again', 'Show hint 2 again', 'Show hint 3']));
  expect(prices()).toEqual(['4 points deducted', '−10 points']);
  expect(screen.queryByText('Text 1')).toBeNull();
});

test('remembers the hints of a visitor, and moves them to the account at log-in', async () => {
  const { person, unmount } = await show();
  await person.click(await button('Show hint 1'));
  await screen.findByText('Text 1');
  await person.click(await button('Show hint 2'));
  await person.click(await button('Open for 4 points'));
  await screen.findByText('Text 2');
  expect(localStorage.getItem('hints')).toBe('{"tide-table":[2]}');
  unmount();

  const secondVisit = await show();
  await waitFor(() => expect(buttons()).toEqual(['Show hint 1 again', 'Show hint 2 again', 'Show hint 3']));
  storeSession(buildSignedIn());
  await waitFor(() => expect(secondVisit.server.callsOf(open).map(({ body }) => body.number)).toEqual([2, 2]));
  await waitFor(() => expect(localStorage.getItem('hints')).toBeNull());
  expect(buttons()).toEqual(['Show hint 1 again', 'Show hint 2 again', 'Show hint 3']);
});

test('reads the storage format from when a lab had one list of hints', async () => {
  localStorage.setItem('hints', '{"tide-table":2}');
  await show();
  await waitFor(() => expect(buttons()).toEqual(['Show hint 1 again', 'Show hint 2 again', 'Show hint 3']));
});

test('ignores invalid data in the storage, and shows an error', async () => {
  localStorage.setItem('hints', '{"tide-table":"many"');
  const { person, server } = await show();
  server.change({ [open]: rejection('not_found', { msg: 'Gone.' }) });
  await person.click(await button('Show hint 1'));
  expect((await screen.findByRole('alert')).textContent).toBe('Gone.');
});
