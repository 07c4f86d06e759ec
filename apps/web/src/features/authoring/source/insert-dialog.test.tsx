import { uploadPartBytes } from '@hexpedition/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import type { TrainingFile } from '../files/training-files.ts';
import type { BlockKind } from './block-kinds.ts';
import { InsertDialog } from './insert-dialog.tsx';

const pictures = 'POST /api/system/image_upload';
const files = 'POST /api/system/file_upload';
const list = 'GET /api/admin/training/:slug/files';
const uploaded = (path: string) => ({
  ...{ path, size: 3, content_type: 'image/webp', width: null, height: null, src: '/media/x' },
});
const existing = (path: string, used_by: string[] = []): TrainingFile => ({
  ...uploaded(path),
  src: '/media/x',
  used_by,
});

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

test('suggests a name from the file, and inserts the picture after the upload', async () => {
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

test('uploads an SVG to figures/', async () => {
  const { choose, person, server, onInsert } = await open('figure', { [files]: { file: uploaded('figures/a.svg') } });
  choose(new File(['<svg/>'], 'A.svg'));
  await person.click(button('Upload and insert'));
  await waitFor(() => expect(onInsert).toHaveBeenCalled());
  expect(server.callsOf(files)[0]?.query).toMatchObject({ folder: 'figures', name: 'a.svg', part: '1', parts: '1' });
});

test('explains why a file is not accepted, and sends nothing', async () => {
  const { choose, person, server } = await open('figure');
  choose(new File(['GIF89a'], 'moving.gif', { type: 'image/gif' }));
  expect(screen.getByRole('alert').textContent).toContain('GIF pictures are not supported');
  choose(png());
  await person.clear(name());
  await person.type(name(), 'Two doors{Enter}');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  await person.click(button('Choose another file'));
  const large = png('large.png');
  Object.defineProperty(large, 'size', { value: 12_582_913 });
  choose(large);
  expect(screen.getByRole('alert').textContent).toContain('The picture may have at most 12 MB.');
  await person.click(button('Upload and insert'));
  expect(server.callsOf(pictures)).toEqual([]);
});

test('replaces an existing file only on request', async () => {
  const { choose, person, server, onInsert } = await open('figure', {
    [list]: { files: [existing('figures/two-doors.webp', ['first-quote'])] },
    [pictures]: uploaded('figures/two-doors.webp'),
  });
  await screen.findByText('figures/two-doors.webp');
  choose(png());
  await person.type(name(), '{Enter}');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/figures\/two-doors.webp already exists, used in first-quote/)).toBeTruthy();
  expect(server.callsOf(pictures)).toEqual([]);
  await person.click(button('Replace existing file'));
  await waitFor(() => expect(onInsert).toHaveBeenCalled());
  expect(server.callsOf(pictures)[0]?.body).toMatchObject({ overwrite: true });
});

test('lets the author replace a file that appeared meanwhile, or choose another name', async () => {
  const { choose, person, server, onInsert } = await open('figure', { [pictures]: rejection('already_done') });
  choose(png());
  await person.type(name(), '{Enter}');
  await screen.findByText(/A file with this name already exists/);
  await person.click(button(/^Dismiss/));
  await person.type(name(), '-2{Enter}');
  await screen.findByText(/A file with this name already exists/);
  server.change({ [pictures]: uploaded('figures/two-doors-2.webp') });
  await person.click(button('Replace'));
  await waitFor(() => expect(onInsert).toHaveBeenCalled());
  expect(server.callsOf(pictures).map(({ body }) => [body?.name, body?.overwrite])).toEqual([
    ['two-doors', false],
    ['two-doors-2', false],
    ['two-doors-2', true],
  ]);
});

const video = (parts: number) => {
  const file = new File([new Uint8Array(uploadPartBytes * (parts - 1) + 5)], 'Beacon.webm', { type: 'video/webm' });
  const whole = vi.spyOn(file, 'arrayBuffer');
  return { file, whole };
};

test('uploads a video in parts, shows the progress, and retries only the failed part', async () => {
  const { choose, person, server, onInsert } = await open('video', {
    [files]: ({ query }) => (query.part === '1' ? { file: null } : rejection('unavailable', { msg: 'In a moment.' })),
  });
  const { file, whole } = video(2);
  choose(file);
  await person.click(button('Upload and insert'));
  expect((await screen.findByRole('alert')).textContent).toContain('In a moment.');
  let answer = (_: { file: ReturnType<typeof uploaded> }) => {};
  server.change({ [files]: () => new Promise((resolve) => (answer = resolve)) });
  await person.click(button('Retry'));
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

test('uploads captions with their video, named after it and their language', async () => {
  const { choose, person, server, onInsert } = await open('video', {
    [files]: ({ query }) => ({ file: uploaded(`videos/${query.name}`) }),
  });
  choose(video(1).file, new File(['WEBVTT'], 'spoken.de.vtt'));
  await person.click(button('Upload and insert'));
  await waitFor(() => expect(onInsert).toHaveBeenCalledWith('video', 'videos/beacon.webm', ['videos/beacon.de.vtt']));
  expect(server.callsOf(files).map(({ query }) => query.name)).toEqual(['beacon.de.vtt', 'beacon.webm']);
});

test('shows the server’s reason for rejecting a file, and inserts nothing', async () => {
  const { choose, person, onInsert } = await open('file', {
    [files]: rejection('file_invalid', { msg: 'This file is also a zip. Save it again, or upload it as that type.' }),
  });
  choose(new File(['%PDF'], 'a.pdf'));
  await person.click(button('Upload and insert'));
  expect((await screen.findByRole('alert')).textContent).toContain('This file is also a zip.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await person.click(button('Dismiss files/a.pdf'));
  expect(button('Upload and insert')).toBeTruthy();
  expect(onInsert).not.toHaveBeenCalled();
});

test('cancels an upload by its button, and when the dialog closes', async () => {
  const { choose, person, onInsert, unmount } = await open('figure', { [pictures]: () => new Promise(() => {}) });
  choose(png());
  await person.click(button('Upload and insert'));
  await person.click(await screen.findByRole('button', { name: 'Cancel figures/two-doors.webp' }));
  await person.click(await screen.findByRole('button', { name: 'Upload and insert' }));
  await screen.findByText(/Uploading 3 bytes/);
  unmount();
  expect(onInsert).not.toHaveBeenCalled();
});

test('accepts a file dropped anywhere on the dialog', async () => {
  await open('figure', { [list]: { files: [existing('figures/a.webp')] } });
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

test('lists the drills of this course first, and filters by all words', async () => {
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
  expect(screen.getByRole('status').textContent).toBe('No drills match all of these words.');
  await person.clear(search);
  await person.click(button(/new-maker/));
  expect([onInsert.mock.calls, onClose.mock.calls.length]).toEqual([[['drill', 'new-maker']], 1]);
});

test('shows that drills did not load, and retries', async () => {
  const { person, server } = await open('drill', { 'GET /api/admin/drills': rejection('unavailable') });
  await screen.findByRole('alert');
  server.change({ 'GET /api/admin/drills': { drills: [drill('rsa-roots', 'Take the root')] } });
  await person.click(button('Try again'));
  await screen.findByText('1 of 1 drills');
});
