import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { challenges, provenPath, stubSolver } from '../testing/proof.ts';
import { VerifyPage } from './verify-page.tsx';

const verify = 'POST /api/account/verify';
const resend = 'POST /api/account/resend_verification';
const pending = buildUser({ email: null, pending_email: 'mara@example.org' });

async function openLink(answers: Answers, user?: typeof pending) {
  stubSolver();
  const page = await renderApp(<VerifyPage link={{ user_id: 7, hmac: 'x' }} />, {
    answers: { ...challenges, ...answers },
    features: { mail: true },
    ...(user && { user }),
  });
  await page.person.click(screen.getByRole('button', { name: 'Confirm email' }));
  return page;
}

test('confirms the address only on a press, and updates the account of this browser', async () => {
  const confirmed = { ...pending, email: 'mara@example.org', pending_email: null };
  const { server } = await openLink(
    { [verify]: { email: 'mara@example.org' }, 'GET /api/account/details': { user: confirmed } },
    pending,
  );
  expect((await screen.findByRole('status')).textContent).toContain('mara@example.org');
  expect(server.callsOf(verify).map(({ body }) => body)).toEqual([{ user_id: 7, hmac: 'x' }]);
  expect(readSession()?.user).toMatchObject({ email: 'mara@example.org', pending_email: null });
});

test('offers a new link in place of an expired one', async () => {
  const { person, server } = await openLink({ [verify]: rejection('link_expired'), [resend]: {} }, pending);
  await screen.findByRole('heading', { name: 'This link has expired' });
  await person.click(screen.getByRole('button', { name: 'Send a new link' }));
  await screen.findByText('A new link is on its way');
  expect(server.callsOf(resend).map(provenPath)).toEqual(['/api/account/resend_verification']);
});

test('explains why a link does not work, and leads a visitor to the log-in', async () => {
  await openLink({ [verify]: rejection('link_invalid') });
  await screen.findByRole('heading', { name: 'This link does not work' });
  expect(screen.getByText('It belongs to a different account.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in to get a new link' }).getAttribute('href')).toContain('/login');
});
