import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { body, openLesson } from '../testing/open-lesson.tsx';

const pictures = 'POST /api/system/image_upload';
const list = 'GET /api/admin/training/:slug/files';
const uploaded = (path: string) => ({
  ...{ path, size: 3, content_type: 'image/webp', width: null, height: null, src: '/media/x' },
});
const named: Answers = { [pictures]: ({ body: { name } }) => uploaded(`figures/${name}.webp`) };
const png = (title = 'doors.png') => new File(['abc'], title, { type: 'image/png' });
const figure = (name: string) => `::figure[The caption]{src="figures/${name}.webp" alt="What is to be seen"}`;

// The DOM of these tests says so in the middle of a change, and browsers only after it.
beforeAll(() => document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation()));
// There is no layout here: where it was dropped is said by the test.
let dropped = 0;
beforeEach(() => {
  dropped = 0;
  vi.spyOn(EditorView.prototype, 'posAtCoords').mockImplementation(() => dropped);
});

async function open(answers: Answers) {
  const app = await openLesson({ answers: { [list]: { files: [] }, ...answers } });
  const view = EditorView.findFromDOM(app.source) ?? expect.fail();
  const give = (kind: 'drop' | 'paste', files: File[], text = '') => {
    const data = { files, types: ['Files'], getData: () => text };
    fireEvent[kind](app.source, kind === 'drop' ? { dataTransfer: data } : { clipboardData: data });
  };
  const type = (at: number, insert: string) =>
    act(async () => view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length } }));
  const selected = () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
  return { ...app, view, give, type, selected, text: () => view.state.doc.toString() };
}

test('a picture that is dropped stands below its paragraph, and the caret where the author writes next', async () => {
  const { give, text, selected } = await open(named);
  give('drop', [png()]);
  await waitFor(() => expect(text()).toBe(body.replace('quiz.\n', `quiz.\n\n${figure('doors')}\n`)));
  expect(selected()).toBe('What is to be seen');
});

test('dropped into a quiz it stands below the quiz', async () => {
  const { give, text } = await open(named);
  dropped = body.indexOf('- [x] Yes');
  give('drop', [png()]);
  await waitFor(() => expect(text()).toBe(body.replace('\n:::\n', `\n:::\n\n${figure('doors')}\n`)));
});

test('while it is on its way the author writes on; its place moves along, and the caret stays', async () => {
  let answer = () => {};
  const { give, type, text, view, selected } = await open({
    [pictures]: () =>
      new Promise((resolve) => {
        answer = () => resolve(uploaded('figures/doors.webp'));
      }),
  });
  dropped = body.length;
  give('drop', [png()]);
  await screen.findByText(/Sending 3 bytes/);
  await type(0, 'Above it. ');
  await type(view.state.doc.length, ' And on.\n\nAnother paragraph.');
  answer();
  await waitFor(() => expect(text()).toBe(`Above it. ${body} And on.\n\n${figure('doors')}\n\nAnother paragraph.`));
  expect(selected()).toBe('');
});

test('a screenshot from the clipboard is named after the lesson, and several get numbers', async () => {
  const stored: string[] = [];
  const { give, text } = await open({
    [list]: () => ({ files: stored.map((path) => ({ ...uploaded(path), used_by: [] })) }),
    [pictures]: ({ body: { name } }) => {
      stored.push(`figures/${name}.webp`);
      return uploaded(`figures/${name}.webp`);
    },
  });
  give('paste', [png('image.png')]);
  await waitFor(() => expect(text()).toContain(figure('first-quote')));
  give('paste', [png('image.png'), png('image.png')]);
  await waitFor(() => expect(text()).toContain(figure('first-quote-3')));
  expect(text().indexOf('first-quote-2')).toBeLessThan(text().indexOf('first-quote-3'));
});

test('text and code are pasted as they are, even where the clipboard has a picture of them', async () => {
  const { give, server, text } = await open(named);
  give('paste', [png()], 'A table from elsewhere');
  await waitFor(() => expect(text()).not.toContain('::figure'));
  expect(server.callsOf(pictures)).toEqual([]);
});

test('a failure is shown where it happened and inserts nothing; what can succeed is tried again', async () => {
  const { give, text, person, server } = await open({ [pictures]: refusal('unavailable', { msg: 'Many pictures.' }) });
  give('drop', [png(), new File(['GIF89a'], 'moving.gif', { type: 'image/gif' })]);
  await screen.findByText(/GIF pictures are not taken/);
  await screen.findByText(/Many pictures/);
  expect(text()).toBe(body);
  await person.click(screen.getByRole('button', { name: 'Give up moving.gif' }));
  server.change(named);
  await person.click(screen.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(text()).toContain(figure('doors')));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where the name is taken both are kept, or the other is replaced', async () => {
  const taken = { ...uploaded('figures/doors.webp'), used_by: [] };
  const { give, text, person, server } = await open({ ...named, [list]: { files: [taken] } });
  give('drop', [png()]);
  await person.click(await screen.findByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(text()).toContain(figure('doors-2')));
  give('drop', [png()]);
  await person.click(await screen.findByRole('button', { name: 'Replace it' }));
  await waitFor(() => expect(text()).toContain(figure('doors')));
  expect(server.callsOf(pictures).map(({ body }) => [body?.name, body?.overwrite])).toEqual([
    ['doors-2', false],
    ['doors', true],
  ]);
});

test('an upload that is cancelled inserts nothing', async () => {
  const { give, text, person } = await open({ [pictures]: () => new Promise(() => {}) });
  give('drop', [png()]);
  await person.click(await screen.findByRole('button', { name: 'Cancel figures/doors.webp' }));
  await waitFor(() => expect(screen.queryByText(/Sending/)).toBeNull());
  expect(text()).toBe(body);
});
