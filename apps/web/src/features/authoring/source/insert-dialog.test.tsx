import { uploadPartBytes } from '@hexpedition/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import type { TrainingFile } from '../files/training-files.ts';
import type { BlockKind } from './blocks.ts';
import { InsertDialog } from './insert-dialog.tsx';

const pictures = 'POST /api/system/image_upload';
const files = 'POST /api/system/file_upload';
const list = 'GET /api/admin/training/:slug/files';
const uploaded = (path: string) => ({
  ...{ path, size: 3, content_type: 'image/webp', width: null, height: null, src: '/media/x' },
});
const here = (path: string, used_by: string[] = []): TrainingFile => ({ ...uploaded(path), src: '/media/x', used_by });

async function open(kind: BlockKind, answers: Answers = {}) {
  const onInsert = vi.fn();
  const onClose = vi.fn();
  const app = await renderApp(<InsertDialog training="sqli" kind={kind} onInsert={onInsert} onClose={onClose} />, {
    user: buildUser({ is_superuser: true }),
    answers: { [list]: { files: [] }, ...answers },
  });
  const choose = (...given: File[]) => fireEvent.change(input(), { target: { files: given } });
  return { ...app, onInsert, onClose, choose };
}
const input = () => screen.getByLabelText<HTMLInputElement>('Upload a file');
const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const button = (words: string | RegExp) => screen.getByRole('button', { name: words });
const png = (title = 'Two Doors.png') => new File(['abc'], title, { type: 'image/png' });

test('a picture gets a name from its file, and is inserted once it has arrived', async () => {
  const { choose, person, server, onInsert } = await open('figure', { [pictures]: uploaded('figures/doors.webp') });
  choose(png());
  expect(name().value).toBe('two-doors');
  expect(document.activeElement).toBe(name());
  await person.clear(name());
  await person.type(name(), 'doors{Enter}');
  await waitFor(() => expect(onInsert).toHaveBeenCalledWith('figure', 'figures/doors.webp', []));
  expect(server.callsOf(pictures)[0]?.body).toEqual({
    ...{ image: btoa('abc'), training: 'sqli', name: 'doors', overwrite: false },
  });
});

test('a drawing goes to the figures, a download to the files', async () => {
  const { choose, person, server, onInsert } = await open('figure', { [files]: { file: uploaded('figures/a.svg') } });
  choose(new File(['<svg/>'], 'A.svg'));
  await person.click(button('Upload and insert'));
  await waitFor(() => expect(onInsert).toHaveBeenCalled());
  expect(server.callsOf(files)[0]?.query).toMatchObject({ folder: 'figures', name: 'a.svg', part: '1', parts: '1' });
});

test('what does not belong here is told why, and nothing is sent', async () => {
  const { choose, person, server } = await open('figure');
  choose(new File(['GIF89a'], 'moving.gif', { type: 'image/gif' }));
  expect(screen.getByRole('alert').textContent).toContain('GIF pictures are not taken');
  choose(png());
  await person.clear(name());
  await person.type(name(), 'Two doors{Enter}');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  await person.click(button('Choose another'));
  const large = png('large.png');
  Object.defineProperty(large, 'size', { value: 12_582_913 });
  choose(large);
  expect(screen.getByRole('alert').textContent).toContain('The picture may have at most 12 MB.');
  await person.click(button('Upload and insert'));
  expect(server.callsOf(pictures)).toEqual([]);
});

test('a name that is taken is replaced only when that is pressed', async () => {
  const { choose, person, server, onInsert } = await open('figure', {
    [list]: { files: [here('figures/two-doors.webp', ['first-quote'])] },
    [pictures]: uploaded('figures/two-doors.webp'),
  });
  await screen.findByText('figures/two-doors.webp');
  choose(png());
  await person.type(name(), '{Enter}');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/There is a figures\/two-doors.webp already, in first-quote/)).toBeTruthy();
  expect(server.callsOf(pictures)).toEqual([]);
  await person.click(button('Replace the other'));
  await waitFor(() => expect(onInsert).toHaveBeenCalled());
  expect(server.callsOf(pictures)[0]?.body).toMatchObject({ overwrite: true });
});

test('a name that somebody else took meanwhile is replaced, or given up for another', async () => {
  const { choose, person, server, onInsert } = await open('figure', { [pictures]: refusal('already_done') });
  choose(png());
  await person.type(name(), '{Enter}');
  await screen.findByText(/There is a file of this name already/);
  await person.click(button(/^Give up/));
  await person.type(name(), '-2{Enter}');
  await screen.findByText(/There is a file of this name already/);
  server.change({ [pictures]: uploaded('figures/two-doors-2.webp') });
  await person.click(button('Replace it'));
  await waitFor(() => expect(onInsert).toHaveBeenCalled());
  expect(server.callsOf(pictures).map(({ body }) => [body?.name, body?.overwrite])).toEqual([
    ['two-doors', false],
    ['two-doors-2', false],
    ['two-doors-2', true],
  ]);
});

const film = (parts: number) => {
  const file = new File([new Uint8Array(uploadPartBytes * (parts - 1) + 5)], 'Beacon.webm', { type: 'video/webm' });
  const whole = vi.spyOn(file, 'arrayBuffer');
  return { file, whole };
};

test('a film goes in parts that are cut out of it, and shows how far it is; a part that failed is sent again', async () => {
  const { choose, person, server, onInsert } = await open('video', {
    [files]: ({ query }) => (query.part === '1' ? { file: null } : refusal('unavailable', { msg: 'In a moment.' })),
  });
  const { file, whole } = film(2);
  choose(file);
  await person.click(button('Upload and insert'));
  expect((await screen.findByRole('alert')).textContent).toContain('In a moment.');
  let answer = (_: { file: ReturnType<typeof uploaded> }) => {};
  server.change({ [files]: () => new Promise((resolve) => (answer = resolve)) });
  await person.click(button('Go on'));
  const bar = await screen.findByRole('progressbar');
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['8388608', '8388613']);
  answer({ file: uploaded('videos/beacon.webm') });
  await waitFor(() => expect(onInsert).toHaveBeenCalledWith('video', 'videos/beacon.webm', []));
  const sent = server.callsOf(files);
  expect(sent.map(({ query }) => query.part)).toEqual(['1', '2', '2']);
  expect(new Set(sent.map(({ query }) => query.upload)).size).toBe(1);
  expect(sent.map(({ body }) => (body as Blob).size)).toEqual([uploadPartBytes, 5, 5]);
  expect(whole).not.toHaveBeenCalled();
});

test('captions go with their film, under its name and in their language', async () => {
  const { choose, person, server, onInsert } = await open('video', {
    [files]: ({ query }) => ({ file: uploaded(`videos/${query.name}`) }),
  });
  choose(film(1).file, new File(['WEBVTT'], 'spoken.de.vtt'));
  await person.click(button('Upload and insert'));
  await waitFor(() => expect(onInsert).toHaveBeenCalledWith('video', 'videos/beacon.webm', ['videos/beacon.de.vtt']));
  expect(server.callsOf(files).map(({ query }) => query.name)).toEqual(['beacon.de.vtt', 'beacon.webm']);
});

test('what the server refuses is said beside the file, and nothing is inserted', async () => {
  const { choose, person, onInsert } = await open('file', {
    [files]: refusal('file_invalid', { msg: 'This file is a zip too. Save it anew, or give it as that.' }),
  });
  choose(new File(['%PDF'], 'a.pdf'));
  await person.click(button('Upload and insert'));
  expect((await screen.findByRole('alert')).textContent).toContain('This file is a zip too.');
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
  await person.click(button('Give up files/a.pdf'));
  expect(button('Upload and insert')).toBeTruthy();
  expect(onInsert).not.toHaveBeenCalled();
});

test('an upload is cancelled, and with it when the dialog closes', async () => {
  const { choose, person, onInsert, unmount } = await open('figure', { [pictures]: () => new Promise(() => {}) });
  choose(png());
  await person.click(button('Upload and insert'));
  await person.click(await screen.findByRole('button', { name: 'Cancel figures/two-doors.webp' }));
  await person.click(await screen.findByRole('button', { name: 'Upload and insert' }));
  await screen.findByText(/Sending 3 bytes/);
  unmount();
  expect(onInsert).not.toHaveBeenCalled();
});

test('a file is dropped anywhere onto the dialog', async () => {
  await open('figure', { [list]: { files: [here('figures/a.webp')] } });
  const target = await screen.findByText('figures/a.webp');
  const dataTransfer = { types: ['Files'], files: [png('dropped.png')] };
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  expect(name().value).toBe('dropped');
});

const drill = (make: string, title: string | null, slug = 'rsa', name = 'RSA by Hand') => ({
  ...{ make, form: 'a number' },
  seen: title === null ? null : { title, lesson: 'Small numbers', training: { slug, name } },
});

test('a drill is chosen from all there are: those of this course first, and only those that have every word', async () => {
  const { person, onInsert, onClose } = await open('drill', {
    'GET /api/admin/drills': {
      drills: [
        drill('rsa-roots', 'Take the root'),
        drill('blind-bisect', 'Half of the rest', 'sqli', 'SQL Injection'),
        drill('new-maker', null),
      ],
    },
  });
  const names = () => screen.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent);
  await screen.findByText('3 of 3 drills');
  expect(names()).toEqual(['Half of the rest', 'Take the root', 'new-maker']);
  const search = screen.getByRole('searchbox', { name: 'Search' });
  await person.type(search, 'HAND number');
  expect(names()).toEqual(['Take the root']);
  expect(screen.getByRole('status').textContent).toBe('1 of 3 drills');
  await person.type(search, ' sails');
  expect(screen.getByRole('status').textContent).toBe('No drill has all of these words.');
  await person.clear(search);
  await person.click(button(/new-maker/));
  expect([onInsert.mock.calls, onClose.mock.calls.length]).toEqual([[['drill', 'new-maker']], 1]);
});

test('drills that do not load say so, and are asked for again', async () => {
  const { person, server } = await open('drill', { 'GET /api/admin/drills': refusal('unavailable') });
  await screen.findByRole('alert');
  server.change({ 'GET /api/admin/drills': { drills: [drill('rsa-roots', 'Take the root')] } });
  await person.click(button('Try again'));
  await screen.findByText('1 of 1 drills');
});
