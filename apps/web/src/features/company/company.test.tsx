import type { Company, TrainingCard } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SponsoredBy } from '../../entities/training/sponsored-by.tsx';
import { CompanyPage } from './company-page.tsx';

const company: Company = {
  name: 'Harbour Works',
  continent: 'mobile',
  colour: 'amber',
  link: 'https://harbour.example.com/learn',
  logo: '/partners/logo-0123456789abcdef.svg',
  trainings: ['ropes', 'cranes', 'gone'],
};
const training = (slug: string, name: string, tier: TrainingCard['tier']): TrainingCard => ({
  ...{ slug, name, tier, term: '', continent: 'mobile', icon: 'compass', summary: `About ${name}.`, minutes: 40 },
  ...{
    subchapters: 4,
    flags: 0,
    drills: 0,
    labs: 0,
    points: 0,
    start: null,
    kind: 'course',
    requires: [],
    added_at: null,
  },
});
const answers = {
  'GET /api/trainings': { trainings: [training('cranes', 'Cranes', 2), training('ropes', 'Ropes', 0)] },
  'GET /api/progress': {
    ...{ resume: null, locked_by_prerequisites: [] },
    progress: [
      {
        training_slug: 'ropes',
        ...{ completed: ['knots'], changed: [], flags_found: 0, total: 4, last_at: null, enrolled: true },
      },
    ],
  },
  'GET /api/config/company': { text_html: '<p>For <strong>you</strong>.</p>' },
};
const user = buildUser({ account: { company: true } });
const hexmap = { nav: [{ slug: 'mobile', name: 'Mobile', colour: 'rose' }] };

test('shows logo, text, link and the sponsored courses in the operator’s order with progress', async () => {
  const { container } = await renderApp(<CompanyPage />, { answers, user, features: { company, hexmap } });
  expect(screen.getByRole('link', { name: 'Mobile on the map' }).getAttribute('href')).toBe('/map/mobile');
  expect(screen.getByRole('heading', { level: 1, name: 'Harbour Works' })).toBeTruthy();
  expect(container.querySelector('img')?.getAttribute('src')).toBe(company.logo);
  expect((await screen.findByText('you')).tagName).toBe('STRONG');
  const link = screen.getByRole('link', { name: 'Harbour Works at harbour.example.com' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([company.link, 'noopener']);
  await screen.findByText('1 of 4 lessons · 40 min');
  const tiles = within(screen.getByRole('region', { name: 'Sponsored courses' })).getAllByRole('listitem');
  expect(tiles.map((tile) => within(tile).getByRole('link').getAttribute('href'))).toEqual([
    '/courses/ropes',
    '/courses/cranes',
  ]);
  expect(tiles.map((tile) => tile.textContent.includes('Requires the Specialization tier'))).toEqual([false, true]);
});

test('omits missing parts without leaving gaps', async () => {
  const bare = { ...company, link: null, logo: null, colour: null, trainings: [] };
  const none = { ...answers, 'GET /api/config/company': { text_html: '' } };
  const { container } = await renderApp(<CompanyPage />, { answers: none, user, features: { company: bare } });
  await screen.findByText('No courses yet');
  // The text's skeleton disappears after the empty text has loaded.
  const body = screen.getByRole('region', { name: 'Sponsored courses' }).parentElement;
  await waitFor(() => expect(body?.children).toHaveLength(1));
  expect(container.querySelector('img')).toBeNull();
  expect(screen.queryByRole('link', { name: /Harbour Works/ })).toBeNull();
});

test('names and links the sponsor of a sponsored course only', async () => {
  const { rerender, container } = await renderApp(<SponsoredBy training="ropes" />, { features: { company } });
  expect(container.textContent).toBe('Sponsored by Harbour Works');
  expect(screen.getByRole('link', { name: 'Harbour Works' }).getAttribute('href')).toBe(company.link);
  rerender(<SponsoredBy training="terminal" />);
  expect(container.textContent).toBe('');
});

test('shows no sponsor without a company', async () => {
  const { container } = await renderApp(<SponsoredBy training="ropes" />);
  expect(container.textContent).toBe('');
});
