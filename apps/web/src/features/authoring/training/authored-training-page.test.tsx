import { newCourseTexts } from '@hexpedition/contract/placeholders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { chapters, training } from '../testing/open-lesson.tsx';
import { AuthoredTrainingPage } from './authored-training-page.tsx';

const writes = 'POST /api/admin/training/:slug';
const line = (slug: string, name: string) => ({
  ...{ slug, name, continent: 'web', continent_name: 'Web', tier: 0 as const, hidden: false, lessons: 1, drafts: 0 },
  ...{ kind: 'course' as const, icon: 'key', changed_at: null, changed_by: null },
});

async function openTraining(answers: Answers = {}) {
  const app = await renderApp(<AuthoredTrainingPage training="sqli" />, {
    user: buildUser({ is_superuser: true }),
    answers: {
      'GET /api/admin/trainings': {
        trainings: [line('sqli', 'SQLi'), line('xss', 'XSS'), line('http', 'HTTP')],
        continents: [],
      },
      'GET /api/admin/training/:slug': training,
      'GET /api/admin/training/:slug/chapters': chapters,
      'GET /api/admin/training/:slug/files': { files: [] },
      [writes]: { applied: true, etag: '"2"', changes: [], diagnostics: [] },
      ...answers,
    },
  });
  await screen.findByLabelText('Summary');
  return app;
}
const summary = () => screen.getByLabelText<HTMLInputElement>('Summary');
const form = () => within(screen.getByRole('region', { name: 'Details' }));

test('saves all details with the etag on which they are based', async () => {
  const { person, server } = await openTraining();
  expect(form().getByRole('button', { name: 'Save and publish' }).getAttribute('aria-disabled')).toBe('true');
  await person.type(summary(), ' More.');
  await person.click(form().getByRole('radio', { name: 'key' }));
  await person.selectOptions(form().getByRole('combobox'), 'http');
  server.change({
    'GET /api/admin/training/:slug': {
      ...{ ...training, etag: '"2"' },
      head: { ...training.head, summary: `${training.head.summary} More.`, icon: 'key', requires: ['http'] },
    },
  });
  await person.click(form().getByRole('button', { name: 'Save and publish' }));
  await screen.findByText('Published.');
  expect(server.callsOf(writes).map(({ body }) => body)).toEqual([
    {
      training: { ...training.head, summary: `${training.head.summary} More.`, icon: 'key', requires: ['http'] },
      ...{ etag: '"1"', overwrite: false },
    },
  ]);
});

test('shows both values of a conflict, and lets the author choose', async () => {
  const { person, server } = await openTraining({ [writes]: rejection('conflict') });
  await person.clear(summary());
  await person.type(summary(), 'Mine.');
  server.change({
    'GET /api/admin/training/:slug': {
      ...{ ...training, etag: '"7"' },
      head: { ...training.head, summary: 'Theirs.', term: 'UNION' },
    },
  });
  await person.click(form().getByRole('button', { name: 'Save and publish' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Summary').closest('div')?.textContent).toContain('Theirs: Theirs.Yours: Mine.');
  expect(screen.getByLabelText<HTMLInputElement>('Term').value).toBe('UNION');
  server.change({ [writes]: { applied: true, etag: '"8"', changes: [], diagnostics: [] } });
  await person.click(alert.getByRole('button', { name: 'Use theirs' }));
  expect(summary().value).toBe('Theirs.');
});

test('reorders and saves the recommended courses', async () => {
  const next = 'POST /api/admin/training/:slug/recommended_next';
  const { person, server } = await openTraining({
    [next]: { applied: true, etag: '"2"', changes: [], diagnostics: [] },
  });
  const part = within(screen.getByRole('region', { name: 'Recommended next' }));
  await waitFor(() => expect(part.getByText('XSS')).toBeTruthy());
  await person.selectOptions(part.getByRole('combobox'), 'http');
  await person.click(part.getByRole('button', { name: 'Move HTTP up' }));
  await person.click(part.getByRole('button', { name: 'Save and publish' }));
  await waitFor(() => expect(server.callsOf(next)[0]?.body).toEqual({ recommended_next: ['http', 'xss'] }));
});

const files = 'GET /api/admin/training/:slug/files';
const removes = 'DELETE /api/admin/training/:slug/files/:folder/:name';
const file = (path: string, used_by: string[] = []) => ({
  ...{ path, size: 1_400, content_type: 'image/svg+xml', width: 720, height: 100, src: '/media/x', used_by },
});

test('lists files with the lessons that use them, and deletes only unused ones', async () => {
  const used = file('figures/pair.svg', ['what', 'first-quote']);
  const { person, server } = await openTraining({
    [files]: { files: [used, file('figures/old.svg')] },
    [removes]: rejection('conflict', {
      msg: 'figures/old.svg is used by what (draft of mira). Remove it there first.',
    }),
  });
  const part = within(screen.getByRole('region', { name: 'Files' }));
  await part.findByText('1.4 kB · 720 × 100 · used in what, first-quote');
  expect(part.getByText('2 files, 1 unused')).toBeTruthy();
  expect(part.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1);
  await person.click(part.getByRole('button', { name: 'Delete figures/old.svg' }));
  const dialog = within(screen.getByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Delete file' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('draft of mira');
  server.change({ [removes]: { files: [used] } });
  await person.click(dialog.getByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(part.queryByText('figures/old.svg')).toBeNull());
  expect(server.callsOf(removes)[0]?.params).toEqual({ slug: 'sqli', folder: 'figures', name: 'old.svg' });
});

test('uploads a picture as the type that the author chooses', async () => {
  const { person, server } = await openTraining({
    'POST /api/system/file_upload': {
      file: { path: 'files/chart.png', size: 3, content_type: 'image/png', width: null, height: null, src: '/media/x' },
    },
  });
  const part = within(screen.getByRole('region', { name: 'Files' }));
  await person.click(part.getByRole('button', { name: 'Upload a file' }));
  const dialog = within(screen.getByRole('dialog'));
  await person.upload(dialog.getByLabelText('Upload a file'), new File(['abc'], 'Chart.png', { type: 'image/png' }));
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'Download');
  await person.click(dialog.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsOf('POST /api/system/file_upload')[0]?.query).toMatchObject({
    folder: 'files',
    name: 'chart.png',
  });
  await waitFor(() => expect(server.callsOf(files).length).toBeGreaterThan(1));
});

test('asks before a hidden course is shown, and names its place on the live map', async () => {
  const hidden = { ...training, head: { ...training.head, hidden: true } };
  const { person, server } = await openTraining({
    'GET /api/admin/training/:slug': hidden,
    'GET /api/admin/training/:slug/placement': {
      ...{ hexmap: 'hexmap', state: 'new', continent: 'Web' },
      ...{ after: 'HTTP', at: { q: 3, r: -2 } },
    },
  });
  const show = async () => {
    await person.click(form().getByRole('button', { name: 'Save and publish' }));
    return within(await screen.findByRole('dialog', { name: 'Show “SQL Injection” to learners?' }));
  };
  await person.click(form().getByRole('switch', { name: 'Hidden' }));
  const first = await show();
  await first.findByText(/^It is placed on the live Hex Map, on Web at hex 3, -2, with a path from “HTTP”/);
  await person.click(first.getByRole('button', { name: 'Cancel' }));
  expect(server.callsOf(writes)).toEqual([]);
  const second = await show();
  await person.click(await second.findByRole('button', { name: 'Show and place on the map' }));
  await waitFor(() => expect(server.callsOf(writes)).toHaveLength(1));
  expect(server.callsOf(writes)[0]?.body).toMatchObject({ training: { hidden: false } });
});

test('shows the texts of a new course as empty fields, and keeps them while it is hidden', async () => {
  const fresh = { ...training.head, ...newCourseTexts, hidden: true };
  const { person, server } = await openTraining({ 'GET /api/admin/training/:slug': { ...training, head: fresh } });
  expect(summary().value).toBe('');
  expect(form().queryByText('Describe the course in one sentence.')).toBeNull();
  await person.type(screen.getByLabelText('Name'), ' II');
  await person.click(form().getByRole('button', { name: 'Save and publish' }));
  await waitFor(() => expect(server.callsOf(writes)).toHaveLength(1));
  expect(server.callsOf(writes)[0]?.body).toMatchObject({ training: { ...newCourseTexts, name: 'SQL Injection II' } });
});

test('moves the focus to a missing text instead of saving', async () => {
  const fresh = { ...training.head, summary: newCourseTexts.summary, hidden: true };
  const { person, server } = await openTraining({ 'GET /api/admin/training/:slug': { ...training, head: fresh } });
  await person.click(form().getByRole('switch', { name: 'Hidden' }));
  await person.click(form().getByRole('button', { name: 'Save and publish' }));
  expect(document.activeElement).toBe(summary());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.callsOf(writes)).toEqual([]);
});
