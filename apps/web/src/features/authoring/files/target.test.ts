import { expect, test } from 'vitest';
import { fileFaultOf, freeTarget, nameFaultOf, pathOf, targetsOf, whyNowhere } from './target.ts';

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
])('%s goes to its folder under a name that the server takes', (name, paths) => {
  expect(pathsOf(name)).toEqual(paths);
  expect(targetsOf({ name, type: '' }).map(nameFaultOf)).toEqual(paths.map(() => undefined));
});

test('a picture without a name is known by its type, and a block takes only what it shows', () => {
  expect(pathsOf('', 'image/png')[0]).toBe('figures/picture.webp');
  expect(targetsOf({ name: 'a.png', type: '' }, 'file').map(pathOf)).toEqual(['files/a.png']);
  expect(targetsOf({ name: 'a.en.vtt', type: '' }, 'video')).toEqual([]);
  expect(targetsOf({ name: 'a.html', type: '' }, 'figure')).toEqual([]);
});

const only = (name: string) => targetsOf({ name, type: '' })[0] ?? expect.fail();

test('names are refused in the words of the server', () => {
  expect(nameFaultOf({ ...only('a.png'), stem: 'Ab c' })).toContain('small letters, digits and hyphens');
  expect(nameFaultOf({ ...only('a.svg'), stem: '' })).toContain('A drawing is called name.svg');
  expect(nameFaultOf({ ...only('a.pdf'), stem: '../a' })).toContain('letters, digits, dots, hyphens');
  expect(nameFaultOf({ ...only('a.vtt'), stem: 'beacon' })).toContain('ends in their language');
});

test('sizes are refused in the words of the server', () => {
  expect(fileFaultOf(only('a.png'), 12_582_912)).toBeUndefined();
  expect(fileFaultOf(only('a.png'), 12_582_913)).toBe('The picture may have at most 12 MB.');
  expect(fileFaultOf(only('a.webm'), 200_000_001)).toBe('The file is larger than 200 MB, the most in videos/.');
  expect(fileFaultOf(only('a.pdf'), 0)).toBe('This file is empty.');
});

test('what no folder takes is told why', () => {
  expect(whyNowhere({ name: 'a.gif', type: 'image/gif' })).toContain('GIF');
  expect(whyNowhere({ name: 'a.heic', type: 'image/heic' })).toContain('PNG, JPEG, WebP or AVIF');
  expect(whyNowhere({ name: 'a.js', type: '' })).toContain('Files like .js do not belong here');
});

test('a name that is taken gets a number', () => {
  const taken = new Set(['figures/a.webp', 'figures/a-2.webp']);
  expect(pathOf(freeTarget(only('a.png'), taken))).toBe('figures/a-3.webp');
  expect(pathOf(freeTarget(only('b.png'), taken))).toBe('figures/b.webp');
});
