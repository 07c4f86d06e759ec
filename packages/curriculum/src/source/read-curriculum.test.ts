import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestFolder,
  drawing,
  type Files,
  flag,
  lesson,
  quiz,
  type TestFolder,
  testLabs,
  training,
  validFiles,
} from '../testing/curriculum-files.ts';
import type { ContentModule } from './curriculum-types.ts';
import { readCurriculum } from './read-curriculum.ts';

let folder: TestFolder;
beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(() => folder.remove());

async function read(files: Files) {
  await folder.write(files);
  return readCurriculum(folder.root, testLabs);
}

/** Returns the problems of the valid curriculum with these changes; `null` removes a file. */
async function problems(changes: Record<string, string | null>): Promise<string[]> {
  const files = Object.entries({ ...validFiles(), ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const { diagnostics } = await read(Object.fromEntries(files));
  return diagnostics.map(({ file, line, code }) => `${file}:${line} ${code}`);
}

const yaml = 'web/http/training.yaml';
const first = 'web/http/01-requests/01-first.md';
const second = 'web/http/01-requests/02-second.md';
const good = validFiles();

/** Replaces in one of the good files. */
const edit = (file: string, from: string, to: string): Record<string, string> => {
  const text = good[file] ?? '';
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  return { [file]: text.replace(from, to) };
};

describe('valid curriculum', () => {
  it('has no problems', async () => {
    const { curriculum, diagnostics, maps } = await read(validFiles());
    expect(diagnostics).toEqual([]);
    expect(maps.map(({ kind, continents }) => [kind, continents.length])).toEqual([['trainings', 1]]);
    expect(curriculum.trainings[0]?.chapters.map((c) => [c.slug, c.subchapters.map((s) => s.slug)])).toEqual([
      ['requests', ['first', 'second']],
      ['answers', ['third']],
    ]);
  });

  it('has the ids of its modules, and no answers in the data for visitors', async () => {
    const { curriculum } = await read(validFiles());
    const modules = curriculum.trainings[0]?.chapters[0]?.subchapters[0]?.modules ?? [];
    expect(modules.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'text text-1',
      'quiz fragment',
      'text text-2',
      'flag signal',
    ]);
    expect(modules[1]).toMatchObject({
      data: {
        answer_kind: 'single',
        question_html: 'Which part never reaches the server?',
        options: [
          { id: 'a', html: 'The path' },
          { id: 'b', html: 'The fragment' },
        ],
      },
      secret: { right: ['b'], explanation_html: '<p>The browser keeps it.</p>' },
    });
    expect(modules[3]).toMatchObject({
      data: { title: 'Decode it', html: '<p>Look <em>closely</em>.</p>', points: 10 },
      secret: {},
      flag: { name: 'Decode it', points: 10, answer: 'flag{one}' },
    });
  });
});

describe('problem with its file and line', () => {
  it.each<[string, Record<string, string | null>, string]>([
    ['no file for a continent', { 'web/continent.yaml': null }, 'web/continent.yaml:1 file-missing'],
    ['no file for a training', { [yaml]: null }, `${yaml}:1 file-missing`],
    [
      'no file for a chapter',
      { 'web/http/01-requests/chapter.yaml': null },
      'web/http/01-requests/chapter.yaml:1 file-missing',
    ],
    ['broken YAML', edit(yaml, 'name: Training http', 'name: [a'), `${yaml}:4 yaml-syntax`],
    ['a duplicate key', edit(yaml, 'tier: 0', 'tier: 0\ntier: 1'), `${yaml}:5 yaml-syntax`],
    ['a missing key', edit(yaml, 'tier: 0\n', ''), `${yaml}:1 key-missing`],
    ['an unknown key', edit(yaml, 'icon:', 'ikon:'), `${yaml}:5 key-unknown`],
    ['an unknown colour', edit('web/continent.yaml', 'amber', 'pink'), 'web/continent.yaml:3 value-invalid'],
    ['tier 42', edit(yaml, 'tier: 0', 'tier: 42'), `${yaml}:4 value-invalid`],
    ['an unknown icon', edit(yaml, 'icon: globe', 'icon: ball'), `${yaml}:5 value-invalid`],
    ['a summary above the limit', edit(yaml, 'A training.', 'x'.repeat(111)), `${yaml}:6 value-invalid`],
    ['a malformed id', edit(yaml, 'tr-http', 'TR http'), `${yaml}:1 id-format`],
    ['a malformed slug', edit(yaml, 'slug: http', 'slug: http_'), `${yaml}:2 slug-format`],
    ['a reserved slug', edit(yaml, 'slug: http', 'slug: lab'), `${yaml}:2 slug-format`],
    ['a problem in the description', edit(yaml, '  Text with', '  # One\n\n  Text with'), `${yaml}:8 heading-level`],
    [
      'an unknown recommendation',
      { [yaml]: `${good[yaml]}recommended_next: [xss]\n` },
      `${yaml}:9 recommended-unknown`,
    ],
    ['a duplicate id', edit(second, 'sub-second', 'sub-first'), `${second}:2 id-duplicate`],
    [
      'an id of another kind of thing',
      edit(second, 'sub-second', 'ch-answers'),
      'web/http/02-answers/chapter.yaml:1 id-duplicate',
    ],
    [
      'the same slug twice',
      { 'web/http/02-answers/02-first.md': lesson('sub-x', 'Text.') },
      'web/http/02-answers/02-first.md:1 slug-duplicate',
    ],
    [
      'a training’s slug twice',
      { 'web/more/training.yaml': training('tr-more', 'http') },
      'web/more/training.yaml:2 slug-duplicate',
    ],
    [
      'a name without number',
      { 'web/http/01-requests/more.md': lesson('sub-x', 'Text.') },
      'web/http/01-requests/more.md:1 name-number',
    ],
    [
      'a number twice',
      { 'web/http/01-requests/02-b.md': lesson('sub-x', 'Text.') },
      'web/http/01-requests/02-second.md:1 name-order',
    ],
    [
      'a reserved slug of a lesson',
      { 'web/http/01-requests/03-detail.md': lesson('sub-x', 'Text.') },
      'web/http/01-requests/03-detail.md:1 slug-format',
    ],
    ['no front matter', { [second]: '# Hello\n' }, `${second}:1 front-matter`],
    ['incomplete front matter', edit(second, 'minutes: 5\n', ''), `${second}:2 key-missing`],
    ['minutes in words', edit(second, 'minutes: 5', 'minutes: five'), `${second}:5 value-invalid`],
    ['a first-level heading', edit(second, '## A', '# A'), `${second}:7 heading-level`],
    ['a link to an unknown lesson', edit(second, 'requests/first', 'requests/frist'), `${second}:9 link-broken`],
    [
      'a link to an unknown lab',
      edit(second, '/courses/http/requests/first', '/lab/nowhere'),
      `${second}:9 link-broken`,
    ],
    ['a lesson without text', { [second]: lesson('sub-second', '') }, `${second}:1 lesson-empty`],
    [
      'an unknown lab',
      edit('web/http/02-answers/01-third.md', 'lost-luggage', 'lost-lugage'),
      'web/http/02-answers/01-third.md:9 lab-unknown',
    ],
    ['a missing drawing', edit(first, 'figures/wire.svg', 'figures/wir.svg'), `${first}:9 figure-missing`],
    ['an unused drawing', { 'web/http/figures/b.svg': drawing }, 'web/http/figures/b.svg:1 figure-unused'],
    [
      'a drawing with a script',
      { 'web/http/figures/wire.svg': drawing.replace('<rect', '\n<script/><rect') },
      'web/http/figures/wire.svg:2 svg-element',
    ],
    [
      'a file that is not used',
      { 'web/http/01-requests/notes.txt': 'x' },
      'web/http/01-requests/notes.txt:1 file-unknown',
    ],
    ['invalid JSON', { 'map.json': '{\n  "schema": 1,\n}' }, 'map.json:3 json-syntax'],
    ['a map of an unknown kind', edit('map.json', '"kind": "trainings"', '"kind": "ideas"'), 'map.json:4 map-shape'],
    [
      'a map with an unknown training',
      edit('map.json', '"slug": "http"', '"slug": "htp"'),
      'map.json:39 map-unknown-slug',
    ],
    [
      'a map whose start is nowhere',
      edit('map.json', 'training:http', 'training:htp'),
      'map.json:10 map-missing-start',
    ],
    ['a text with a colon', edit(second, 'What it is about.', 'It: about'), `${second}:4 yaml-syntax`],
    ['a NUL character', edit(second, 'What it is about.', '"a\\0b"'), `${second}:4 yaml-character`],
    ['half a surrogate pair', edit(second, 'What it is about.', '"a\\ud800b"'), `${second}:4 yaml-character`],
    ['an alias', edit(second, 'What it is about.', '*a'), `${second}:2 yaml-syntax`],
    ['a file above the limit', { [second]: 'x'.repeat(1_000_001) }, `${second}:1 file-large`],
    ['a file that is not text', { [second]: 'a\0b' }, `${second}:1 file-encoding`],
    [
      'the map of courses in the file of the videos',
      { 'map-videos.json': validFiles()['map.json'] ?? '' },
      'map-videos.json:4 map-kind',
    ],
  ])('%s', async (_, changes, expected) => {
    expect(await problems(changes)).toContain(expected);
  });

  it.each<[string, string, number, string]>([
    ['two right answers', quiz.replace('[ ]', '[x]'), 8, 'quiz-right-answers'],
    ['no right answer', quiz.replace('[x]', '[ ]'), 8, 'quiz-right-answers'],
    ['no right answer of several', quiz.replace('[x]', '[ ]').replace('single', 'multiple'), 8, 'quiz-right-answers'],
    ['an option without a box', quiz.replace('[ ] ', ''), 8, 'quiz-box'],
    ['one option', quiz.replace('- [ ] The path\n', ''), 8, 'quiz-list'],
    ['no list', quiz.replace(/- .*\n/g, ''), 7, 'quiz-list'],
    ['no kind', quiz.replace(' kind=single', ''), 7, 'quiz-kind'],
    ['an unknown kind', quiz.replace('single', 'singel'), 7, 'quiz-kind'],
    ['no question', quiz.replace(/\[Which.*\?\]/, ''), 7, 'quiz-question'],
    ['no id', quiz.replace('#fragment ', ''), 7, 'id-missing'],
    ['a reserved id', quiz.replace('#fragment', '#text-1'), 7, 'id-format'],
    ['an ordering quiz with an unordered list', quiz.replace('single', 'ordering'), 8, 'quiz-list'],
    ['empty answers', ':::quiz[What?]{#what kind=free answers=" | "}\nBecause.\n:::', 7, 'quiz-answers'],
    ['answers to a choice', quiz.replace('kind=single', 'kind=single answers="a"'), 7, 'quiz-answers'],
    ['a reply to a right answer', quiz.replace(/(\[x\].*)/, '$1\n  > No.'), 9, 'quiz-reply'],
    [
      'a reply to the first of an order',
      ':::quiz[What?]{#what kind=ordering}\n1. a\n   > No.\n2. b\n:::',
      8,
      'quiz-reply',
    ],
    ['a wrong answer without a reply', ':::quiz[What?]{#what kind=free answers="a"}\n- [ ] b\n:::', 8, 'quiz-reply'],
    [
      'a reply to an accepted answer',
      ':::quiz[What?]{#what kind=free answers="a|b"}\n- [ ] c|B\n  > No.\n:::',
      8,
      'quiz-reply',
    ],
    ['a duplicate id', `${quiz}\n\n${quiz}`, 14, 'module-duplicate'],
    ['an unclosed quiz', quiz.replace(/\n:::$/, ''), 7, 'directive-open'],
    ['a flag without answer', flag.replace(/ answer=".*"/, ''), 7, 'flag-answer'],
    ['a flag that is too long', flag.replace(/ answer="[^"]*"/, ` answer="${'x'.repeat(501)}"`), 7, 'flag-length'],
    ['a flag without points', flag.replace('points=10 ', ''), 7, 'flag-points'],
    ['a flag without title', flag.replace('[Decode it]', ''), 7, 'flag-title'],
    ['a lab without slug', '::lab', 7, 'lab-slug'],
    ['a footnote in a quiz', `${quiz.replace('The path', 'The path[^a]')}\n\n[^a]: A.`, 8, 'footnote-place'],
  ])('%s', async (_, body, line, code) => {
    expect(await problems({ [second]: lesson('sub-second', body) })).toContain(`${second}:${line} ${code}`);
  });

  it('suggests a similar known word', async () => {
    const changes = {
      ...validFiles(),
      ...edit(yaml, 'icon:', 'icn:'),
      ...edit(second, 'requests/first', 'request/first'),
    };
    const messages = (await read(changes)).diagnostics.map(({ message }) => message);
    expect(messages).toContain('There is no key "icn", did you mean "icon"?');
  });

  it('does not hide other problems of the same file or of other files', async () => {
    const found = await problems({
      [yaml]: 'id: [',
      [first]: (good[first] ?? '').replace('id: sub-first\n', '').replace('kind=single', 'kind=no'),
      'web/http/figures/wire.svg': '<svg>',
    });
    expect(found).toEqual(
      expect.arrayContaining([
        `${yaml}:1 yaml-syntax`,
        `${first}:2 key-missing`,
        `${first}:10 quiz-kind`,
        'web/http/figures/wire.svg:1 svg-syntax',
      ]),
    );
    // References to items of the broken training are not reported as unknown.
    expect(found.filter((problem) => /link-broken|map-unknown-slug/.test(problem))).toEqual([]);
  });

  it('counts lines correctly with Windows line endings and a byte order mark', async () => {
    const text = `\uFEFF${(good[second] ?? '').replace('## A', '# A').replaceAll('\n', '\r\n')}`;
    expect(await problems({ [second]: text })).toEqual([`${second}:7 heading-level`]);
  });

  it('reports an empty folder', async () => {
    const { diagnostics } = await read({});
    expect(diagnostics.map(({ code }) => code)).toContain('folder-empty');
  });
});

describe('quiz', () => {
  const modulesOf = async (body: string) => {
    const { curriculum } = await read({ ...validFiles(), [second]: lesson('sub-second', body) });
    return curriculum.trainings[0]?.chapters[0]?.subchapters[1]?.modules ?? [];
  };

  it('shuffles an ordering quiz reproducibly and never into the right order', async () => {
    const body = ':::quiz[In which order?]{#order kind=ordering}\n1. `one`\n2. two\n3. three\n\nSo.\n:::';
    const [module] = await modulesOf(body);
    const data = module?.data as { options: { id: string; html: string }[] };
    const { right } = (module as ContentModule).secret as { right: string[] };
    expect(right.map((id) => data.options.find((option) => option.id === id)?.html)).toEqual([
      '<code>one</code>',
      'two',
      'three',
    ]);
    expect(data.options.map(({ html }) => html)).not.toEqual(['<code>one</code>', 'two', 'three']);
    expect(data.options.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect((await modulesOf(body))[0]).toEqual(module);
  });

  it('reads the accepted answers of a free question', async () => {
    const [module] = await modulesOf(':::quiz[Status?]{#status kind=free answers="200|200 OK"}\nFine.\n:::');
    expect(module).toMatchObject({
      data: { options: [] },
      secret: { right: ['200', '200 OK'], explanation_html: '<p>Fine.</p>', replies: [] },
    });
  });

  it('keeps replies to wrong answers out of the public data', async () => {
    const reply = '  > No: it is *sent*.\n';
    const [choice] = await modulesOf(quiz.replace('- [ ] The path\n', `- [ ] The path\n${reply}`));
    expect(choice?.data.options).toEqual([
      { id: 'a', html: 'The path' },
      { id: 'b', html: 'The fragment' },
    ]);
    expect(choice?.secret).toEqual({
      right: ['b'],
      explanation_html: '<p>The browser keeps it.</p>',
      replies: [{ to: ['a'], html: '<p>No: it is <em>sent</em>.</p>' }],
    });

    const [order] = await modulesOf(
      ':::quiz[Order?]{#order kind=ordering}\n1. one\n2. two\n   > Later.\n3. three\n:::',
    );
    const { right, replies } = (order as ContentModule).secret as { right: string[]; replies: unknown[] };
    expect(replies).toEqual([{ to: [right[1]], html: '<p>Later.</p>' }]);
    expect(JSON.stringify(order?.data)).not.toContain('Later');

    const [free] = await modulesOf(
      ':::quiz[Status?]{#status kind=free answers="200"}\n- [ ] `404` | not found\n  > That one is missing.\n\nFine.\n:::',
    );
    expect(free?.secret).toEqual({
      right: ['200'],
      explanation_html: '<p>Fine.</p>',
      replies: [{ to: ['404', 'not found'], html: '<p>That one is missing.</p>' }],
    });
  });

  it('treats a list without boxes as the explanation of a free question', async () => {
    const [free] = await modulesOf(':::quiz[Status?]{#status kind=free answers="200"}\n- Fine.\n:::');
    expect(free?.secret).toMatchObject({ explanation_html: '<ul>\n<li>Fine.</li>\n</ul>', replies: [] });
  });
});
