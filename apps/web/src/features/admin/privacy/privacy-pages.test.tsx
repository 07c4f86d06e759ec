import type { ConsentRates } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { hasUnsaved } from './edit/use-config-draft.ts';
import { RatesPage, type RatesSearch } from './rates-page.tsx';
import { ReceiptsPage } from './receipts-page.tsx';
import { active, buildConfigState, config } from './testing/build-config-state.ts';
import { VersionsPage } from './versions-page.tsx';

const user = buildUser({ is_superuser: true });
const configState = 'GET /api/admin/privacy';
const nothing = { shown: 0, accepted: 0, declined: 0, saved: 0, contextual: 0 };
const full: ConsentRates = {
  ...{ shown: 40, accepted: 6, declined: 3, saved: 1, contextual: 2 },
  days: [
    { day: '2026-11-24', ...nothing },
    { day: '2026-11-25', shown: 40, accepted: 6, declined: 3, saved: 1, contextual: 2 },
  ],
  services: [
    { name: 'youtube', title: 'YouTube', accepted: 9, decided: 12 },
    { name: 'matomo', title: 'Matomo', accepted: 0, decided: 0 },
  ],
};
const rates = (answer: Answers['GET /api/admin/privacy/rates'], search: RatesSearch = {}) =>
  renderApp(<RatesPage search={search} />, {
    user,
    path: '/admin/privacy',
    answers: { [configState]: buildConfigState(), 'GET /api/admin/privacy/rates': answer as never },
  });

test('shows rates as shares of decisions, in charts and tables, for the period in the URL', async () => {
  const { person, path, server } = await rates(full);
  const answers = within(await screen.findByRole('region', { name: 'Answers' }));
  expect((await answers.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    ...['Accepted everything60%6', 'Saved a selection10%1', 'Declined everything30%3'],
  ]);
  expect(screen.getByRole('region', { name: 'Active version' }).textContent).toContain('Version 3 is active');
  const services = within(screen.getByRole('region', { name: 'By service' }));
  expect(services.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['YouTubeyoutube75%9 of 12', 'Matomomatomono decision'],
  ]);
  expect(screen.getByRole('slider', { name: 'Consent by day' }).getAttribute('aria-valuetext')).toBe(
    '25 Nov: asked 40, all 6, chosen 1, none 3',
  );
  await person.click(screen.getByRole('button', { name: 'Tables' }));
  await waitFor(() => expect(path()).toBe('/admin/privacy?view=tables'));
  await person.click(screen.getByRole('button', { name: '90 days' }));
  await waitFor(() => expect(path()).toContain('days=90'));
  expect(server.callsOf('GET /api/admin/privacy/rates')[0]?.query).toEqual({ days: '30' });
});

test('offers a longer period when no visitor was asked', async () => {
  const { person, path } = await rates({ ...nothing, days: [], services: [] });
  await screen.findByText('No visitors were asked in the last 30 days');
  await person.click(screen.getByRole('button', { name: 'Show the whole year' }));
  await waitFor(() => expect(path()).toContain('days=365'));
});

test('keeps the active version when the rates do not load', async () => {
  await rates(rejection('unavailable', { msg: 'Too busy.' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too busy.');
  expect(screen.getByText('Version 3 is active')).toBeTruthy();
});

test('compares a version, copies it to the form, and asks before it replaces unsaved changes', async () => {
  const { config: _, ...newest } = active;
  const old = { ...newest, number: 2, id: 'c2', status: 'archived' as const, published_by: null };
  const { person, path, client } = await renderApp(<VersionsPage />, {
    user,
    path: '/admin/privacy/versions',
    answers: {
      [configState]: buildConfigState(),
      'GET /api/admin/privacy/versions': { versions: [newest, old], next_cursor: null },
      'GET /api/admin/privacy/versions/:number': { ...old, config: { ...config, storageName: 'before' } },
    },
  });
  await person.click(await screen.findByRole('button', { name: /^Version 2 published .* by the platform/ }));
  await screen.findByText('Cookie name: changed from before to klaro.');
  expect(await screen.findByRole('region', { name: 'Preview of version 2' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Copy to draft' }));
  await waitFor(() => expect(path()).toBe('/admin/privacy/edit'));
  expect(hasUnsaved(client)).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Copy to draft' }));
  expect(screen.getByRole('dialog', { name: 'Replace your unsaved changes?' })).toBeTruthy();
});

test('lists receipts page by page, and filters them by action', async () => {
  const receipt = {
    ...{ at: '2026-11-25T09:00:00.000Z', version: 3, client: 'klaro 0.7.22' },
    ...{ changes: { youtube: true }, consents: { platform: true, youtube: true, matomo: false } },
  };
  const { person, path, server } = await renderApp(<ReceiptsPage search={{}} />, {
    user,
    path: '/admin/privacy/records',
    answers: {
      'GET /api/admin/privacy/records': ({ query }) =>
        query.cursor
          ? {
              records: [{ ...receipt, pk: '1', type: 'show', consents: {}, changes: null, pathname: null }],
              next_cursor: null,
            }
          : { records: [{ ...receipt, pk: '2', type: 'save', pathname: '/labs' }], next_cursor: '2' },
    },
  });
  expect((await screen.findByRole('list', { name: 'Decisions' })).textContent).toBe(
    'platform yesyoutube yes, changedmatomo no',
  );
  expect(screen.getByText('/labs')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('No decision yet')).toBeTruthy();
  await person.selectOptions(screen.getByLabelText('Action'), 'declined everything');
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(path()).toBe('/admin/privacy/records?type=decline'));
  const calls = server.callsOf('GET /api/admin/privacy/records').length;
  await person.click(screen.getByRole('button', { name: 'CSV' }));
  await screen.findByText('Saved 2 receipts.');
  expect(server.callsOf('GET /api/admin/privacy/records')).toHaveLength(calls + 2);
});

test('explains an empty list, and links to all receipts', async () => {
  const answers: Answers = { 'GET /api/admin/privacy/records': { records: [], next_cursor: null } };
  const { rerender } = await renderApp(<ReceiptsPage search={{}} />, { user, answers });
  await screen.findByText('No receipts yet');
  rerender(<ReceiptsPage search={{ type: 'save' }} />);
  expect((await screen.findByRole('link', { name: 'Clear filter' })).getAttribute('href')).toBe(
    '/admin/privacy/records',
  );
});
