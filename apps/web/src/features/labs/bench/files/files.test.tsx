import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildInstance, buildUser } from '#lib/testing/builders.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { FileTools } from './file-tools.tsx';
import { FilesPane } from './files-pane.tsx';
import { formatBytes } from './format-bytes.ts';
import { useHomeUploads } from './use-home-uploads.ts';

const list = 'GET /api/lab/:slug/files';
const put = 'PUT /api/lab/:slug/file';
const file = (path: string) => ({ path, bytes: 4_300, modified_at: '2026-11-25T12:00:00.000Z' });

function Pane() {
  const uploads = useHomeUploads('lamplighter');
  return (
    <>
      <FileTools slug="lamplighter" uploads={uploads} />
      <FilesPane slug="lamplighter" home={32} uploads={uploads} />
    </>
  );
}
const show = (answers: Answers = {}) =>
  renderApp(<Pane />, {
    user: buildUser(),
    answers: { [list]: { files: [file('notes.txt')], more: false }, ...answers },
  });
const input = () => screen.getByLabelText<HTMLInputElement>('Files to upload to your home');

test('shows the limits before an upload', async () => {
  await show();
  const pane = await screen.findByRole('region', { name: 'Files in your home' });
  expect(pane.textContent).toContain('up to 32 MB');
  expect(pane.textContent).toContain('up to 8 MB each');
  const line = (await screen.findByText('notes.txt')).closest('li');
  expect(line?.textContent).toContain('4.2 KB');
});

test('uploads several files in order, and does not send a file that is too large', async () => {
  const { person, server } = await show({ [put]: {} });
  await screen.findByText('notes.txt');
  server.change({ [list]: { files: [file('a.py'), file('b.py'), file('notes.txt')], more: false } });
  const large = new File([new Uint8Array(9 * 1024 * 1024)], 'core');
  await person.upload(input(), [new File(['1'], 'a.py'), large, new File(['2'], 'b.py')]);
  const uploads = screen.getByRole('list', { name: 'Uploads' });
  await waitFor(() => expect(within(uploads).getAllByText('Uploaded')).toHaveLength(2));
  expect(server.callsOf(put).map(({ query }) => query.path)).toEqual(['a.py', 'b.py']);
  expect(within(uploads).getByRole('alert').textContent).toBe('This file has 9 MB. The limit is 8 MB.');
  expect(await screen.findByRole('button', { name: 'Download b.py' })).toBeTruthy();
});

test('shows why an upload failed, and retries it', async () => {
  const { person, server } = await show({ [put]: rejection('file_invalid', { msg: 'The home is full.' }) });
  await screen.findByText('notes.txt');
  await person.upload(input(), new File(['1'], 'a.py'));
  expect((await screen.findByRole('alert')).textContent).toBe('The home is full.');
  server.change({ [put]: {} });
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Uploaded');
});

test('resets the home: names what is lost, then stops the lab, deletes the home and starts again', async () => {
  const instance = buildInstance({ lab: 'lamplighter', status: 'stopped' });
  const { person, server } = await show({
    'POST /api/lab/:slug/stop': { instance },
    'DELETE /api/lab/:slug/home': {},
    'POST /api/lab/:slug/start': { instance: { ...instance, pk: 2, status: 'starting' } },
  });
  await screen.findByText('notes.txt');
  await person.click(screen.getByRole('button', { name: 'Home options' }));
  await person.click(screen.getByRole('menuitem', { name: 'Reset home …' }));
  expect(screen.getByRole('dialog').textContent).toContain('You lose the one file in /home/learner');
  await person.click(screen.getByRole('button', { name: 'Reset and restart' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.map(({ endpoint }) => endpoint).filter((endpoint) => !endpoint.startsWith('GET'))).toEqual([
    'POST /api/lab/:slug/stop',
    'DELETE /api/lab/:slug/home',
    'POST /api/lab/:slug/start',
  ]);
});

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [4_300, '4.2 KB'],
  [20_552, '20 KB'],
  [8 * 1024 * 1024, '8 MB'],
])('%i bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
