import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildInstance, buildUser } from '#lib/testing/build.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { bytesOf } from './bytes.ts';
import { FileTools } from './file-tools.tsx';
import { FilesPane } from './files-pane.tsx';
import { useUploads } from './use-uploads.ts';

const list = 'GET /api/lab/:slug/files';
const put = 'PUT /api/lab/:slug/file';
const file = (path: string) => ({ path, bytes: 4_300, modified_at: '2026-11-25T12:00:00.000Z' });

function Pane() {
  const uploads = useUploads('lamplighter');
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
const input = () => screen.getByLabelText<HTMLInputElement>('Files to put into your home');

test('the limit is said before anything is sent', async () => {
  await show();
  const pane = await screen.findByRole('region', { name: 'Files in your home' });
  expect(pane.textContent).toContain('It may hold 32 MB');
  expect(pane.textContent).toContain('8 MB each at most');
  const line = (await screen.findByText('notes.txt')).closest('li');
  expect(line?.textContent).toContain('4.2 KB');
});

test('several go in one after the other; what is too large is not sent', async () => {
  const { person, server } = await show({ [put]: {} });
  await screen.findByText('notes.txt');
  server.change({ [list]: { files: [file('a.py'), file('b.py'), file('notes.txt')], more: false } });
  const large = new File([new Uint8Array(9 * 1024 * 1024)], 'core');
  await person.upload(input(), [new File(['1'], 'a.py'), large, new File(['2'], 'b.py')]);
  const onTheWay = screen.getByRole('list', { name: 'On their way' });
  await waitFor(() => expect(within(onTheWay).getAllByText('is there')).toHaveLength(2));
  expect(server.callsOf(put).map(({ query }) => query.path)).toEqual(['a.py', 'b.py']);
  expect(within(onTheWay).getByRole('alert').textContent).toBe('It has 9 MB, and a file may have 8 MB at most.');
  expect(await screen.findByRole('button', { name: 'Download b.py' })).toBeTruthy();
});

test('what did not arrive says why, and is tried again', async () => {
  const { person, server } = await show({ [put]: refusal('file_invalid', { msg: 'The home is full.' }) });
  await screen.findByText('notes.txt');
  await person.upload(input(), new File(['1'], 'a.py'));
  expect((await screen.findByRole('alert')).textContent).toBe('The home is full.');
  server.change({ [put]: {} });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('is there');
});

test('a reset says what is lost, then stops, throws away and starts again', async () => {
  const instance = buildInstance({ lab: 'lamplighter', status: 'stopped' });
  const { person, server } = await show({
    'POST /api/lab/:slug/stop': { instance },
    'DELETE /api/lab/:slug/home': {},
    'POST /api/lab/:slug/start': { instance: { ...instance, pk: 2, status: 'starting' } },
  });
  await screen.findByText('notes.txt');
  await person.click(screen.getByRole('button', { name: 'More about the home' }));
  await person.click(screen.getByRole('menuitem', { name: 'Reset the home …' }));
  expect(screen.getByRole('dialog').textContent).toContain('You lose the one file in /home/learner');
  await person.click(screen.getByRole('button', { name: 'Throw it away and start again' }));
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
])('%i bytes are %s', (bytes, words) => expect(bytesOf(bytes)).toBe(words));
