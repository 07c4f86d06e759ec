import type { SessionItem } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SessionsPage } from './sessions-page.tsx';

const at = '2026-11-24T10:00:00.000Z';
const session = (sid_hash: string, device: string, current = false): SessionItem => ({
  ...{ sid_hash, device, current, kind: 'desktop', created_at: at, last_seen_at: at },
});

test('logs out all other devices after a confirmation, and moves the focus to the heading', async () => {
  const own = session('a', 'Firefox on Linux', true);
  const { person, server } = await renderApp(<SessionsPage />, {
    user: buildUser(),
    answers: {
      'GET /api/account/sessions': {
        sessions: [own, session('b', 'Safari on iOS'), session('c', 'Chrome on Android')],
      },
      'GET /api/account/ip': { ip: '192.0.2.1' },
      'POST /api/account/logout_others': { sessions: [own] },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Log out all others' }));
  expect(screen.getByRole('dialog', { name: 'Log out all other devices?' }).textContent).toContain('2 devices');
  expect(server.callsOf('POST /api/account/logout_others')).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Log them out' }));
  await screen.findByText('2 devices logged out. You are logged in on this device only.');
  expect(screen.queryByText('Safari on iOS')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Other devices' })));
});
