import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { challenges, provenPath, stubSolver } from '../testing/proof.ts';
import { ResetPage } from './reset-page.tsx';
import { ResetRequestPage } from './reset-request-page.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('New password');

async function askForLink(answers: Answers = {}, mail = true) {
  stubSolver();
  const page = await renderApp(<ResetRequestPage />, { answers: { ...challenges, ...answers }, features: { mail } });
  return { ...page, sent: () => page.server.callsOf('POST /api/account/reset') };
}

test.each([
  ['', 'Enter your email address.'],
  ['nonsense', 'This does not look like an email address.'],
])('requests no link for the email “%s”', async (value, problem) => {
  const { person, sent } = await askForLink();
  await person.type(email(), `${value}{Enter}`);
  await waitFor(() => expect(errorOf(email())).toBe(problem));
  expect([document.activeElement, sent().length]).toEqual([email(), 0]);
});

test('shows the result in place of the form, focuses it and offers another try', async () => {
  const { person, sent } = await askForLink({ 'POST /api/account/reset': {} });
  await person.type(email(), ' mara@example.org {Enter}');
  const status = await screen.findByRole('status');
  expect(status.textContent).toContain('If an account has the address mara@example.org');
  expect(document.activeElement).toBe(status);
  expect(screen.queryByLabelText('Email')).toBeNull();
  const [call] = sent();
  expect([call?.body, call && provenPath(call)]).toEqual([{ email: 'mara@example.org' }, '/api/account/reset']);
  await person.click(screen.getByRole('button', { name: 'Try another address' }));
  expect(email().value).toBe('');
});

test('tells the visitor to ask the operator on a site that sends no mail', async () => {
  const { person } = await askForLink({ 'POST /api/account/reset': {} }, false);
  expect(document.body.textContent).toContain('This site sends no mail.');
  await person.type(email(), 'mara@example.org');
  await person.click(screen.getByRole('button', { name: 'Request the link' }));
  const status = await screen.findByRole('status');
  expect(status.textContent).toContain('Now ask the operator of this site');
  expect(status.textContent).not.toMatch(/on its way|mailbox/);
});

test('says how long to wait after too many requests', async () => {
  const { person } = await askForLink({
    'POST /api/account/reset': rejection('too_many_requests', { retry_after: 3_600 }),
  });
  await person.type(email(), 'mara@example.org{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('in 60 minutes.');
});

const link = { user_id: 7, hmac: 'what-proves-it' };

async function openLink(answers: Answers = {}) {
  stubSolver();
  const page = await renderApp(<ResetPage link={link} />, {
    answers: { ...challenges, ...answers },
    user: buildUser({ pk: link.user_id }),
  });
  const choose = async (value: string) => {
    await page.person.clear(password());
    await page.person.type(password(), `${value}{Enter}`);
  };
  return { ...page, choose, sent: () => page.server.callsOf('POST /api/account/reset') };
}

test('sets the new password, ends this session and informs the log-in page', async () => {
  const { choose, sent, path, state } = await openLink({ 'POST /api/account/reset': {} });
  await choose('sextant plover basalt');
  await waitFor(() => expect(path()).toBe('/login'));
  expect(sent()[0]?.body).toEqual({ ...link, password: 'sextant plover basalt' });
  expect([readSession(), state().passwordChanged]).toEqual([null, true]);
});

test.each([
  ['short', 'Use at least 10 characters.'],
  ['x'.repeat(257), 'Use at most 256 characters.'],
])('rejects the password “%s” without using up the link', async (value, problem) => {
  const { choose, sent } = await openLink();
  await choose(value);
  await waitFor(() => expect(errorOf(password())).toBe(problem));
  expect(sent()).toEqual([]);
});

test('shows the weak-password error at the field and accepts another password', async () => {
  const { choose, server, path } = await openLink({
    'POST /api/account/reset': rejection('weak_password', { fields: { password: 'Many people use this one.' } }),
  });
  await choose('password123');
  await waitFor(() => expect(errorOf(password())).toBe('Many people use this one.'));
  expect(document.activeElement).toBe(password());
  server.change({ 'POST /api/account/reset': {} });
  await choose('sextant plover basalt');
  await waitFor(() => expect(path()).toBe('/login'));
});

test.each([
  ['link_expired', 'This link has expired', /limited time/],
  ['link_invalid', 'This link does not work', /already used/],
] as const)('explains %s in place of the form and links to a new request', async (code, title, reason) => {
  const { choose } = await openLink({ 'POST /api/account/reset': rejection(code) });
  await choose('sextant plover basalt');
  await screen.findByRole('heading', { name: title });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toMatch(reason);
  expect(document.activeElement).toBe(alert);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/password-reset');
  expect(readSession()).not.toBeNull();
});

test('keeps the page that needed a log-in on the way back to the log-in page', async () => {
  await renderApp(<ResetRequestPage next="/subscription" />);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Fsubscription');
});
