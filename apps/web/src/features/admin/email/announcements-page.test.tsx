import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AnnouncementsPage } from './announcements-page.tsx';
import { buildAnnouncement } from './testing.ts';

const list = 'GET /api/admin/announcements';
const show = (answers: Answers) =>
  renderApp(<AnnouncementsPage />, { user: buildUser({ is_superuser: true }), path: '/admin/email', answers });

test('an empty list says how an announcement begins', async () => {
  await show({ [list]: { announcements: [], next_cursor: null } });
  await screen.findByRole('heading', { name: 'Nothing announced yet' });
  expect(screen.getByRole('link', { name: 'New announcement' }).getAttribute('href')).toBe('/admin/email/new');
});

test('each line says how far it is and what is wrong with it', async () => {
  const mails = { sent: 83_795, waiting: 16_205, refused: 3, doubtful: 2 };
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
  const [moving, later, draft] = screen.getAllByRole('listitem').slice(-3);
  for (const text of ['Sending', '83,795 sent', '16,205 waiting', '3 refused', '2 in doubt', 'does not get on']) {
    expect(within(moving as HTMLElement).getByText(text)).toBeTruthy();
  }
  expect(later?.textContent).toMatch(/Later.*Scheduled.*leaves /);
  expect(draft?.textContent).toMatch(/Winter term.*Draft.*changed .*by captain/);
  expect(
    within(draft as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/admin/email/4');
});

test('a further page takes the focus; one that does not come can be asked for again', async () => {
  let fails = true;
  const { person } = await show({
    [list]: ({ query }) => {
      if (!query.cursor) return { announcements: [buildAnnouncement({ pk: 30 })], next_cursor: '30' };
      if (fails) return refusal('unavailable', { msg: 'The database is away.' });
      return { announcements: [buildAnnouncement({ pk: 29, subject: 'The first of all' })], next_cursor: null };
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByText('The database is away.');
  fails = false;
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  const line = await screen.findByText('The first of all');
  await waitFor(() => expect(document.activeElement?.contains(line)).toBe(true));
});

test('a list that does not load says why, and tries again', async () => {
  const { person, server } = await show({ [list]: refusal('unavailable', { msg: 'The database is away.' }) });
  await screen.findByText('The announcements did not load');
  server.change({ [list]: { announcements: [buildAnnouncement()], next_cursor: null } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Winter term');
});
