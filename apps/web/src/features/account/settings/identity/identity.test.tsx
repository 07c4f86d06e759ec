import type { User } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readSession, useSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/fields.ts';
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
  ['Email', 'MARA@example.org', 'This is your address already.'],
  ['Username', '', 'Choose a username.'],
  ['Username', 'm', 'Use 2 to 24 letters, digits, hyphens or underscores; begin with a letter or a digit.'],
  ['Username', 'mara', 'This is your username already.'],
])('%s “%s” is refused by its field; nothing is asked', async (label, value, problem) => {
  const { enter } = await openForms();
  const field = screen.getByLabelText<HTMLInputElement>(label);
  await enter(field, value);
  await waitFor(() => expect(errorOf(field)).toBe(problem));
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const changed = (changes: Partial<User>) => ({ 'POST /api/account/user': { user: buildUser(changes) } });

test('the email is changed after a dialog that says what follows and takes the password', async () => {
  const { enter, confirm, sent, client } = await openForms(changed({ pending_email: 'new@example.org' }));
  await enter(email(), ' new@example.org ');
  const dialog = await screen.findByRole('dialog', { name: 'Change your email?' });
  expect(dialog.textContent).toContain('until then mara@example.org stays');
  expect(sent()).toEqual([]);
  // Nothing is on its way while the visitor thinks: the progress bar must not say so.
  expect(client.isMutating()).toBe(0);
  await confirm('lantern gravel otter');
  await screen.findByText('Saved. Now open the link in the mail to new@example.org.');
  expect(screen.queryByRole('dialog')).toBeNull();
  const [call] = sent();
  expect(call?.body).toEqual({ email: 'new@example.org', password: 'lantern gravel otter' });
  expect(call && provenPath(call)).toBe('/api/account/user');
  expect(readSession()?.user.pending_email).toBe('new@example.org');
  expect(email().value).toBe('new@example.org');
});

test('a wrong password stays in the dialog, and the next try counts', async () => {
  const { enter, confirm, person, server } = await openForms({
    'POST /api/account/user': refusal('wrong_password', { fields: { password: 'This is not your password.' } }),
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

test('a problem with the name closes the dialog; the field says it and takes the focus', async () => {
  const { enter, confirm } = await openForms({
    'POST /api/account/user': refusal('username_taken', { fields: { username: 'Somebody has this name.' } }),
  });
  await enter(username(), 'tove');
  await screen.findByRole('dialog', { name: 'Change your username?' });
  await confirm('lantern gravel otter');
  await waitFor(() => expect(errorOf(username())).toBe('Somebody has this name.'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(username()));
  expect([username().value, readSession()?.user.username]).toEqual(['tove', 'mara']);
});

test('a user who cancels finds the form as it was, and can begin again', async () => {
  const { enter, confirm, person, sent } = await openForms(changed({ username: 'tove' }));
  await enter(username(), 'tove');
  await screen.findByRole('dialog');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([username().value, errorOf(username()), sent().length]).toEqual(['tove', undefined, 0]);
  await person.click(screen.getByRole('button', { name: 'Save username' }));
  await screen.findByRole('dialog');
  await confirm('lantern gravel otter');
  await screen.findByText('Saved. You are tove now.');
});

test('while a new email waits, the old one can be kept', async () => {
  const { enter, confirm, person, sent } = await openForms(changed({}), { pending_email: 'new@example.org' });
  await enter(email(), 'New@Example.org');
  await waitFor(() => expect(errorOf(email())).toBe('This address is waiting for its confirmation already.'));
  await person.click(screen.getByRole('button', { name: 'Keep mara@example.org' }));
  await screen.findByRole('dialog', { name: 'Keep your old email?' });
  await confirm('lantern gravel otter');
  await screen.findByText('Saved. mara@example.org stays your address.');
  expect(sent()[0]?.body.email).toBe('mara@example.org');
});

test.each([
  [{}, 'Sent. Look for it at new@example.org, among the spam too.'],
  [refusal('too_many_requests', { msg: 'Ask again in a minute.' }), 'Ask again in a minute.'],
])('the link is sent again, and the line beside the button says what came of it', async (answer, words) => {
  const { person } = await openForms(
    { 'POST /api/account/resend_verification': answer },
    { pending_email: 'new@example.org' },
  );
  await person.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect((await screen.findByText(words)).closest('[role=status]')).not.toBeNull();
});

test('an account without a password is changed without one', async () => {
  const { enter, person, sent } = await openForms(changed({ username: 'tove' }), { account: { has_password: false } });
  await enter(username(), 'tove');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Your password')).toBeNull();
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved. You are tove now.');
  expect(sent()[0]?.body).toEqual({ username: 'tove' });
});

describe('a site that sends no mail', () => {
  const pending = { pending_email: 'new@example.org' };
  const claims = /on its way|Sent\.|in the mail|link goes/;

  test('says whom to ask for the link, at every step of a change', async () => {
    const { enter, confirm } = await openForms(changed(pending), {}, false);
    await enter(email(), 'new@example.org');
    const dialog = await screen.findByRole('dialog', { name: 'Change your email?' });
    expect(dialog.textContent).toContain('Ask whoever runs it for the link to confirm new@example.org.');
    await confirm('lantern gravel otter');
    await screen.findByText('Saved. Now ask for the link that confirms new@example.org.');
    expect(document.body.textContent).not.toMatch(claims);
  });

  test('says so of a link that was asked for again', async () => {
    const { person } = await openForms({ 'POST /api/account/resend_verification': {} }, pending, false);
    await person.click(screen.getByRole('button', { name: 'Ask for a new link' }));
    await screen.findByText('There is a new link. Ask for it.');
    expect(document.body.textContent).not.toMatch(claims);
  });

  test('shows its operator where the link lies', async () => {
    await openForms({}, { ...pending, is_superuser: true }, false);
    const outbox = screen.getByRole('link', { name: 'the outbox' });
    expect(outbox.getAttribute('href')).toBe('/admin/email/outbox');
  });
});
