import { expect, test } from 'vitest';
import { fileProblemOf, freeTarget, nameProblemOf, pathOf, targetsOf, unsupportedFileText } from './upload-target.ts';

const pathsOf = (name: string, type = '') => targetsOf({ name, type }).map(pathOf);

test.each<[string, string[]]>([
  ['Two Doors.PNG', ['figures/two-doors.webp', 'files/two-doors.png', 'videos/two-doors.png']],
  ['Photo.jpeg', ['figures/photo.webp', 'files/photo.jpg', 'videos/photo.jpg']],
  ['a.avif', ['figures/a.webp']],
  ['Wire (2).svg', ['figures/wire-2.svg']],
  ['Beacon.webm', ['videos/beacon.webm']],
  ['Beacon.pt-BR.vtt', ['videos/beacon.pt-BR.vtt']],
  ['Beacon.chapters.vtt', ['videos/beacon.chapters.vtt']],
  ['Beacon.vtt', ['videos/beacon.en.vtt']],
  ['Shift.htm', ['demos/shift.html']],
  ['dump.tar.gz', ['files/dump.tar.gz']],
  ['Notes.yml', ['files/notes.yaml']],
  ['crackme', ['files/crackme']],
  ['../../etc/passwd.txt', ['files/etc-passwd.txt']],
  ['图.png', ['figures/picture.webp', 'files/file.png', 'videos/file.png']],
  ['moving.gif', []],
  ['page.js', []],
])('%s gets a folder and a name that the server accepts', (name, paths) => {
  expect(pathsOf(name)).toEqual(paths);
  expect(targetsOf({ name, type: '' }).map(nameProblemOf)).toEqual(paths.map(() => undefined));
});

test('finds the type of an unnamed picture by its MIME type, and offers a block only files that it can show', () => {
  expect(pathsOf('', 'image/png')[0]).toBe('figures/picture.webp');
  expect(targetsOf({ name: 'a.png', type: '' }, 'file').map(pathOf)).toEqual(['files/a.png']);
  expect(targetsOf({ name: 'a.en.vtt', type: '' }, 'video')).toEqual([]);
  expect(targetsOf({ name: 'a.html', type: '' }, 'figure')).toEqual([]);
});

const only = (name: string) => targetsOf({ name, type: '' })[0] ?? expect.fail();

test('rejects invalid names with the message of the server', () => {
  expect(nameProblemOf({ ...only('a.png'), stem: 'Ab c' })).toContain('lowercase letters, digits and hyphens');
  expect(nameProblemOf({ ...only('a.svg'), stem: '' })).toContain('Name a drawing name.svg');
  expect(nameProblemOf({ ...only('a.pdf'), stem: '../a' })).toContain('letters, digits, dots, hyphens');
  expect(nameProblemOf({ ...only('a.vtt'), stem: 'beacon' })).toContain('captions in their language');
});

test('rejects invalid sizes with the message of the server', () => {
  expect(fileProblemOf(only('a.png'), 12_582_912)).toBeUndefined();
  expect(fileProblemOf(only('a.png'), 12_582_913)).toBe('The picture may have at most 12 MB.');
  expect(fileProblemOf(only('a.webm'), 200_000_001)).toBe('The file is larger than 200 MB, the most in videos/.');
  expect(fileProblemOf(only('a.pdf'), 0)).toBe('This file is empty.');
});

test('explains why no folder accepts a file', () => {
  expect(unsupportedFileText({ name: 'a.gif', type: 'image/gif' })).toContain('GIF');
  expect(unsupportedFileText({ name: 'a.heic', type: 'image/heic' })).toContain('PNG, JPEG, WebP, AVIF or SVG');
  expect(unsupportedFileText({ name: 'a.js', type: '' })).toContain('Files like .js do not belong here');
});

test('appends a number to a name that is taken', () => {
  const taken = new Set(['figures/a.webp', 'figures/a-2.webp']);
  expect(pathOf(freeTarget(only('a.png'), taken))).toBe('figures/a-3.webp');
  expect(pathOf(freeTarget(only('b.png'), taken))).toBe('figures/b.webp');
});
