import type { SearchAnswer } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import Palette from './palette.tsx';

const answer = (names: string[], corrected: string | null = null): SearchAnswer => ({
  corrected,
  results: names.map((name) => ({
    kind: 'training',
    path: `/courses/${name.toLowerCase()}`,
    name,
    context: 'Web',
    tier: 0,
    excerpt: [{ text: name, hit: true }],
  })),
});

async function open(found: SearchAnswer | ReturnType<typeof rejection>) {
  const onClose = vi.fn();
  const shown = await renderApp(<Palette opener={document.body} onClose={onClose} />, {
    answers: { 'GET /api/search': found },
  });
  const field = screen.getByRole('combobox', { name: 'Search courses, lessons and labs', hidden: true });
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
  return { ...shown, onClose, field, active };
}

test('offers pages for an empty field, and searches from two letters', async () => {
  const { field, person, server } = await open(answer([]));
  expect(
    within(screen.getByRole('listbox', { hidden: true })).getAllByRole('option', { hidden: true }).length,
  ).toBeGreaterThan(2);
  await person.type(field, 's');
  await screen.findByText('Type at least two letters.');
  expect(server.callsOf('GET /api/search')).toEqual([]);
});

test('arrow keys move through the results and wrap around, and Enter opens one', async () => {
  const { field, person, path, onClose, active } = await open(answer(['Cookies', 'Sessions']));
  await person.type(field, 'se');
  await screen.findByText('2 results.');
  expect(active()).toContain('Cookies');
  await person.keyboard('{ArrowDown}');
  expect(active()).toContain('Sessions');
  await person.keyboard('{ArrowDown}');
  expect(active()).toContain('Cookies');
  await person.keyboard('{ArrowUp}');
  expect(active()).toContain('Sessions');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/courses/sessions'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('lists a page that matches before the search results, and counts it as a result', async () => {
  const { field, person, path, active } = await open(answer(['Leader election']));
  await person.type(field, 'leader');
  await screen.findByText('2 results.');
  expect(active()).toBe('Leaderboard');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/leaderboard'));
});

test('shows the corrected query', async () => {
  const { field, person } = await open(answer(['Cookies'], 'cookie'));
  await person.type(field, 'cokie');
  await screen.findByText('One result for “cookie”.');
});

test('reports no results and failed searches', async () => {
  const { field, person, server } = await open(answer([]));
  await person.type(field, 'xyzzy');
  await screen.findByText('No results. Try another word.');
  server.change({ 'GET /api/search': rejection('too_many_requests', { msg: 'Wait a moment.' }) });
  await person.type(field, 'y');
  await screen.findByText('Wait a moment.');
});

test('closes with its button', async () => {
  const { person, onClose } = await open(answer([]));
  await person.click(screen.getByRole('button', { name: 'Close', hidden: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([true, false])('offers the company page to employees only: %s', async (belongs) => {
  const company = { name: 'Harbour Works', continent: null, colour: null, link: null, logo: null, trainings: [] };
  const { person } = await renderApp(<Palette opener={document.body} onClose={() => {}} />, {
    answers: {
      'GET /api/search': answer([]),
      'GET /api/progress': { progress: [], resume: null, locked_by_prerequisites: [] },
    },
    features: { company },
    user: buildUser({ account: { company: belongs } }),
  });
  await person.type(screen.getByRole('combobox', { hidden: true }), 'h');
  expect(screen.queryAllByRole('option', { name: /Harbour Works/, hidden: true })).toHaveLength(belongs ? 1 : 0);
});
