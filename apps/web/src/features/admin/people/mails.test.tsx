import type { Person, PersonMails } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Mails } from './mails.tsx';

const path = 'GET /api/admin/people/:username/mails';
const person = { username: 'ada', email: 'ada@example.org' } as Person;
const bounce: PersonMails['bounces'][number] = {
  ...{ pk: 3, username: 'ada', address: 'ada@example.org', permanent: true, reason: '550 5.1.1 unknown' },
  at: '2026-11-24T10:00:00.000Z',
};
const show = (answers: Answers) =>
  renderApp(<Mails person={person} />, { user: buildUser({ is_superuser: true }), answers });

test.each([
  [null, 'Gets announcements at ada@example.org.'],
  ['disabled', 'Gets no announcements: the account is disabled.'],
  ['leaving', 'Gets no announcements: the account is going to be deleted.'],
  ['no_address', 'Gets no announcements: the account has no confirmed address.'],
  ['unsubscribed', 'Gets no announcements: its owner has switched them off.'],
] as const)('says whether announcements go to it: %s', async (left_out, text) => {
  await show({ [path]: { left_out, bounces: [] } });
  await screen.findByText(text);
});

test('a bounce is shown with its reason and time, and forgotten', async () => {
  const { person: hand, server } = await show({
    [path]: { left_out: 'bounced', bounces: [bounce] },
    'DELETE /api/admin/bounces/:pk': {},
  });
  await screen.findByText('Gets no announcements: the address has bounced for good.');
  expect(screen.getByText('550 5.1.1 unknown')).toBeTruthy();
  expect(document.querySelector('time')?.dateTime).toBe(bounce.at);
  server.change({ [path]: { left_out: null, bounces: [] } });
  await hand.click(screen.getByRole('button', { name: 'Forget the bounce of ada@example.org' }));
  await screen.findByText('Gets announcements at ada@example.org.');
  await waitFor(() => expect(screen.queryByText('550 5.1.1 unknown')).toBeNull());
});

test('what does not load says so', async () => {
  await show({ [path]: refusal('unavailable', { msg: 'The database is away.' }) });
  await screen.findByText('What is known of mails did not load');
});
