import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Path in the curriculum → text. */
export type Files = Record<string, string>;

/** A folder for one test, whose files can be rewritten as an author would. */
export interface TestFolder {
  root: string;
  /** Replaces all files in it. */
  write(files: Files): Promise<void>;
  remove(): Promise<void>;
}

export async function createTestFolder(files: Files = {}): Promise<TestFolder> {
  const base = await mkdtemp(join(tmpdir(), 'hexpedition-content-'));
  const root = join(base, 'curriculum');
  const folder: TestFolder = {
    root,
    async write(next) {
      await rm(root, { recursive: true, force: true });
      await mkdir(root, { recursive: true });
      for (const [path, text] of Object.entries(next)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
  await folder.write(files);
  return folder;
}

/** Makes a lesson file; the body begins on line 7. */
export const lesson = (
  id: string,
  body: string,
  head: Partial<Record<'name' | 'summary' | 'minutes', string>> = {},
): string =>
  ['---', `id: ${id}`, `name: ${head.name ?? 'A lesson'}`, `summary: ${head.summary ?? 'What it is about.'}`]
    .concat([`minutes: ${head.minutes ?? '5'}`, '---', body, ''])
    .join('\n');

export const training = (id: string, slug: string, more = ''): string =>
  `id: ${id}\nslug: ${slug}\nname: Training ${slug}\ntier: 0\nicon: globe\nsummary: A training.\ndescription: |\n  Text with a *word*.\n${more}`;

export const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 100"><rect x="1" y="1" width="10" height="10" fill="var(--ink)"/></svg>\n';

export const quiz = `:::quiz[Which part never reaches the server?]{#fragment kind=single}
- [ ] The path
- [x] The fragment

The browser keeps it.
:::`;

export const flag = `:::flag[Decode it]{#signal points=10 answer="flag{one}"}
Look *closely*.
:::`;

/** A small valid curriculum: one continent, one training, two chapters, three lessons. */
export const validFiles = (): Files => ({
  'web/continent.yaml': 'slug: web\nname: Web\ncolour: amber\nsummary: Everything that speaks HTTP.\n',
  'web/http/training.yaml': training('tr-http', 'http'),
  'web/http/figures/wire.svg': drawing,
  'web/http/01-requests/chapter.yaml': 'id: ch-requests\nname: Requests\n',
  'web/http/01-requests/01-first.md': lesson(
    'sub-first',
    `Text.\n\n::figure[The wire]{src="figures/wire.svg" alt="A wire."}\n\n${quiz}\n\nMore.\n\n${flag}`,
    { name: 'First', minutes: '3' },
  ),
  'web/http/01-requests/02-second.md': lesson(
    'sub-second',
    '## A heading\n\nSee [first](/courses/http/requests/first).',
    {
      name: 'Second',
    },
  ),
  'web/http/02-answers/chapter.yaml': 'id: ch-answers\nname: Answers\n',
  'web/http/02-answers/01-third.md': lesson('sub-third', 'Third.\n\n::lab{slug=lost-luggage}', { name: 'Third' }),
  'map.json': JSON.stringify(
    {
      schema: 1,
      id: 'main',
      kind: 'trainings',
      initial: { x: 0, y: 0, zoom: 0.5 },
      recommended_start: 'training:http',
      continents: [
        {
          slug: 'web',
          name: 'Web',
          colour: 'amber',
          label: null,
          cells: { '-2': [[0, 5]], '-1': [[-1, 5]], '0': [[-2, 6]] },
          trainings: [{ slug: 'http', q: 0, r: 0, icon: 'globe' }],
          labs: [{ slug: 'lost-luggage', q: 2, r: 0 }],
        },
      ],
      paths: [],
      terrain: [],
    },
    null,
    2,
  ),
});

export const testLabs: ReadonlySet<string> = new Set(['lost-luggage']);
