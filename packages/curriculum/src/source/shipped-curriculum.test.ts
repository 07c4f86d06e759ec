import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNameCollisions } from '@hexpedition/hexkit';
import { findLabs, loadLab } from '@hexpedition/lab-runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { listFolders } from './curriculum-folder.ts';
import { type ReadResult, readCurriculum } from './read-curriculum.ts';

const projectRoot = fileURLToPath(new URL('../../../..', import.meta.url));

/** Every HTML text in a value, recognised by its key. */
function* htmlOf(value: object): Generator<string> {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && /(^|_)html$/.test(key)) yield inner;
    else if (inner !== null && typeof inner === 'object') yield* htmlOf(inner);
  }
}

/** The courses that ship with the product must be importable. */
describe('shipped curriculum', () => {
  let result: ReadResult;
  beforeAll(async () => {
    const labsFolder = join(projectRoot, 'labs');
    // labs/shared contains helpers, not a lab.
    const labs = (await listFolders(labsFolder)).filter((name) => existsSync(join(labsFolder, name, 'lab.yaml')));
    result = await readCurriculum(join(projectRoot, 'curriculum'), new Set(labs));
    // Renders every formula and diagram, which takes minutes on a busy machine.
  }, 300_000);

  const lessons = () =>
    result.curriculum.trainings.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.subchapters));

  it('has no problems', () => {
    expect(result.diagnostics).toEqual([]);
  });

  it('has its expected size, with courses on every continent', () => {
    const { continents, trainings } = result.curriculum;
    expect(continents.length).toBeGreaterThanOrEqual(6);
    expect(trainings.length).toBeGreaterThanOrEqual(24);
    expect(lessons().length).toBeGreaterThanOrEqual(150);
    expect(new Set(trainings.map(({ continent }) => continent))).toEqual(new Set(continents.map(({ slug }) => slug)));
  });

  it('gives every lesson a task and a summary', () => {
    const poor = lessons().filter(({ modules }) => {
      const html = modules.map(({ data }) => data.html ?? '').join('');
      return !html.includes('admonition-summary') || !modules.some(({ kind }) => kind !== 'text');
    });
    expect(poor.map(({ slug }) => slug)).toEqual([]);
  });

  it('gives every lesson with a static flag a drill with individual numbers', () => {
    const fixed = lessons().filter(({ modules }) => {
      const kinds = new Set(modules.map(({ kind }) => kind));
      return kinds.has('flag') && !kinds.has('drill');
    });
    // This lesson explains what a flag is.
    expect(fixed.map(({ slug }) => slug)).toEqual(['how-hexpedition-works']);
  });

  it('has a free poll, and a lab on the video map', () => {
    const polls = result.curriculum.trainings
      .filter(({ tier }) => tier === 0)
      .flatMap(({ chapters }) => chapters.flatMap(({ subchapters }) => subchapters))
      .filter(({ modules }) => modules.some(({ kind }) => kind === 'poll'));
    expect(polls.map(({ slug }) => slug)).toEqual(['how-hexpedition-works']);
    const videos = result.maps.find(({ kind }) => kind === 'videos');
    expect(videos?.continents.flatMap(({ labs }) => labs.map(({ slug }) => slug))).toEqual(['false-chart']);
  });

  it('gives every exercise a solution', () => {
    const without = lessons().filter(({ modules }) => {
      const html = modules.map(({ data }) => data.html ?? '').join('');
      return html.split('admonition-exercise').length !== html.split('<details class="solution"').length;
    });
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it('has a lab for every training, of no higher tier than the training', async () => {
    const labs = (await Promise.all((await findLabs(join(projectRoot, 'labs'))).map(loadLab))).map(
      ({ manifest }) => manifest,
    );
    const without = result.curriculum.trainings.filter(
      ({ slug, tier }) => !labs.some((lab) => lab.trainings.includes(slug) && lab.tier <= tier),
    );
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it('produces HTML that the Content Security Policy allows', () => {
    const forbidden = /\s(style|on[a-z]+)=|<(script|iframe|img|form|object|embed|style)\b/i;
    // Quoted attribute values are inert; the text to copy may well be an attack.
    const tags = (html: string) => html.replace(/="[^"]*"/g, '=""').match(/<[^>]*>/g) ?? [];
    const found = result.curriculum.trainings.flatMap((training) => [...htmlOf(training)].flatMap(tags));
    expect(found.length).toBeGreaterThan(1_000);
    expect(found.filter((tag) => forbidden.test(tag))).toEqual([]);
  });

  it('has maps without names that collide', async () => {
    const labs = await Promise.all((await findLabs(join(projectRoot, 'labs'))).map(loadLab));
    const names = Object.fromEntries([
      ...result.curriculum.trainings.map(({ slug, name }) => [`training:${slug}`, name]),
      ...labs.map(({ manifest }) => [`lab:${manifest.slug}`, manifest.name]),
    ]);
    expect(result.maps.flatMap((map) => findNameCollisions(map, names, (ref) => ref))).toEqual([]);
  });

  it('has both maps and places every visible training on them', () => {
    expect(result.maps.map(({ kind }) => kind)).toEqual(['trainings', 'videos']);
    const placed = result.maps.flatMap(({ continents }) => continents.flatMap(({ trainings }) => trainings));
    const shown = result.curriculum.trainings.filter(({ hidden }) => !hidden);
    expect(placed.map(({ slug }) => slug).sort()).toEqual(shown.map(({ slug }) => slug).sort());
  });
});
