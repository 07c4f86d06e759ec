import { type ImportDryRun, type ImportOutcome, uploadPartBytes } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AdminImportPage } from './admin-import-page.tsx';

const id = '0b0e2f9e-7a3d-4c4f-9f50-1c8f0a3a0001';
const none = { new: 0, changed: 0, returned: 0, gone: 0, unchanged: 0 };
const preview = (changes: Partial<ImportDryRun> = {}): ImportDryRun => ({
  ...{ id, name: 'event', format: 'ctfcli', at: '2026-11-24T10:00:00.000Z', total: 3, valid: true, more_files: 0 },
  counts: { continent: none, training: none, chapter: none, subchapter: { ...none, new: 2 }, map: none },
  changes: [{ kind: 'subchapter', change: 'new', id: 'sub-a', name: 'A lesson', what: [] }],
  files: [
    { path: 'web/a.md', change: 'new', kept: false, from: null, size: 9, difference: null },
    {
      ...{ path: 'web/b.md', change: 'changed', kept: true, from: null, size: 9 },
      difference: [
        { kind: 'old', line: 1, text: 'Here.' },
        { kind: 'new', line: 1, text: 'There.' },
      ],
    },
  ],
  diagnostics: [{ severity: 'warning', file: 'web/b.md', line: 1, code: 'file-edited', message: 'It stays.' }],
  ...changes,
});
const outcome = (courses: ImportOutcome['courses'] = []): ImportOutcome => {
  const { valid, counts, changes, diagnostics } = preview();
  return { valid, counts, changes, diagnostics, courses };
};
const load = 'GET /api/admin/import/:id';
const apply = 'POST /api/admin/import/:id/apply';

const show = (answers: Answers, shown?: string) =>
  renderApp(<AdminImportPage id={shown} />, {
    user: buildUser({ is_superuser: true }),
    path: '/admin/import',
    answers,
  });

test('uploads a zip with its name, and gives the preview its own URL', async () => {
  const { person, server, path } = await show({ 'POST /api/admin/import': { trial: preview() } });
  await person.upload(screen.getByLabelText('Zip to import'), new File(['PK'], 'event.zip'));
  await person.click(screen.getByRole('button', { name: 'Preview changes' }));
  await waitFor(() => expect(path()).toContain(id));
  expect(server.calls[0]?.query).toMatchObject({ name: 'event', format: 'auto', part: '1', parts: '1' });
});

test('uploads a large zip in parts', async () => {
  const { person, server, path } = await show({
    'POST /api/admin/import': ({ query }) => ({ trial: query.part === '3' ? preview() : null }),
  });
  const zip = new File([new Uint8Array(2 * uploadPartBytes + 5)], 'event.zip');
  await person.upload(screen.getByLabelText('Zip to import'), zip);
  await person.click(screen.getByRole('button', { name: 'Preview changes' }));
  await waitFor(() => expect(path()).toContain(id));
  const sent = server.callsOf('POST /api/admin/import');
  expect(sent.map(({ query }) => [query.part, query.parts])).toEqual(['1', '2', '3'].map((part) => [part, '3']));
  expect(sent.map(({ body }) => (body as Blob).size)).toEqual([uploadPartBytes, uploadPartBytes, 5]);
  expect(new Set(sent.map(({ query }) => query.upload)).size).toBe(1);
});

test('does not upload a file that is not a zip, and shows why the server rejects a zip', async () => {
  const answers = {
    'POST /api/admin/import': rejection('file_invalid', { msg: 'It unpacks to too many bytes.' }),
  } as const;
  const { person, server } = await show(answers);
  const input = screen.getByLabelText<HTMLInputElement>('Zip to import');
  input.removeAttribute('accept');
  await person.upload(input, new File(['x'], 'notes.txt'));
  expect(screen.getByRole('alert').textContent).toContain('is not a zip');
  expect(server.calls).toEqual([]);
  await person.upload(input, new File(['PK'], 'bomb.zip'));
  await person.click(screen.getByRole('button', { name: 'Preview changes' }));
  expect(await screen.findByText('It unpacks to too many bytes.')).toBeTruthy();
});

test('overwrites a file that was changed on this site only if it is selected', async () => {
  const { person, server } = await show({ [load]: preview(), [apply]: outcome() }, id);
  const kept = within(await screen.findByRole('region', { name: '1 file changed on this site' }));
  expect(kept.getByText('There.')).toBeTruthy();
  await person.click(kept.getByRole('checkbox', { name: /web\/b\.md/ }));
  await person.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('heading', { name: 'Imported' });
  expect(server.callsOf(apply)[0]?.body).toEqual({ overwrite: ['web/b.md'] });
});

test('shows all imported courses to learners with one press, and hides them with another', async () => {
  const visibility = 'POST /api/admin/trainings/visibility';
  const courses = [
    { slug: 'event', name: 'Event', hidden: false },
    { slug: 'event-hidden', name: 'Event (hidden)', hidden: true },
  ];
  const { person, server } = await show(
    {
      [load]: preview(),
      [apply]: outcome(courses),
      [visibility]: ({ body }) => ({
        applied: true,
        diagnostics: [],
        courses: courses.map((course) => ({ ...course, hidden: body.hidden })),
      }),
    },
    id,
  );
  await person.click(await screen.findByRole('button', { name: 'Import' }));
  await person.click(await screen.findByRole('button', { name: 'Show all 2 courses' }));
  await person.click(await screen.findByRole('button', { name: 'Hide all 2 courses' }));
  expect(await screen.findByText(/do not see these courses/)).toBeTruthy();
  const slugs = ['event', 'event-hidden'];
  expect(server.callsOf(visibility).map(({ body }) => body)).toEqual([
    { courses: slugs, hidden: false },
    { courses: slugs, hidden: true },
  ]);
});

test('sends the limits of the import, and rejects limits that are not numbers', async () => {
  const { person, server, path } = await show({ 'POST /api/admin/import': { trial: preview() } });
  await person.upload(screen.getByLabelText('Zip to import'), new File(['PK'], 'event.zip'));
  await person.click(screen.getByText('Limits'));
  await person.type(screen.getByLabelText(/Maximum number of files/), 'many');
  await person.click(screen.getByRole('button', { name: 'Preview changes' }));
  expect(screen.getByText(/whole number from 1 to 65,534/)).toBeTruthy();
  expect(server.calls).toEqual([]);
  await person.clear(screen.getByLabelText(/Maximum number of files/));
  await person.type(screen.getByLabelText(/Maximum number of files/), '60000');
  await person.click(screen.getByRole('button', { name: 'Preview changes' }));
  await waitFor(() => expect(path()).toContain(id));
  expect(server.calls[0]?.query).toMatchObject({ max_files: '60000' });
  expect(server.calls[0]?.query).not.toHaveProperty('max_mb');
});

test('shows a warning that repeats once, with its folders and places', async () => {
  const repeated = { severity: 'warning', line: 3, code: 'hint-cost', message: 'Hints cost nothing.' } as const;
  const files = ['web/a.yml', 'web/b.yml', 'web/c.yml', 'rev/a.yml', 'rev/b.yml'];
  await show({ [load]: preview({ diagnostics: files.map((file) => ({ ...repeated, file })) }) }, id);
  const problems = within(await screen.findByRole('region', { name: '5 warnings' }));
  expect(problems.getAllByText('Hints cost nothing.')).toHaveLength(1);
  expect(problems.getByText('5 times')).toBeTruthy();
  expect(problems.getByText('web/ (3), rev/ (2)')).toBeTruthy();
  expect(problems.getByText('rev/b.yml:3')).toBeTruthy();
});

test('reports a zip without changes and offers no import', async () => {
  await show({ [load]: preview({ changes: [], files: [], diagnostics: [] }) }, id);
  await screen.findByRole('heading', { name: 'No changes' });
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('lists errors first and offers no import while there are errors', async () => {
  const error = { severity: 'error', file: 'web/c.md', line: 7, code: 'heading-level', message: 'Too high.' } as const;
  await show({ [load]: preview({ valid: false, diagnostics: [...preview().diagnostics, error] }) }, id);
  const problems = within(await screen.findByRole('region', { name: '1 error, 1 warning' }));
  expect(problems.getAllByText(/\.md$/).map(({ textContent }) => textContent)).toEqual(['web/c.md', 'web/b.md']);
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('shows a message when the content has changed and when the preview does not exist', async () => {
  const { person, server, rerender } = await show({ [load]: preview(), [apply]: rejection('conflict') }, id);
  await person.click(await screen.findByRole('button', { name: 'Import' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Choose the zip again');
  const other = id.replace(/1$/, '2');
  server.change({ [load]: rejection('not_found', { msg: 'The import could not be found.' }) });
  rerender(<AdminImportPage id={other} />);
  expect(await screen.findByText('Import preview not found')).toBeTruthy();
});
