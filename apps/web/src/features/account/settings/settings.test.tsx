import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession, useSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { InviteSection } from './invite-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSettingsPage } from './profile/profile-settings-page.tsx';

const avatars: Answers = { 'GET /api/avatars': { collections: [], upload: null } };
const slug = () => screen.getByLabelText<HTMLInputElement>('Profile address');
const about = () => screen.getByLabelText<HTMLTextAreaElement>('Bio');
const profileWith = (changes: object) => {
  const user = buildUser();
  const { public_profile } = user.account;
  return { user: buildUser({ account: { public_profile: { ...public_profile, ...changes } } }) };
};

test('saves the profile address in the server’s spelling and updates the page', async () => {
  const { person, server } = await renderApp(<ProfileSettingsPage />, {
    user: buildUser(),
    answers: { ...avatars, 'POST /api/account/user_settings': profileWith({ slug: 'the-navigator' }) },
  });
  await person.clear(slug());
  await person.type(slug(), ' The-Navigator {Enter}');
  await screen.findByText('Saved. Your profile has moved to this address.');
  expect(server.callsOf('POST /api/account/user_settings').map(({ body }) => body)).toEqual([
    { slug: 'the-navigator' },
  ]);
  expect(slug().value).toBe('the-navigator');
  expect(readSession()?.user.account.public_profile.slug).toBe('the-navigator');
});

test('shows at the field that an address is invalid or taken', async () => {
  const { person, server } = await renderApp(<ProfileSettingsPage />, {
    user: buildUser(),
    answers: {
      ...avatars,
      'POST /api/account/user_settings': rejection('slug_taken', { fields: { slug: 'This address is taken.' } }),
    },
  });
  await person.clear(slug());
  await person.type(slug(), 'a b{Enter}');
  await waitFor(() => expect(errorOf(slug())).toContain('Use 2 to 40 letters'));
  expect(server.callsOf('POST /api/account/user_settings')).toEqual([]);
  await person.clear(slug());
  await person.type(slug(), 'tove{Enter}');
  await waitFor(() => expect(errorOf(slug())).toBe('This address is taken.'));
  expect(document.activeElement).toBe(slug());
});

test('reports a too long about text while typing and saves a valid one', async () => {
  const { person, server } = await renderApp(<ProfileSettingsPage />, {
    user: buildUser(),
    answers: { ...avatars, 'POST /api/account/user_settings': profileWith({ about: 'I read charts.' }) },
  });
  await person.click(about());
  await person.paste('x'.repeat(605));
  expect(errorOf(about())).toContain('This is 5 characters too long.');
  await person.click(screen.getByRole('button', { name: 'Save text' }));
  expect(server.callsOf('POST /api/account/user_settings')).toEqual([]);
  await person.clear(about());
  await person.type(about(), ' I read charts. ');
  await person.click(screen.getByRole('button', { name: 'Save text' }));
  await screen.findByText('Saved.');
  expect(server.callsOf('POST /api/account/user_settings')[0]?.body).toEqual({ about: 'I read charts.' });
  await person.type(about(), 'And maps.');
  expect(screen.queryByText('Saved.')).toBeNull();
});

test('restores an unsaved about text for its owner only', async () => {
  const first = await renderApp(<ProfileSettingsPage />, { user: buildUser(), answers: avatars });
  await first.person.type(about(), 'I read');
  expect(screen.queryByText(/unsaved changes from an earlier visit/)).toBeNull();
  first.unmount();

  const other = await renderApp(<ProfileSettingsPage />, { user: buildUser({ pk: 99 }), answers: avatars });
  expect(about().value).toBe('');
  other.unmount();

  const again = await renderApp(<ProfileSettingsPage />, { user: buildUser(), answers: avatars });
  expect(about().value).toBe('I read');
  expect(screen.getByText(/unsaved changes from an earlier visit/)).toBeTruthy();
  await again.person.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect([
    about().value,
    screen.queryByText(/unsaved changes from an earlier visit/),
    localStorage.getItem('about'),
  ]).toEqual(['', null, null]);
});

function Preferences() {
  const user = useSession()?.user;
  return user && <PreferencesSection settings={user.account.settings} email />;
}
const leaderboard = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Appear on the leaderboard' });
const settings = buildUser().account.settings;

test('saves a switch immediately', async () => {
  const { server } = await renderApp(<Preferences />, {
    user: buildUser(),
    answers: {
      'POST /api/account/settings': { user: buildUser({ account: { settings: { ...settings, listed: false } } }) },
    },
  });
  fireEvent.click(leaderboard());
  // The switch keeps its new position while the request is pending.
  expect(leaderboard().checked).toBe(false);
  await screen.findByText('Saved.');
  expect(server.callsOf('POST /api/account/settings').map(({ body }) => body)).toEqual([{ listed: false }]);
  expect([leaderboard().checked, readSession()?.user.account.settings.listed]).toEqual([false, false]);
});

test('resets a switch that cannot be saved and shows the error', async () => {
  const { person } = await renderApp(<Preferences />, {
    user: buildUser(),
    answers: { 'POST /api/account/settings': rejection('too_many_requests', { retry_after: 20 }) },
  });
  await person.click(leaderboard());
  const problem = await screen.findByText(/Try again in 20 seconds. It is still on./);
  expect(problem.closest('[role=status]')).not.toBeNull();
  expect(leaderboard().checked).toBe(true);
});

const code = () => screen.getByLabelText<HTMLInputElement>('Code');
const use = () => screen.getByRole('button', { name: 'Use code' });
const grants = { tier: 2, days: 30, beta_access: false } as const;

test('uses an invitation code after a confirmation and shows what it granted', async () => {
  const user = buildUser({ account: { tier: 2 } });
  const { person, server, client } = await renderApp(<InviteSection />, {
    user: buildUser(),
    answers: { 'POST /api/account/invite_code': { user, grants } as never },
  });
  await person.click(use());
  await waitFor(() => expect(errorOf(code())).toBe('Enter your invitation code.'));
  await person.type(code(), ' HEX-1234 {Enter}');
  await screen.findByRole('dialog', { name: 'Use this code now?' });
  expect(client.isMutating()).toBe(0);
  await person.click(screen.getByRole('button', { name: 'Not yet' }));
  expect(server.calls).toHaveLength(0);
  await person.click(use());
  await person.click(await screen.findByRole('button', { name: 'Use it' }));
  await screen.findByText(/^Unlocked: Specialization for 30 days/);
  expect(server.callsOf('POST /api/account/invite_code').map(({ body }) => body)).toEqual([
    { invite_code: 'HEX-1234' },
  ]);
  expect(readSession()?.user.account.tier).toBe(2);
});

test('shows an invalid code at its field', async () => {
  const { person } = await renderApp(<InviteSection />, {
    user: buildUser(),
    answers: {
      'POST /api/account/invite_code': rejection('invite_invalid', {
        fields: { invite_code: 'This code is not valid.' },
      }),
    },
  });
  await person.type(code(), 'HEX-1234{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Use it' }));
  await waitFor(() => expect(errorOf(code())).toBe('This code is not valid.'));
  await waitFor(() => expect(document.activeElement).toBe(code()));
});
