import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Module } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lesson } from '../testing/curriculum-files.ts';
import { fixtureFolder } from '../testing/fixture-folder.ts';
import { readCurriculum } from './read-curriculum.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hexpedition-every-'));
  await cp(fixtureFolder, root, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: string | Buffer) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
const problems = async () => {
  const { diagnostics } = await readCurriculum(root, null);
  return diagnostics.map(({ file, line, code }) => `${file.replace('tests/kinds/', '')}:${line} ${code}`);
};

it('the fixture has no problems and contains every module kind in the shape of the contract', async () => {
  const { curriculum, diagnostics, media } = await readCurriculum(root, null);
  expect(diagnostics).toEqual([]);
  const modules = curriculum.trainings
    .flatMap(({ chapters }) => chapters.flatMap(({ subchapters }) => subchapters))
    .flatMap((subchapter) => subchapter.modules);
  for (const { kind, id, data } of modules)
    Module.parse({ kind, id, ...data, ...(kind === 'poll' && { question_pk: 1 }) });
  const kinds = new Set(modules.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['demo', 'drill', 'file', 'poll', 'text', 'video', 'youtube']);
  expect(media.map(({ name }) => name).sort()).toEqual([
    ...['attack.html', 'harbour.de.vtt', 'harbour.en.vtt', 'harbour.pcap', 'harbour.webm'],
    ...['harbour.webp', 'kept.txt', 'request.txt', 'shift.html'],
  ]);
});

it('no link leads outside the curriculum', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'hexpedition-outside-'));
  await writeFile(join(outside, 'id_rsa'), 'SECRET');
  await rm(join(root, 'tests/kept/files'), { recursive: true });
  await symlink(outside, join(root, 'tests/kept/files'));
  await symlink(join(outside, 'id_rsa'), join(root, 'tests/kinds/files/key.txt'));
  await symlink(join(outside, 'id_rsa'), join(root, 'tests/kinds/test-out.md'));
  const kept = 'tests/kept/01-inside/01-kept.md';
  await write(kept, (await readFile(join(root, kept), 'utf8')).replace('kept.txt', 'id_rsa'));
  const { media } = await readCurriculum(root, null);
  expect(media.map(({ name }) => name)).not.toContain('id_rsa');
  expect(media.map(({ name }) => name)).not.toContain('key.txt');
  expect(await problems()).toEqual(
    expect.arrayContaining(['tests/kept/files:1 folder-link', 'test-out.md:1 file-link']),
  );
  await rm(outside, { recursive: true });
});

describe('module', () => {
  const video = '::video[A]{#one src="videos/harbour.webm" captions="videos/harbour.en.vtt"}';
  it.each<[string, string, string | undefined, number?]>([
    ['a valid video', video, undefined],
    ['no captions', '::video[A]{#one src="videos/harbour.webm"}', 'video-captions'],
    ['captions without a language', video.replace('harbour.en', 'harbour.chapters'), 'video-captions'],
    ['missing captions', video.replace('harbour.en', 'nothing.en'), 'media-missing'],
    ['a file that is no video', video.replace('harbour.webm', 'harbour.webp'), 'media-missing'],
    [
      'a file that is no image as poster',
      video.replace('captions', 'poster="videos/harbour.webm" captions'),
      'media-missing',
    ],
    ['no video', '::video[A]{#one captions="videos/harbour.en.vtt"}', 'media-source'],
    ['no title', video.replace('[A]', ''), 'video-title'],
    ['no id', video.replace('#one ', ''), 'id-missing'],
    ['an unknown attribute', video.replace('#one', '#one autoplay'), 'directive-attribute'],
    ['a path outside the training', '::file[A]{#one src="../../kept/files/kept.txt"}', 'media-missing'],
    ['a file from another folder', '::file[A]{#one src="videos/harbour.webm"}', 'media-missing'],
    ['an absolute path', '::file[A]{#one src="/etc/passwd"}', 'media-missing'],
    ['a short YouTube id', '::youtube[A]{#one video=abc}', 'youtube-video'],
    ['a YouTube URL', '::youtube[A]{#one video="https://youtu.be/aBcDeFgHiJ_"}', 'youtube-video'],
    ['a demo without height', '::demo[A]{#one src="demos/shift.html" height=0}', 'demo-height'],
    ['a demo with a unit', '::demo[A]{#one src="demos/shift.html" height="40em"}', 'demo-height'],
    ['a file that is no HTML as demo', '::demo[A]{#one src="files/request.txt"}', 'media-missing'],
    ['a valid drill', ':::drill[A]{#one points=3 make=xor-bytes}\n:::', undefined],
    ['an unknown drill generator', ':::drill[A]{#one points=3 make=xor-byte}\n:::', 'drill-make'],
    ['a drill without points', ':::drill[A]{#one make=xor-bytes}\n:::', 'drill-points'],
    ['a drill without a title', ':::drill{#one points=3 make=xor-bytes}\n:::', 'drill-title'],
    ['a drill with an answer', ':::drill[A]{#one points=3 make=xor-bytes answer=7}\n:::', 'directive-attribute'],
    ['three colons', ':::video[A]{#one}\n:::', 'directive-unknown'],
    ['a video in a note', `:::note\n${video}\n:::`, 'module-nested', 8],
    ['a poll in a note', '::::note\n:::poll[A]{#one kind=single}\n- a\n- b\n:::\n::::', 'module-nested', 8],
    ['a valid poll', ':::poll[A]{#one kind=single}\n- a\n- b\n:::', undefined],
    ['a poll without a kind', ':::poll[A]{#one}\n- a\n- b\n:::', 'poll-kind'],
    ['a poll without a question', ':::poll{#one kind=single}\n- a\n- b\n:::', 'poll-question'],
    ['a poll with one option', ':::poll[A]{#one kind=single}\n- a\n:::', 'poll-list', 8],
    ['a poll with text first', ':::poll[A]{#one kind=single}\nText.\n\n- a\n- b\n:::', 'poll-list', 8],
    ['an empty poll', ':::poll[A]{#one kind=single}\n:::', 'poll-list'],
    ['a poll with duplicate options', ':::poll[A]{#one kind=single}\n- a\n- A\n:::', 'poll-option', 9],
    ['a poll with an answer', ':::poll[A]{#one kind=single}\n- [x] a\n- [ ] b\n:::', 'poll-option', 8],
  ])('with %s', async (_, body, code, line = 7) => {
    await write('tests/kinds/01-modules/07-more.md', lesson('sub-kinds-more', body));
    expect(await problems()).toEqual(
      code === undefined ? [] : expect.arrayContaining([`01-modules/07-more.md:${line} ${code}`]),
    );
  });
});

describe('media file', () => {
  it.each([
    ['a type that does not match its name', 'videos/x.webm', Buffer.from('GIF89a'), 'media-content'],
    [
      'Matroska that is no WebM',
      'videos/x.webm',
      Buffer.from('1a45dfa3a34286810142f7810142828a6d6174726f736b61', 'hex'),
      'media-content',
    ],
    ['an HTML page as picture', 'videos/x.png', '<html><script>alert(1)</script>', 'media-content'],
    ['an HTML page as file', 'files/x.html', '<html>', 'media-type'],
    ['an SVG drawing as file', 'files/x.svg', '<svg/>', 'media-type'],
    ['a script as a demo', 'demos/x.js', '1', 'media-type'],
    ['no extension', 'videos/README', 'x', 'media-type'],
    ['an extension that is a property of Object.prototype', 'files/x.constructor', 'x', 'media-type'],
    ['an invalid name', 'files/a b.txt', 'x', 'media-name'],
    ['no content', 'files/x.txt', '', 'media-empty'],
    ['more bytes than a demo may have', 'demos/x.html', Buffer.alloc(1_000_001, 32), 'media-large'],
    ['more bytes than a file may have', 'files/x.bin', Buffer.alloc(20_000_001), 'media-large'],
    ['an invalid encoding', 'demos/x.html', Buffer.from([0xff, 0xfe, 0x00]), 'file-encoding'],
    ['no lesson that uses it', 'files/x.txt', 'x', 'media-unused'],
    ['invalid captions', 'videos/x.en.vtt', 'WEBVTT\n\n0:1 --> 0:2\nA\n', 'vtt-timing'],
  ])('with %s', async (_, path, content, code) => {
    await write(`tests/kinds/${path}`, content);
    const line = code === 'vtt-timing' ? 3 : 1;
    expect(await problems()).toContain(`${path}:${line} ${code}`);
  });

  it('cannot have two file types at once', async () => {
    await write('tests/kinds/files/kept.md', 'Only those who have the tier read this.\n');
    await write('tests/kinds/01-modules/07-more.md', lesson('sub-kinds-more', '::file[A]{#one src="files/kept.md"}'));
    expect((await problems()).join()).toContain('media-twice');
  });
});
