import type { PrivacyFacts, ServedConsentConfig } from '@hexpedition/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openEvent } from '#lib/consent/open-consent.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LegalPage } from './legal-page.tsx';
import { privacyFactsQuery } from './legal-queries.ts';

type Service = PrivacyFacts['services'][number];

const service = (changes: Partial<Service> & { name: string }): Service => ({
  title: changes.name,
  description: '',
  purposes: ['functional'],
  required: false,
  opt_out: false,
  hosts: [],
  where: '',
  stores: [],
  ...changes,
});

const platform = service({
  name: 'platform',
  title: 'This site',
  required: true,
  where: 'On this site’s own server.',
  stores: [
    { kind: 'local', name: 'theme', what: 'The look.', lasts: 'Until you clear the data of this site' },
    { kind: 'cookie', name: 'klaro', what: 'What you have agreed to.', lasts: '120 days' },
    { kind: 'session', name: 'typed:…', what: 'A flag.', lasts: 'Until you close the tab' },
  ],
});
const youtube = service({ name: 'youtube', title: 'YouTube', hosts: ['www.youtube-nocookie.com'] });

afterEach(() => vi.unstubAllGlobals());

async function show(services: Service[], changes: Partial<PrivacyFacts> = {}, config = '') {
  const facts: PrivacyFacts = {
    config: 'c0ff1e',
    changed_at: '2026-11-25T10:00:00.000Z',
    storage: 'klaro',
    consent_days: 120,
    record_days: 1_095,
    services,
    ...changes,
  };
  const view = await renderApp(<LegalPage />, {
    features: { privacy: { config, storage: 'klaro', notice: false, services: [] } },
    seed: (client) => client.setQueryData(privacyFactsQuery.queryKey, facts),
  });
  return { ...view, cookies: within(screen.getByRole('region', { name: 'Stored data and third parties' })) };
}

it('lists stored data by kind and that nothing is loaded from third parties', async () => {
  const { cookies } = await show([platform, youtube]);
  cookies.getByText(/^Until you agree, nothing is loaded from third parties\. /);
  const own = within(cookies.getByRole('region', { name: 'This site' }));
  own.getByText('always on');
  const table = own.getByRole('table', { name: /^Stored in your browser.*This site$/ });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'NamePurposeExpires',
    'Cookies',
    'klaroWhat you have agreed to.120 days',
    'Local storage',
    'themeThe look.Until you clear the data of this site',
    'Session storage (per tab)',
    'typed:…A flag.Until you close the tab',
  ]);
  const youtubeSection = within(cookies.getByRole('region', { name: 'YouTube' }));
  youtubeSection.getByText('optional');
  youtubeSection.getByText('www.youtube-nocookie.com');
  expect(youtubeSection.queryByRole('table')).toBeNull();
});

it('says how a choice is stored and lets the visitor change it', async () => {
  const { cookies, person } = await show([platform], { storage: 'choices', record_days: 400 });
  const words = cookies.getByText(/^Your choice is stored/).textContent;
  expect(words).toMatch(/^Your choice is stored in the cookie choices for 120 days\. .* keeps a record for 400 days/);
  let opened = 0;
  document.addEventListener(openEvent, () => opened++, { once: true });
  await person.click(cookies.getByRole('button', { name: 'Manage cookies' }));
  expect(opened).toBe(1);
});

it('names third parties that are loaded without consent', async () => {
  const paddle = service({
    name: 'paddle',
    title: 'Paddle',
    required: true,
    hosts: ['cdn.paddle.com', '*.paddle.com'],
    where: 'On the pages of the subscription.',
  });
  const matomo = service({ name: 'matomo', title: 'Matomo', hosts: ['stats.example.org'] });
  const chat = service({ name: 'chat', title: 'Chat', opt_out: true, hosts: ['chat.example.org'] });
  const { cookies } = await show([platform, paddle, matomo, chat]);
  cookies.getByText(/nothing is loaded from third parties, except from Paddle & Chat\./);
  const pays = within(cookies.getByRole('region', { name: 'Paddle' }));
  expect(pays.getByText('Loaded from').nextSibling?.textContent).toBe('cdn.paddle.com, *.paddle.com');
  expect(pays.getByText('Where').nextSibling?.textContent).toBe('On the pages of the subscription.');
  within(cookies.getByRole('region', { name: 'Chat' })).getByText('on until you decline');
});

it('shows the operator’s description of a custom service', async () => {
  const forum = service({
    name: 'forum',
    title: 'Our forum',
    description: 'Where learners talk.',
    stores: [{ kind: 'cookie', name: 'forum_…', what: '', lasts: '' }],
  });
  const { cookies } = await show([platform, forum]);
  const own = within(cookies.getByRole('region', { name: 'Our forum' }));
  own.getByText('Where learners talk.');
  own.getByRole('row', { name: /^forum_… Not specified by the operator of this site\. When you decline/ });
  expect(own.queryByText('Where')).toBeNull();
});

it('embeds the consent manager if the configuration sets `embedded`', async () => {
  const config: ServedConsentConfig = {
    services: [{ name: 'youtube', purposes: ['media'] }],
    acceptAll: true,
    groupByPurpose: true,
    storageName: 'klaro',
    embedded: true,
    id: 'embedded',
    name: 'default',
    status: 'active',
    version: 2,
  };
  vi.stubGlobal('fetch', async () => Response.json(config));
  const { cookies } = await show([platform, youtube], {}, config.id);
  // The first decision removes the button. The result is announced and the focus moves to the remaining button.
  const decline = await cookies.findByRole('button', { name: 'Decline' });
  decline.focus();
  fireEvent.click(decline);
  await cookies.findByText('Your choice is saved.');
  expect(document.activeElement).toBe(cookies.getByRole('button', { name: 'Save' }));
  await userEvent.click(cookies.getByRole('checkbox', { name: 'Videos from other sites' }));
  expect(cookies.getByRole('status').textContent).toBe('');
});
