import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '#lib/session.ts';
import { buildLab, buildLabFlag, buildSignedIn, buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LabLadder } from './lab-ladder.tsx';

const open = 'POST /api/lab/:slug/hints';
const own = 'GET /api/lab/:slug/hints';
const upTo = (count: number) => ({
  hints: Array.from({ length: count }, (_, index) => ({ number: index + 1, html: `<p>Text ${index + 1}</p>` })),
});
const answers: Answers = {
  'GET /api/lab/flags/:slug': { flags: [buildLabFlag()] },
  'GET /api/lab/flags_solved': { flags: [] },
  [own]: upTo(0),
  [open]: ({ body }) => upTo(body.number),
};
const costs = (...all: number[]) => all.map((cost) => ({ cost, flag: 'flag' }));
const show = (hints = costs(0, 4, 10), options: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(<LabLadder lab={buildLab({ hints })} onRepair={() => {}} />, {
    ...options,
    answers: { ...answers, ...options.answers },
  });

const buttons = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Submit');
const prices = () => screen.getAllByText(/^(?:free|−\d+ points?|took \d+ points?)$/).map((one) => one.textContent);
const button = (name: string) => screen.findByRole('button', { name });

test('each hint says its price before it is opened; a free one opens at once', async () => {
  const { person, server } = await show(undefined, { user: buildUser() });
  const first = await button('Show hint 1');
  expect(buttons()).toEqual(['Show hint 1']);
  expect(prices()).toEqual(['free', '−4 points', '−10 points']);
  await person.click(first);
  await screen.findByText('Text 1');
  expect(buttons()).toEqual(['Hide hint 1', 'Show hint 2']);
  // The button is the same one, and so the focus has stayed.
  expect(document.activeElement).toBe(await button('Hide hint 1'));
  await person.keyboard('{Enter}');
  expect(screen.queryByText('Text 1')).toBeNull();
  await person.click(await button('Read hint 1 again'));
  expect(server.callsOf(open).map(({ body }) => body.number)).toEqual([1]);
});

test('a hint that costs points takes two presses, and the first says what it takes', async () => {
  const { person, server } = await show(costs(4), { user: buildUser() });
  await person.click(await button('Show hint 1'));
  expect(screen.getByText(/The flag then brings 36 of 40 points/)).toBeTruthy();
  expect(server.callsOf(open)).toEqual([]);
  await person.click(await button('Not now'));
  await person.click(await button('Show hint 1'));
  await person.keyboard('{Escape}');
  expect(buttons()).toEqual(['Show hint 1']);
  await person.click(await button('Show hint 1'));
  await person.click(await button('Open it for 4 points'));
  await screen.findByText('Text 1');
  expect(prices()).toEqual(['took 4 points']);
  expect(screen.getByRole('heading', { name: /Hand in the flag · 36 points/ })).toBeTruthy();
});

test('a double press opens no hint that costs points', async () => {
  const { person, server } = await show(costs(4), { user: buildUser() });
  await person.dblClick(await button('Show hint 1'));
  expect(buttons()).toEqual(['Open it for 4 points', 'Not now']);
  expect(server.callsOf(open)).toEqual([]);
});

test('below half of the points hints take nothing', async () => {
  await show(costs(15, 15, 15), { user: buildUser() });
  await button('Show hint 1');
  expect(prices()).toEqual(['−15 points', '−5 points', 'free']);
});

test('what a learner has opened is known again, and not shown unasked', async () => {
  await show(undefined, { user: buildUser(), answers: { [own]: upTo(2) } });
  await waitFor(() => expect(buttons()).toEqual(['Read hint 1 again', 'Read hint 2 again', 'Show hint 3']));
  expect(prices()).toEqual(['took 4 points', '−10 points']);
  expect(screen.queryByText('Text 1')).toBeNull();
});

test('what a visitor has opened is remembered here, and goes to the account that they sign in to', async () => {
  const { person, unmount } = await show();
  await person.click(await button('Show hint 1'));
  await screen.findByText('Text 1');
  await person.click(await button('Show hint 2'));
  await person.click(await button('Open it for 4 points'));
  await screen.findByText('Text 2');
  expect(localStorage.getItem('hints')).toBe('{"tide-table":[2]}');
  unmount();

  const again = await show();
  await waitFor(() => expect(buttons()).toEqual(['Read hint 1 again', 'Read hint 2 again', 'Show hint 3']));
  storeSession(buildSignedIn());
  await waitFor(() => expect(again.server.callsOf(open).map(({ body }) => body.number)).toEqual([2, 2]));
  await waitFor(() => expect(localStorage.getItem('hints')).toBeNull());
  expect(buttons()).toEqual(['Read hint 1 again', 'Read hint 2 again', 'Show hint 3']);
});

test('what was kept when a lab had one row of hints still counts', async () => {
  localStorage.setItem('hints', '{"tide-table":2}');
  await show();
  await waitFor(() => expect(buttons()).toEqual(['Read hint 1 again', 'Read hint 2 again', 'Show hint 3']));
});

test('rubbish in the storage is nothing, and a failure is said', async () => {
  localStorage.setItem('hints', '{"tide-table":"many"');
  const { person, server } = await show();
  server.change({ [open]: refusal('not_found', { msg: 'Gone.' }) });
  await person.click(await button('Show hint 1'));
  expect((await screen.findByRole('alert')).textContent).toBe('Gone.');
});
