import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AnnouncementsPage } from './announcements-page.tsx';
import { buildAnnouncement } from './testing/build-announcement.ts';

const list = 'GET /api/admin/announcements';
const show = (answers: Answers) =>
  renderApp(<AnnouncementsPage />, { user: buildUser({ is_superuser: true }), path: '/admin/email', answers });

test('explains an empty list and links to a new announcement', async () => {
  await show({ [list]: { announcements: [], next_cursor: null } });
  await screen.findByRole('heading', { name: 'No announcements yet' });
  expect(screen.getByRole('link', { name: 'New announcement' }).getAttribute('href')).toBe('/admin/email/new');
});

test('shows the progress and the problems of each announcement', async () => {
  const mails = { sent: 83_795, waiting: 16_205, refused: 3, unknown: 2 };
  await show({
    [list]: {
      announcements: [
        buildAnnouncement({ pk: 6, state: 'sending', trouble: 'The mail server is down.', mails }),
        buildAnnouncement({ pk: 5, state: 'scheduled', subject: 'Later', send_at: '2026-12-01T10:00:00.000Z' }),
        buildAnnouncement({ pk: 4 }),
      ],
      next_cursor: null,
    },
  });
  await screen.findByText('Later');
  const [sending, later, draft] = screen.getAllByRole('listitem').slice(-3);
  for (const text of [
    'Sending',
    '83,795 sent',
    '16,205 waiting',
    '3 refused',
    '2 with unknown delivery',
    'delivery is stalled',
  ]) {
    expect(within(sending as HTMLElement).getByText(text)).toBeTruthy();
  }
  expect(later?.textContent).toMatch(/Later.*Scheduled.*for /);
  expect(draft?.textContent).toMatch(/Winter term.*Draft.*changed .*by captain/);
  expect(
    within(draft as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/admin/email/4');
});

test('moves the focus to the next page, and can retry a page that failed to load', async () => {
  let fails = true;
  const { person } = await show({
    [list]: ({ query }) => {
      if (!query.cursor) return { announcements: [buildAnnouncement({ pk: 30 })], next_cursor: '30' };
      if (fails) return rejection('unavailable', { msg: 'The database is unavailable.' });
      return { announcements: [buildAnnouncement({ pk: 29, subject: 'The oldest one' })], next_cursor: null };
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByText('The database is unavailable.');
  fails = false;
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  const line = await screen.findByText('The oldest one');
  await waitFor(() => expect(document.activeElement?.contains(line)).toBe(true));
});

test('shows why a list did not load, and can retry', async () => {
  const { person, server } = await show({ [list]: rejection('unavailable', { msg: 'The database is unavailable.' }) });
  await screen.findByText('The announcements did not load');
  server.change({ [list]: { announcements: [buildAnnouncement()], next_cursor: null } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Winter term');
});
