import type { User } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readSession, useSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { challenges, provenPath, stubSolver } from '../../testing/proof.ts';
import { EmailForm } from './email-form.tsx';
import { UsernameForm } from './username-form.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const username = () => screen.getByLabelText<HTMLInputElement>('Username');
const password = () => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Your password');

function Forms() {
  const user = useSession()?.user;
  return (
    user && (
      <>
        <UsernameForm username={user.username} />
        <EmailForm user={user} />
      </>
    )
  );
}

async function openForms(answers: Answers = {}, changes: Parameters<typeof buildUser>[0] = {}, mail = true) {
  stubSolver();
  const page = await renderApp(<Forms />, {
    user: buildUser(changes),
    answers: { ...challenges, ...answers },
    features: { mail },
  });
  const enter = async (field: HTMLInputElement, value: string) => {
    await page.person.clear(field);
    await page.person.type(field, `${value}{Enter}`);
  };
  const confirm = async (secret: string) => {
    await page.person.type(password(), secret);
    await page.person.click(screen.getByRole('button', { name: 'Save' }));
  };
  return { ...page, enter, confirm, sent: () => page.server.callsOf('POST /api/account/user') };
}

test.each([
  ['Email', '', 'Enter your email address.'],
  ['Email', 'nonsense', 'This does not look like an email address.'],
  ['Email', 'MARA@example.org', 'This is already your email.'],
  ['Username', '', 'Choose a username.'],
  ['Username', 'm', 'Use 2 to 24 letters, digits, hyphens or underscores. Start with a letter or a digit.'],
  ['Username', 'mara', 'This is already your username.'],
])('rejects %s “%s” at its field without asking for the password', async (label, value, problem) => {
  const { enter } = await openForms();
  const field = screen.getByLabelText<HTMLInputElement>(label);
  await enter(field, value);
  await waitFor(() => expect(errorOf(field)).toBe(problem));
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const changed = (changes: Partial<User>) => ({ 'POST /api/account/user': { user: buildUser(changes) } });

test('changes the email after a dialog that explains the change and asks for the password', async () => {
  const { enter, confirm, sent, client } = await openForms(changed({ pending_email: 'new@example.org' }));
  await enter(email(), ' new@example.org ');
  const dialog = await screen.findByRole('dialog', { name: 'Change your email?' });
  expect(dialog.textContent).toContain('until then mara@example.org stays active');
  expect(sent()).toEqual([]);
  // The progress bar must not run while the dialog is open.
  expect(client.isMutating()).toBe(0);
  await confirm('lantern gravel otter');
  await screen.findByText('Saved. Open the link in the mail to new@example.org to confirm it.');
  expect(screen.queryByRole('dialog')).toBeNull();
  const [call] = sent();
  expect(call?.body).toEqual({ email: 'new@example.org', password: 'lantern gravel otter' });
  expect(call && provenPath(call)).toBe('/api/account/user');
  expect(readSession()?.user.pending_email).toBe('new@example.org');
  expect(email().value).toBe('new@example.org');
});

test('shows a wrong password in the dialog and accepts the next attempt', async () => {
  const { enter, confirm, person, server } = await openForms({
    'POST /api/account/user': rejection('wrong_password', { fields: { password: 'This is not your password.' } }),
  });
  await enter(email(), 'new@example.org');
  await screen.findByRole('dialog');
  await confirm('guess');
  await waitFor(() => expect(errorOf(password())).toBe('This is not your password.'));
  expect(document.activeElement).toBe(password());
  await person.clear(password());
  server.change(changed({ pending_email: 'new@example.org' }));
  await confirm('lantern gravel otter');
  await screen.findByText(/^Saved/);
});

test('closes the dialog on a username error and shows it at the field', async () => {
  const { enter, confirm } = await openForms({
    'POST /api/account/user': rejection('username_taken', { fields: { username: 'This name is taken.' } }),
  });
  await enter(username(), 'tove');
  await screen.findByRole('dialog', { name: 'Change your username?' });
  await confirm('lantern gravel otter');
  await waitFor(() => expect(errorOf(username())).toBe('This name is taken.'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(username()));
  expect([username().value, readSession()?.user.username]).toEqual(['tove', 'mara']);
});

test('keeps the form as it was on cancel, so that the user can start again', async () => {
  const { enter, confirm, person, sent } = await openForms(changed({ username: 'tove' }));
  await enter(username(), 'tove');
  await screen.findByRole('dialog');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([username().value, errorOf(username()), sent().length]).toEqual(['tove', undefined, 0]);
  await person.click(screen.getByRole('button', { name: 'Save username' }));
  await screen.findByRole('dialog');
  await confirm('lantern gravel otter');
  await screen.findByText('Saved. Your username is now tove.');
});

test('lets the user keep the old email while a new one is unconfirmed', async () => {
  const { enter, confirm, person, sent } = await openForms(changed({}), { pending_email: 'new@example.org' });
  await enter(email(), 'New@Example.org');
  await waitFor(() => expect(errorOf(email())).toBe('This email is already waiting for confirmation.'));
  await person.click(screen.getByRole('button', { name: 'Keep mara@example.org' }));
  await screen.findByRole('dialog', { name: 'Keep your old email?' });
  await confirm('lantern gravel otter');
  await screen.findByText('Saved. mara@example.org is still your email.');
  expect(sent()[0]?.body.email).toBe('mara@example.org');
});

test.each([
  [{}, 'A new link is on its way to new@example.org. Check the spam folder too.'],
  [rejection('too_many_requests', { msg: 'Ask again in a minute.' }), 'Ask again in a minute.'],
])('resends the link and shows the result beside the button', async (answer, words) => {
  const { person } = await openForms(
    { 'POST /api/account/resend_verification': answer },
    { pending_email: 'new@example.org' },
  );
  await person.click(screen.getByRole('button', { name: 'Resend link' }));
  expect((await screen.findByText(words)).closest('[role=status]')).not.toBeNull();
});

test('changes an account without a password without asking for one', async () => {
  const { enter, person, sent } = await openForms(changed({ username: 'tove' }), { account: { has_password: false } });
  await enter(username(), 'tove');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Your password')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved. Your username is now tove.');
  expect(sent()[0]?.body).toEqual({ username: 'tove' });
});

describe('site without mail', () => {
  const pending = { pending_email: 'new@example.org' };
  const claims = /on its way|Sent to|in the mail|send a link/;

  test('tells the user to ask the operator at every step of a change', async () => {
    const { enter, confirm } = await openForms(changed(pending), {}, false);
    await enter(email(), 'new@example.org');
    const dialog = await screen.findByRole('dialog', { name: 'Change your email?' });
    expect(dialog.textContent).toContain('Ask its operator for the link to confirm new@example.org.');
    await confirm('lantern gravel otter');
    await screen.findByText('Saved. Ask the site’s operator for the link to confirm new@example.org.');
    expect(document.body.textContent).not.toMatch(claims);
  });

  test('tells the user to ask the operator for a link that was requested again', async () => {
    const { person } = await openForms({ 'POST /api/account/resend_verification': {} }, pending, false);
    await person.click(screen.getByRole('button', { name: 'Request a new link' }));
    await screen.findByText('A new link is ready. Ask the site’s operator for it.');
    expect(document.body.textContent).not.toMatch(claims);
  });

  test('links a superuser to the outbox', async () => {
    await openForms({}, { ...pending, is_superuser: true }, false);
    const outbox = screen.getByRole('link', { name: 'the outbox' });
    expect(outbox.getAttribute('href')).toBe('/admin/email/outbox');
  });
});
