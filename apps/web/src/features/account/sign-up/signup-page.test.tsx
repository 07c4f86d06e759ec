import type { Features } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readSession } from '#lib/session.ts';
import { buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { challenges, provenPath, stubSolver } from '../testing/proof.ts';
import { SignupPage } from './signup-page.tsx';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const good = { Username: 'mara', Email: '', Password: 'lantern gravel otter' };

async function openPage(answers: Answers = {}, features?: Partial<Features>) {
  stubSolver();
  const shown = (
    <>
      <SignupPage next="/map" />
      <Toaster />
    </>
  );
  const page = await renderApp(shown, { answers: { ...challenges, ...answers }, features });
  const signUp = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      await page.person.clear(field(name));
      if (value) await page.person.type(field(name), value);
    }
    await page.person.click(screen.getByRole('button', { name: 'Create account' }));
  };
  return { ...page, signUp, sent: () => page.server.callsOf('POST /api/account/signup') };
}

test('creates an account with a proof of work and redirects its owner', async () => {
  const { signUp, sent, path } = await openPage({ 'POST /api/account/signup': buildSignedIn() });
  await signUp({ ...good, Username: ' mara ', Email: ' mara@example.org ' });
  await waitFor(() => expect(path()).toBe('/map'));
  expect(readSession()?.user.username).toBe('mara');
  const [call] = sent();
  expect(call?.body).toMatchObject({ email: 'mara@example.org', password: 'lantern gravel otter', invite_code: '' });
  expect(call?.body.username.trim()).toBe('mara');
  expect(call && provenPath(call)).toBe('/api/account/signup');
});

test.each([
  ['Username', '', 'Choose a username.'],
  ['Username', 'm', 'Use 2 to 24 letters, digits, hyphens or underscores. Start with a letter or a digit.'],
  ['Email', 'nonsense', 'This does not look like an email address.'],
  ['Password', '', 'Choose a password.'],
  ['Password', 'short', 'Use at least 10 characters.'],
])('shows what is wrong with %s “%s” without a request', async (name, value, problem) => {
  const { signUp, server } = await openPage();
  await signUp({ ...good, [name]: value });
  await waitFor(() => expect(errorOf(field(name))).toBe(problem));
  expect(document.activeElement).toBe(field(name));
  expect(Object.keys(good).filter((other) => errorOf(field(other)))).toEqual([name]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.calls.filter(({ endpoint }) => endpoint.includes('account'))).toEqual([]);
});

test('shows several problems at once and focuses the first', async () => {
  const { signUp } = await openPage();
  await signUp({ Username: '', Email: 'nonsense', Password: 'short' });
  await waitFor(() => expect(Object.keys(good).filter((name) => errorOf(field(name)))).toEqual(Object.keys(good)));
  expect(document.activeElement).toBe(field('Username'));
});

test.each([
  ['username_taken', 'username', 'Username'],
  ['weak_password', 'password', 'Password'],
  ['invalid_request', 'email', 'Email'],
] as const)('shows the server error %s at its field', async (code, name, label) => {
  const { signUp, path } = await openPage({
    'POST /api/account/signup': rejection(code, { fields: { [name]: 'The server does not take it.' } }),
  });
  await signUp(good);
  await waitFor(() => expect(errorOf(field(label))).toBe('The server does not take it.'));
  expect(document.activeElement).toBe(field(label));
  expect([field('Username').value, readSession(), path()]).toEqual(['mara', null, '/']);
});

test('shows an error without a field above the form', async () => {
  const { signUp } = await openPage({
    'POST /api/account/signup': rejection('registration_closed', { msg: 'New accounts are switched off.' }),
  });
  await signUp(good);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('New accounts are switched off.');
  expect(document.activeElement).toBe(alert);
});

test('signs up where the browser has no Web Crypto', async () => {
  const { signUp, sent } = await openPage({ 'POST /api/account/signup': buildSignedIn() });
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto), subtle: undefined });
  await signUp(good);
  await waitFor(() => expect(sent().map(provenPath)).toEqual(['/api/account/signup']));
});

test('asks for the invitation code first on an invite-only site', async () => {
  const { signUp, sent } = await openPage(
    { 'POST /api/account/signup': rejection('invite_invalid', { fields: { invite_code: 'This code is not valid.' } }) },
    { invite_only: true },
  );
  await signUp(good);
  await waitFor(() => expect(errorOf(field('Invitation code'))).toBe('Enter the code from your invitation.'));
  expect([document.activeElement, sent().length]).toEqual([field('Invitation code'), 0]);
  await signUp({ 'Invitation code': 'HEX-1234' });
  await waitFor(() => expect(errorOf(field('Invitation code'))).toBe('This code is not valid.'));
  expect(sent()[0]?.body.invite_code).toBe('HEX-1234');
});

test('collapses the optional code field and expands it on an error', async () => {
  const { signUp, container } = await openPage({
    'POST /api/account/signup': rejection('invite_invalid', { fields: { invite_code: 'This code is not valid.' } }),
  });
  const details = container.querySelector('details');
  expect(details?.open).toBe(false);
  await signUp(good);
  await waitFor(() => expect(details?.open).toBe(true));
  await waitFor(() => expect(errorOf(field('Invitation code'))).toBe('This code is not valid.'));
});

test('tells a user who gave an email where the link was sent', async () => {
  const { signUp } = await openPage({
    'POST /api/account/signup': buildSignedIn(buildUser({ email: null, pending_email: 'mara@example.org' })),
  });
  await signUp({ ...good, Email: 'mara@example.org' });
  await screen.findByText('A link to confirm mara@example.org is on its way.');
});

test('says that sign-up is closed and what to do, without a form', async () => {
  await openPage({}, { register: false });
  screen.getByRole('heading', { name: 'Sign-up is closed' });
  screen.getByText(/Ask the operator of this site for one/);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Fmap');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText('Create account')).toBeNull();
});
