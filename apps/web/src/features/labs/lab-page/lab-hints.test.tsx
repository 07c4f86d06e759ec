import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '#lib/session.ts';
import { buildSignedIn, buildUser } from '#lib/testing/build.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LabHints } from './lab-hints.tsx';

const open = 'POST /api/lab/:slug/hints';
const own = 'GET /api/lab/:slug/hints';
const upTo = (count: number) => ({
  hints: Array.from({ length: count }, (_, index) => ({ number: index + 1, html: `<p>Text ${index + 1}</p>` })),
});
const element = <LabHints slug="tide-table" count={3} />;
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

test('the next hint opens after the one before; what it says comes with the press', async () => {
  const { person, server } = await renderApp(element, {
    user: buildUser(),
    answers: { [own]: upTo(0), [open]: ({ body }) => upTo(body.number) },
  });
  expect(buttons()).toEqual(['Open: hint 1']);
  await person.click(screen.getByRole('button', { name: 'Open: hint 1' }));
  await screen.findByText('Text 1');
  expect(buttons()).toEqual(['Hide: hint 1', 'Open: hint 2']);
  // The button is the same one, and so the focus has stayed.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide: hint 1' }));
  await person.keyboard('{Enter}');
  expect(screen.queryByText('Text 1')).toBeNull();
  expect(buttons()).toEqual(['Read again: hint 1', 'Open: hint 2']);
  await person.click(screen.getByRole('button', { name: 'Read again: hint 1' }));
  expect(server.callsOf(open).map(({ body }) => body.number)).toEqual([1]);
});

test('what a learner has opened is known again, and not shown unasked', async () => {
  await renderApp(element, { user: buildUser(), answers: { [own]: upTo(2) } });
  await waitFor(() => expect(buttons()).toEqual(['Read again: hint 1', 'Read again: hint 2', 'Open: hint 3']));
  expect(screen.queryByText('Text 1')).toBeNull();
});

test('what a visitor has opened is remembered here, and goes to the account that they sign in to', async () => {
  const answers = { [open]: ({ body }: { body: { number: number } }) => upTo(body.number) };
  const { person, unmount } = await renderApp(element, { answers });
  await person.click(screen.getByRole('button', { name: 'Open: hint 1' }));
  await screen.findByText('Text 1');
  await person.click(screen.getByRole('button', { name: 'Open: hint 2' }));
  await screen.findByText('Text 2');
  unmount();

  const again = await renderApp(element, { answers });
  await waitFor(() => expect(buttons()).toEqual(['Read again: hint 1', 'Read again: hint 2', 'Open: hint 3']));
  again.server.change({ [own]: upTo(0) });
  storeSession(buildSignedIn());
  await waitFor(() => expect(again.server.callsOf(open).map(({ body }) => body.number)).toEqual([2, 2]));
  await waitFor(() => expect(localStorage.getItem('hints')).toBeNull());
  expect(buttons()).toEqual(['Read again: hint 1', 'Read again: hint 2', 'Open: hint 3']);
});

test('rubbish in the storage is nothing, and a failure is said', async () => {
  localStorage.setItem('hints', '{"tide-table":"many"');
  const { person, server } = await renderApp(element, { answers: { [open]: refusal('not_found', { msg: 'Gone.' }) } });
  expect(server.calls).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Open: hint 1' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Gone.');
});
