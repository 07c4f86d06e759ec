import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { body, openLesson } from '../testing/open-lesson.tsx';

const pictures = 'POST /api/system/image_upload';
const list = 'GET /api/admin/training/:slug/files';
const uploaded = (path: string) => ({
  ...{ path, size: 3, content_type: 'image/webp', width: null, height: null, src: '/media/x' },
});
const named: Answers = { [pictures]: ({ body: { name } }) => uploaded(`figures/${name}.webp`) };
const png = (title = 'doors.png') => new File(['abc'], title, { type: 'image/png' });
const figure = (name: string) => `::figure[The caption]{src="figures/${name}.webp" alt="Describe the picture"}`;

// happy-dom fires selectionchange in the middle of a change; browsers fire it afterwards.
const stopEvent = (event: Event) => event.stopImmediatePropagation();
beforeAll(() => document.addEventListener('selectionchange', stopEvent));
afterAll(() => document.removeEventListener('selectionchange', stopEvent));
// The test DOM has no layout, so the test sets the position of the drop.
let dropPosition = 0;
beforeEach(() => {
  dropPosition = 0;
  vi.spyOn(EditorView.prototype, 'posAtCoords').mockImplementation(() => dropPosition);
});

async function open(answers: Answers) {
  const app = await openLesson({ answers: { [list]: { files: [] }, ...answers } });
  const view = EditorView.findFromDOM(app.source) ?? expect.fail();
  const transfer = (kind: 'drop' | 'paste', files: File[], text = '') => {
    const data = { files, types: ['Files'], getData: () => text };
    fireEvent[kind](app.source, kind === 'drop' ? { dataTransfer: data } : { clipboardData: data });
  };
  const type = (at: number, insert: string) =>
    act(async () => view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length } }));
  const selected = () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
  return { ...app, view, transfer, type, selected, text: () => view.state.doc.toString() };
}

test('inserts a dropped picture below its paragraph, and selects the alt text', async () => {
  const { transfer, text, selected } = await open(named);
  transfer('drop', [png()]);
  await waitFor(() => expect(text()).toBe(body.replace('quiz.\n', `quiz.\n\n${figure('doors')}\n`)));
  expect(selected()).toBe('Describe the picture');
});

test('inserts a picture dropped into a quiz below the quiz', async () => {
  const { transfer, text } = await open(named);
  dropPosition = body.indexOf('- [x] Yes');
  transfer('drop', [png()]);
  await waitFor(() => expect(text()).toBe(body.replace('\n:::\n', `\n:::\n\n${figure('doors')}\n`)));
});

test('moves the placeholder with the text while the author types during an upload, and leaves the caret alone', async () => {
  let answer = () => {};
  const { transfer, type, text, view, selected } = await open({
    [pictures]: () =>
      new Promise((resolve) => {
        answer = () => resolve(uploaded('figures/doors.webp'));
      }),
  });
  dropPosition = body.length;
  transfer('drop', [png()]);
  await screen.findByText(/Uploading 3 bytes/);
  await type(0, 'Above it. ');
  await type(view.state.doc.length, ' And on.\n\nAnother paragraph.');
  answer();
  await waitFor(() => expect(text()).toBe(`Above it. ${body} And on.\n\n${figure('doors')}\n\nAnother paragraph.`));
  expect(selected()).toBe('');
});

test('names a pasted screenshot after the lesson, and numbers further ones', async () => {
  const stored: string[] = [];
  const { transfer, text } = await open({
    [list]: () => ({ files: stored.map((path) => ({ ...uploaded(path), used_by: [] })) }),
    [pictures]: ({ body: { name } }) => {
      stored.push(`figures/${name}.webp`);
      return uploaded(`figures/${name}.webp`);
    },
  });
  transfer('paste', [png('image.png')]);
  await waitFor(() => expect(text()).toContain(figure('first-quote')));
  transfer('paste', [png('image.png'), png('image.png')]);
  await waitFor(() => expect(text()).toContain(figure('first-quote-3')));
  expect(text().indexOf('first-quote-2')).toBeLessThan(text().indexOf('first-quote-3'));
});

test('pastes text as text, even if the clipboard also contains a picture of it', async () => {
  const { transfer, server, text } = await open(named);
  transfer('paste', [png()], 'A table from elsewhere');
  await waitFor(() => expect(text()).not.toContain('::figure'));
  expect(server.callsOf(pictures)).toEqual([]);
});

test('shows a failed upload in its place, inserts nothing, and retries if that can succeed', async () => {
  const { transfer, text, person, server } = await open({
    [pictures]: rejection('unavailable', { msg: 'Many pictures.' }),
  });
  transfer('drop', [png(), new File(['GIF89a'], 'moving.gif', { type: 'image/gif' })]);
  await screen.findByText(/GIF pictures are not supported/);
  await screen.findByText(/Many pictures/);
  expect(text()).toBe(body);
  await person.click(screen.getByRole('button', { name: 'Dismiss moving.gif' }));
  server.change(named);
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(text()).toContain(figure('doors')));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('offers to keep both files or to replace the existing one when the name is taken', async () => {
  const taken = { ...uploaded('figures/doors.webp'), used_by: [] };
  const { transfer, text, person, server } = await open({ ...named, [list]: { files: [taken] } });
  transfer('drop', [png()]);
  await person.click(await screen.findByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(text()).toContain(figure('doors-2')));
  transfer('drop', [png()]);
  await person.click(await screen.findByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(text()).toContain(figure('doors')));
  expect(server.callsOf(pictures).map(({ body }) => [body?.name, body?.overwrite])).toEqual([
    ['doors-2', false],
    ['doors', true],
  ]);
});

test('inserts nothing after an upload is cancelled', async () => {
  const { transfer, text, person } = await open({ [pictures]: () => new Promise(() => {}) });
  transfer('drop', [png()]);
  await person.click(await screen.findByRole('button', { name: 'Cancel figures/doors.webp' }));
  await waitFor(() => expect(screen.queryByText(/Uploading/)).toBeNull());
  expect(text()).toBe(body);
});
