import type { Outbox } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { OutboxPage } from './outbox-page.tsx';

const list = 'GET /api/admin/outbox';
const mail: Outbox['mails'][number] = {
  ...{ pk: 8, at: '2026-11-24T10:00:00.000Z', recipient: 'ada@example.org', subject: 'Confirm your email address' },
  ...{ text: 'Hello ada.\n\nhttp://localhost:3000/verify/1/abc', html: '<p>Hello ada.</p>' },
};
const show = (answers: Answers) => renderApp(<OutboxPage />, { user: buildUser({ is_superuser: true }), answers });

test.each([
  [true, 'Mails stay here', 'No mail is waiting'],
  [false, 'Mails go out over SMTP', 'No mails here'],
])('an empty outbox that is active (%s) says where mails go', async (active, delivery, empty) => {
  await show({ [list]: { mails: [], next_cursor: null, active } });
  await screen.findByText(delivery);
  expect(screen.getByRole('heading', { name: empty })).toBeTruthy();
});

test('a mail opens and closes; further ones take the focus', async () => {
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

test('an outbox that does not load says why, and tries again', async () => {
  const { person, server } = await show({ [list]: refusal('unavailable', { msg: 'The database is away.' }) });
  await screen.findByText('The database is away.');
  server.change({ [list]: { mails: [mail], next_cursor: null, active: true } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Confirm your email address');
});
