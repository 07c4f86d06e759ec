import type { SetupState } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SetupPage } from './setup-page.tsx';

const state: SetupState = {
  host: 'academy.example.org',
  version: '1.2.3',
  settings: {
    name: { value: 'Hexpedition', fixed_by: null },
    register: { value: 'closed', fixed_by: 'REGISTER' },
    free_tier: { value: 0, fixed_by: null },
  },
  mail: null,
  payments: false,
};

const expired = () => {
  throw new ApiError(400, { code: 'link_expired', msg: 'This link has expired. Start the server again.' });
};

test('shows what a variable fixes, and explains the outbox without a mail server', async () => {
  const { person } = await renderApp(<SetupPage />, {
    path: '/setup#token',
    answers: { 'POST /api/setup/state': state },
  });
  await person.click(await screen.findByRole('radio', { name: 'School' }));
  await person.click(screen.getByRole('button', { name: 'Continue as a school' }));
  await screen.findByText(/Who may join: nobody/);
  expect(screen.queryByRole('radio')).toBeNull();
  await person.type(screen.getByLabelText('Name of the site'), 'Harbour School');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Mails stay in the outbox');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Your account' });
  expect(screen.getByText('Every course and lab').tagName).toBe('DD');
});

test('continues with the entries of this browser', async () => {
  localStorage.setItem(
    'setup',
    JSON.stringify({ step: 'account', kind: 'shop', name: 'Night School', username: 'mara' }),
  );
  await renderApp(<SetupPage />, { path: '/setup#token', answers: { 'POST /api/setup/state': state } });
  expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('mara');
  screen.getByText('Night School');
});

test('shows why a link does not work', async () => {
  await renderApp(<SetupPage />, { path: '/setup#token', answers: { 'POST /api/setup/state': expired } });
  await screen.findByText('This link has expired. Start the server again.');
});
