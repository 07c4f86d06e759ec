import type { ImportTrial } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AdminImportPage } from './import-page.tsx';

const id = '0b0e2f9e-7a3d-4c4f-9f50-1c8f0a3a0001';
const none = { new: 0, changed: 0, returned: 0, gone: 0, unchanged: 0 };
const trial = (changes: Partial<ImportTrial> = {}): ImportTrial => ({
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
const look = 'GET /api/admin/import/:id';
const apply = 'POST /api/admin/import/:id/apply';

const show = (answers: Answers, shown?: string) =>
  renderApp(<AdminImportPage id={shown} />, {
    user: buildUser({ is_superuser: true }),
    path: '/admin/import',
    answers,
  });

test('a zip is sent with its name, and what it would change has an address of its own', async () => {
  const { person, server, path } = await show({ 'POST /api/admin/import': { trial: trial() } });
  await person.upload(screen.getByLabelText('Zip to import'), new File(['PK'], 'event.zip'));
  await person.click(screen.getByRole('button', { name: 'Look what would change' }));
  await waitFor(() => expect(path()).toContain(id));
  expect(server.calls[0]?.query).toMatchObject({ name: 'event', format: 'auto', part: '1', parts: '1' });
});

test('what is no zip is not sent, and a refusal says why', async () => {
  const answers = { 'POST /api/admin/import': refusal('file_invalid', { msg: 'It unpacks without end.' }) } as const;
  const { person, server } = await show(answers);
  const input = screen.getByLabelText<HTMLInputElement>('Zip to import');
  input.removeAttribute('accept');
  await person.upload(input, new File(['x'], 'notes.txt'));
  expect(screen.getByRole('alert').textContent).toContain('is not a zip');
  expect(server.calls).toEqual([]);
  await person.upload(input, new File(['PK'], 'bomb.zip'));
  await person.click(screen.getByRole('button', { name: 'Look what would change' }));
  expect(await screen.findByText('It unpacks without end.')).toBeTruthy();
});

test('what was changed here is overwritten only where it is ticked', async () => {
  const { person, server } = await show({ [look]: trial(), [apply]: trial() }, id);
  const kept = within(await screen.findByRole('region', { name: '1 file changed here' }));
  expect(kept.getByText('There.')).toBeTruthy();
  await person.click(kept.getByRole('checkbox', { name: /web\/b\.md/ }));
  await person.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('heading', { name: 'Imported' });
  expect(server.callsOf(apply)[0]?.body).toEqual({ overwrite: ['web/b.md'] });
});

test('errors come first and keep it from being imported; what changes nothing needs no button', async () => {
  const error = { severity: 'error', file: 'web/c.md', line: 7, code: 'heading-level', message: 'Too high.' } as const;
  await show({ [look]: trial({ valid: false, diagnostics: [...trial().diagnostics, error] }) }, id);
  const faults = within(await screen.findByRole('region', { name: '1 error, 1 warning' }));
  expect(faults.getAllByText(/\.md$/).map(({ textContent }) => textContent)).toEqual(['web/c.md', 'web/b.md']);
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('nothing to do, gone, and changed meanwhile are said', async () => {
  const { person, server, rerender } = await show({ [look]: trial(), [apply]: refusal('conflict') }, id);
  await person.click(await screen.findByRole('button', { name: 'Import' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Choose the zip again');
  const other = id.replace(/1$/, '2');
  server.change({ [look]: refusal('not_found', { msg: 'The import could not be found.' }) });
  rerender(<AdminImportPage id={other} />);
  expect(await screen.findByText('This import is not there')).toBeTruthy();
});
