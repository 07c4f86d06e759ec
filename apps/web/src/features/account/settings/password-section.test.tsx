import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { challenges, provenPath, stubSolver } from '../testing/proof.ts';
import { PasswordSection } from './password-section.tsx';

const old = () => screen.getByLabelText<HTMLInputElement>('Your password');
const fresh = () => screen.getByLabelText<HTMLInputElement>('New password');

async function openSection(answers: Answers = {}, hasPassword = true) {
  stubSolver();
  const user = buildUser({ account: { has_password: hasPassword } });
  const page = await renderApp(<PasswordSection username="mara" hasPassword={hasPassword} />, {
    user,
    answers: { ...challenges, ...answers },
  });
  const change = async (from: string, to: string) => {
    if (from) await page.person.type(old(), from);
    await page.person.clear(fresh());
    await page.person.type(fresh(), `${to}{Enter}`);
  };
  return { ...page, change, sent: () => page.server.callsOf('POST /api/account/user') };
}

test('changes the password with the old one and a proof of work, then clears the fields', async () => {
  const { change, sent } = await openSection({ 'POST /api/account/user': { user: buildUser() } });
  await change('lantern gravel otter', 'sextant plover basalt');
  await screen.findByText('Saved. Your other devices are logged out.');
  const [call] = sent();
  expect(call?.body).toEqual({ password: 'lantern gravel otter', new_password: 'sextant plover basalt' });
  expect(call && provenPath(call)).toBe('/api/account/user');
  expect([old().value, fresh().value]).toEqual(['', '']);
});

test('shows progress beside the button while the proof of work runs', async () => {
  const { change, server } = await openSection({ 'POST /api/account/user': { user: buildUser() } });
  const finish = stubSolver({ held: true });
  await change('lantern gravel otter', 'sextant plover basalt');
  await screen.findByText('Checking that you are not a bot …');
  expect(screen.getByRole('button', { name: 'Change password' }).getAttribute('aria-busy')).toBe('true');
  expect(server.callsOf('POST /api/account/user')).toEqual([]);
  finish();
  await screen.findByText(/^Saved/);
  expect(screen.queryByText(/not a bot/)).toBeNull();
});

test('requires the old password before sending anything', async () => {
  const { change, sent } = await openSection();
  await change('', 'sextant plover basalt');
  await waitFor(() => expect(errorOf(old())).toBe('Enter your password.'));
  expect([document.activeElement, sent().length]).toEqual([old(), 0]);
});

test('shows a wrong old password at its field and keeps the new one', async () => {
  const { change } = await openSection({
    'POST /api/account/user': rejection('wrong_password', { fields: { password: 'This is not your password.' } }),
  });
  await change('guess', 'sextant plover basalt');
  await waitFor(() => expect(errorOf(old())).toBe('This is not your password.'));
  expect([errorOf(fresh()), fresh().value]).toEqual([undefined, 'sextant plover basalt']);
  expect(document.activeElement).toBe(old());
});

test('shows a weak password at the new-password field, though the server names the field “password”', async () => {
  const { change } = await openSection({
    'POST /api/account/user': rejection('weak_password', { fields: { password: 'Many people use this one.' } }),
  });
  await change('lantern gravel otter', 'password123');
  await waitFor(() => expect(errorOf(fresh())).toBe('Many people use this one.'));
  expect([errorOf(old()), document.activeElement]).toEqual([undefined, fresh()]);
});

test('asks an account without a password only for a new one', async () => {
  const { change, sent } = await openSection({ 'POST /api/account/user': { user: buildUser() } }, false);
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await change('', 'sextant plover basalt');
  await screen.findByText(/^Saved/);
  expect(sent()[0]?.body).toEqual({ new_password: 'sextant plover basalt' });
});

test('shows the server’s message above the fields when the log-in is too old', async () => {
  const { change } = await openSection(
    { 'POST /api/account/user': rejection('reauthentication_required', { msg: 'Log out and in again.' }) },
    false,
  );
  await change('', 'sextant plover basalt');
  const alert = await screen.findByRole('alert');
  expect([alert.textContent, document.activeElement]).toEqual(['Log out and in again.', alert]);
});
