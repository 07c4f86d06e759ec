import type { Outbox } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { OutboxPage } from './outbox-page.tsx';

const list = 'GET /api/admin/outbox';
const mail: Outbox['mails'][number] = {
  ...{ pk: 8, at: '2026-11-24T10:00:00.000Z', recipient: 'ada@example.org', subject: 'Confirm your email address' },
  ...{ text: 'Hello ada.\n\nhttp://localhost:3000/verify/1/abc', html: '<p>Hello ada.</p>' },
};
const show = (answers: Answers) => renderApp(<OutboxPage />, { user: buildUser({ is_superuser: true }), answers });

test.each([
  [true, 'Mails are not sent', 'The outbox is empty'],
  [false, 'Mails are sent over SMTP', 'No stored mails'],
])('explains where mails go when the outbox is empty (active: %s)', async (active, delivery, empty) => {
  await show({ [list]: { mails: [], next_cursor: null, active } });
  await screen.findByText(delivery);
  expect(screen.getByRole('heading', { name: empty })).toBeTruthy();
});

test('expands and collapses a mail, and moves the focus to the next page', async () => {
  const { person } = await show({
    [list]: ({ query }) =>
      query.cursor
        ? { mails: [{ ...mail, pk: 7, subject: 'An older one' }], next_cursor: null, active: true }
        : { mails: [mail], next_cursor: '8', active: true },
  });
  const line = await screen.findByRole('button', { name: /Confirm your email address/ });
  await person.click(line);
  expect(line.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText(/Hello ada\./)).toBeTruthy();
  await person.click(line);
  expect(screen.queryByText(/Hello ada\./)).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  const older = await screen.findByRole('button', { name: /An older one/ });
  await waitFor(() => expect(document.activeElement).toBe(older));
});

test('shows why the outbox did not load, and can retry', async () => {
  const { person, server } = await show({ [list]: rejection('unavailable', { msg: 'The database is unavailable.' }) });
  await screen.findByText('The database is unavailable.');
  server.change({ [list]: { mails: [mail], next_cursor: null, active: true } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Confirm your email address');
});
