import type { AuthoredTrainings } from '@hexpedition/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { training } from '../testing/open-lesson.tsx';
import { type TrainingFilter, TrainingsPage, trainingsByContinent } from './trainings-page.tsx';

const line = (slug: string, more: Partial<AuthoredTrainings['trainings'][number]> = {}) => ({
  ...{ slug, name: slug.toUpperCase(), continent: 'web', continent_name: 'Web', tier: 0 as const, hidden: false },
  ...{ kind: 'course' as const, icon: 'database', lessons: 6, drafts: 0, changed_at: null, changed_by: null },
  ...more,
});
const trainings = [
  line('sqli', { drafts: 2 }),
  line('xss', { tier: 1, hidden: true }),
  line('rsa', { continent_name: 'Crypto' }),
];
const answer: AuthoredTrainings = { trainings, continents: [{ slug: 'web', name: 'Web' }] };
const user = buildUser({ is_superuser: true });

test('filters courses by name, tier and state', () => {
  const found = (search: TrainingFilter) =>
    [...trainingsByContinent(trainings, search).values()].flat().map(({ slug }) => slug);
  expect(found({})).toEqual(['sqli', 'xss', 'rsa']);
  expect(found({ q: 'SS' })).toEqual(['xss']);
  expect(found({ tier: 1 })).toEqual(['xss']);
  expect(found({ state: 'drafts' })).toEqual(['sqli']);
  expect(found({ state: 'visible' })).toEqual(['sqli', 'rsa']);
});

test('groups courses by continent, including hidden ones', async () => {
  await renderApp(<TrainingsPage filter={{}} />, { user, answers: { 'GET /api/admin/trainings': answer } });
  expect(await screen.findByRole('region', { name: 'Crypto' })).toBeTruthy();
  expect(screen.getByText('2 drafts')).toBeTruthy();
  expect(screen.getByText('Hidden', { selector: 'span' })).toBeTruthy();
});

test('shows the search text in the field at once, and writes it to the URL later', async () => {
  const { path } = await renderApp(<TrainingsPage filter={{}} />, {
    user,
    answers: { 'GET /api/admin/trainings': answer },
  });
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  fireEvent.change(field, { target: { value: 'x' } });
  expect(field.value).toBe('x');
  await waitFor(() => expect(path()).toBe('/?q=x'));
});

test('creates a course and opens its page', async () => {
  const { person, server, path } = await renderApp(<TrainingsPage filter={{}} />, {
    user,
    answers: {
      'GET /api/admin/trainings': answer,
      'POST /api/admin/trainings': rejection('invalid_request', {
        fields: { slug: 'Another training has this address.' },
      }),
    },
  });
  await screen.findByText('SQLI');
  await person.click(screen.getByRole('button', { name: 'New course' }));
  await person.type(screen.getByLabelText('Name'), 'XSS');
  await person.click(screen.getByRole('button', { name: 'Create hidden course' }));
  await waitFor(() => expect(errorOf(screen.getByLabelText('Address'))).toBe('Another training has this address.'));
  server.change({ 'POST /api/admin/trainings': { ...training, slug: 'xss-2' } });
  await person.type(screen.getByLabelText('Address'), '-2');
  await person.click(screen.getByRole('button', { name: 'Create hidden course' }));
  await waitFor(() => expect(path()).toBe('/admin/training/xss-2'));
  expect(server.callsOf('POST /api/admin/trainings').at(-1)?.body).toEqual({
    ...{ name: 'XSS', slug: 'xss-2', continent: 'web', kind: 'course' },
  });
});
