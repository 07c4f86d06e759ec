import type { PrivacyFeatures, ServedConsentConfig } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readStoredConsent } from '#lib/consent/stored-consent.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { ContextualConsent } from './contextual-consent.tsx';

const services = [
  { name: 'platform', purposes: ['functional'], required: true },
  { name: 'youtube', purposes: ['media'] },
];

/** Renders a film whose third party the visitor has declined. */
async function showFilm() {
  const config: ServedConsentConfig = {
    ...{ services, acceptAll: true, groupByPurpose: true, storageName: 'klaro', privacyPolicy: '/legal' },
    ...{ id: 'c0ff1e', name: 'default', status: 'active', version: 2 },
  };
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.includes('config.json') ? config : {}));
  const declined = encodeURIComponent(JSON.stringify({ platform: true, youtube: false }));
  // biome-ignore lint/suspicious/noDocumentCookie: the manager uses it too
  document.cookie = `klaro=${declined}; path=/`;
  const privacy: PrivacyFeatures = { config: config.id, storage: 'klaro', notice: true, services };
  const film = (
    <ContextualConsent service="youtube" host="films.example">
      <p>The film</p>
    </ContextualConsent>
  );
  const shown = await renderApp(film, { features: { privacy } });
  return { ...shown, film, press: (name: string) => shown.person.click(screen.getByRole('button', { name })) };
}
const decision = () => readStoredConsent('klaro')?.youtube;

test('names the third party and its data, and loads nothing before the visitor agrees', async () => {
  await showFilm();
  expect(await screen.findByText(/Loading it connects your browser to films\.example\./)).toBeTruthy();
  expect(screen.queryByText('The film')).toBeNull();
});

test('loads once without a decision, and asks again on the next page', async () => {
  const { press, rerender, film } = await showFilm();
  await press('Load once');
  expect(screen.getByText('The film')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask again next time' })).toBeNull();
  expect(decision()).toBe(false);
  rerender(<p>Another page</p>);
  rerender(film);
  expect(screen.queryByText('The film')).toBeNull();
});

test('remembers “Always load” on the next page, until the visitor wants to be asked again', async () => {
  const { press, rerender, film } = await showFilm();
  await press('Always load');
  expect(decision()).toBe(true);
  rerender(<p>Another page</p>);
  rerender(film);
  expect(screen.getByText('The film')).toBeTruthy();
  await press('Ask again next time');
  expect(screen.getByRole('button', { name: 'Load once' })).toBeTruthy();
  expect(screen.queryByText('The film')).toBeNull();
  expect(decision()).toBe(false);
});
