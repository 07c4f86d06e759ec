import type { Features } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession } from '#lib/session.ts';
import { buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { challenges, provenPath, stubSolver } from '../testing/proof.ts';
import { LoginPage } from './login-page.tsx';

const username = () => screen.getByLabelText<HTMLInputElement>('Username or email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole('button', { name: 'Log in' });

async function openPage(answers: Answers, next?: string, features?: Partial<Features>) {
  const page = await renderApp(<LoginPage next={next} reason={undefined} outcome={undefined} />, { answers, features });
  const logIn = async (secret = 'lantern gravel otter') => {
    await page.person.clear(username());
    await page.person.type(username(), 'mara');
    await page.person.clear(password());
    await page.person.type(password(), `${secret}{Enter}`);
  };
  return { ...page, logIn, sent: () => page.server.callsOf('POST /api/account/login') };
}

test('logs in with the right password and redirects to the requested page', async () => {
  const { logIn, sent, path } = await openPage({ 'POST /api/account/login': buildSignedIn() }, '/labs?q=xss');
  await logIn();
  await waitFor(() => expect(path()).toBe('/labs?q=xss'));
  expect(sent().map(({ body }) => body)).toEqual([{ username: 'mara', password: 'lantern gravel otter' }]);
  expect(readSession()?.user.username).toBe('mara');
});

test('shows missing fields before sending anything and focuses the first one', async () => {
  const { person, sent } = await openPage({});
  await person.click(button());
  await waitFor(() => expect(errorOf(username())).toBe('Enter your username or email.'));
  expect(errorOf(password())).toBe('Enter your password.');
  expect(document.activeElement).toBe(username());
  await person.type(username(), 'mara{Enter}');
  await waitFor(() => expect(errorOf(username())).toBeUndefined());
  expect(document.activeElement).toBe(password());
  expect(sent()).toEqual([]);
});

test('announces a wrong password above the fields and keeps the input', async () => {
  const msg = 'Wrong username or password.';
  const { logIn, server, sent, path } = await openPage({
    'POST /api/account/login': rejection('invalid_credentials', { msg }),
  });
  await logIn();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(msg);
  expect(document.activeElement).toBe(alert);
  expect(alert.compareDocumentPosition(username())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect([username().value, errorOf(username()), errorOf(password())]).toEqual(['mara', undefined, undefined]);
  // The next attempt clears the error and succeeds.
  server.change({ 'POST /api/account/login': buildSignedIn() });
  await logIn('the right one');
  await waitFor(() => expect(readSession()).not.toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect([sent().length, path()]).toEqual([2, '/']);
});

test('ignores a second press while the request is pending', async () => {
  let answer = (_: ReturnType<typeof buildSignedIn>) => {};
  const { person, logIn, sent } = await openPage({
    'POST /api/account/login': () => new Promise((resolve) => (answer = resolve)),
  });
  await logIn();
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
  await person.click(button());
  await person.type(password(), '{Enter}');
  // A password manager submits the form without a button.
  password().form?.requestSubmit();
  expect(sent()).toHaveLength(1);
  answer(buildSignedIn());
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
  expect(readSession()).not.toBeNull();
});

test.each([
  [20, '20 seconds'],
  [600, '10 minutes'],
])('says how long to wait after too many attempts: %d s', async (retry_after, words) => {
  const { logIn } = await openPage({
    'POST /api/account/login': rejection('too_many_requests', { msg: 'Slow down.', retry_after }),
  });
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toContain(`ry again in ${words}.`);
});

test('reports a disabled account and opens no session', async () => {
  const { logIn, path } = await openPage({
    'POST /api/account/login': rejection('user_disabled', { msg: 'This account is disabled.', detail: 'inactive' }),
  });
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('This account is disabled.');
  expect([readSession(), path()]).toEqual([null, '/']);
});

test('makes a proof of work when the server requires one, and then for every attempt', async () => {
  const finish = stubSolver({ held: true });
  const { logIn, server, sent } = await openPage({
    ...challenges,
    'POST /api/account/login': ({ headers }) =>
      rejection(headers['x-pow'] === undefined ? 'pow_required' : 'invalid_credentials', { msg: 'Not right.' }),
  });
  await logIn();
  await screen.findByText('Checking that you are not a bot …');
  expect(screen.getByRole('status').textContent).toContain('not a bot');
  finish();
  expect((await screen.findByRole('alert')).textContent).toBe('Not right.');
  expect(screen.queryByText(/not a bot/)).toBeNull();
  server.change({ 'POST /api/account/login': buildSignedIn() });
  await logIn();
  await screen.findByText(/not a bot/);
  finish();
  await waitFor(() => expect(readSession()).not.toBeNull());
  expect(sent().map(provenPath)).toEqual([undefined, '/api/account/login', '/api/account/login']);
});

test('shows an error when the proof of work fails', async () => {
  stubSolver({ fails: true });
  const { logIn, sent } = await openPage({ ...challenges, 'POST /api/account/login': rejection('pow_required') });
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toContain('did not finish. Try again.');
  expect(sent()).toHaveLength(1);
});

const withSecondFactor: Answers = {
  'POST /api/account/login': ({ body }) =>
    body.code === undefined
      ? rejection('second_factor_required')
      : body.code === '123456' || body.code === 'abcd-efgh'
        ? buildSignedIn()
        : rejection('second_factor_wrong', { fields: { code: 'This code is not right.' } }),
};
const digits = () => screen.findByLabelText<HTMLInputElement>('Six digits');

test('asks for the second factor in place of the password and focuses it', async () => {
  const { logIn, person, sent } = await openPage(withSecondFactor);
  await logIn();
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(document.activeElement).toBe(await digits());

  await person.type(await digits(), '12 34{Enter}');
  await waitFor(async () => expect(errorOf(await digits())).toBe('Enter the six digits that your app shows.'));
  expect(sent()).toHaveLength(1);

  await person.clear(await digits());
  await person.type(await digits(), '000000{Enter}');
  await waitFor(async () => expect(errorOf(await digits())).toBe('This code is not right.'));
  expect(document.activeElement).toBe(await digits());

  await person.clear(await digits());
  await person.type(await digits(), '123 456{Enter}');
  await waitFor(() => expect(readSession()).not.toBeNull());
  expect(sent().at(-1)?.body).toEqual({ username: 'mara', password: 'lantern gravel otter', code: '123456' });
});

test('accepts a recovery code instead of the app code and clears the error on switching', async () => {
  const { logIn, person } = await openPage(withSecondFactor);
  await logIn();
  await person.type(await digits(), '000000{Enter}');
  await waitFor(async () => expect(errorOf(await digits())).toBeDefined());
  await person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  const code = screen.getByLabelText<HTMLInputElement>('Recovery code');
  expect([document.activeElement === code, errorOf(code), code.value]).toEqual([true, undefined, '']);
  await person.type(code, 'abcd{Enter}');
  await waitFor(() => expect(errorOf(code)).toBe('Enter one of your recovery codes.'));
  await person.clear(code);
  await person.type(code, 'abcd-efgh{Enter}');
  await waitFor(() => expect(readSession()).not.toBeNull());
});

test('keeps the username but not the password on going back from the second factor', async () => {
  const { logIn, person } = await openPage(withSecondFactor);
  await logIn();
  await person.type(await digits(), '000000{Enter}');
  await waitFor(async () => expect(errorOf(await digits())).toBeDefined());
  await person.click(screen.getByRole('button', { name: 'Back' }));
  expect([username().value, password().value]).toEqual(['mara', '']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('disables the button and explains why when logging in is turned off', async () => {
  const { person, sent } = await openPage({}, undefined, { login: false });
  expect(screen.getByText(/Logging in is turned off/)).toBeTruthy();
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await person.click(button());
  expect([sent().length, errorOf(username())]).toEqual([0, undefined]);
});

test.each([
  ['/labs?difficulty=easy', '/labs?difficulty=easy'],
  [undefined, '/'],
])('redirects a logged-in user at once: %s', async (next, expected) => {
  const { path } = await renderApp(<LoginPage next={next} reason={undefined} outcome={undefined} />, {
    path: '/login',
    user: buildUser(),
  });
  await waitFor(() => expect(path()).toBe(expected));
});

test.each([
  ['/account?tab=1', '/account?tab=1'],
  [undefined, '/'],
])('lets a user whose account did not load try the page again: %s', async (next, expected) => {
  await renderApp(<LoginPage next={next} reason="account" outcome={undefined} />, {
    path: '/login',
    user: buildUser(),
  });
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(expected);
});

test('shows that the provider did not log the visitor in, and offers the next try', async () => {
  await renderApp(<LoginPage next={undefined} reason={undefined} outcome="failed" />, {
    features: { provider: { name: 'Harbour University' } },
  });
  expect(screen.getByText('Harbour University did not log you in').closest('[role=alert]')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue with Harbour University' })).toBeTruthy();
});

test('lets superusers log in through their link while log-in is switched off', async () => {
  const { person, server } = await renderApp(<LoginPage next={undefined} reason={undefined} outcome={undefined} />, {
    path: '/login#key=k1',
    answers: { 'POST /api/account/login': buildSignedIn() },
    features: { login: false },
  });
  expect(screen.getByText(/Superusers can log in here/)).toBeTruthy();
  await person.type(username(), 'captain');
  await person.type(password(), 'lantern{Enter}');
  await waitFor(() =>
    expect(server.callsOf('POST /api/account/login').map(({ body }) => body)).toEqual([
      { username: 'captain', password: 'lantern', login_key: 'k1' },
    ]),
  );
});
