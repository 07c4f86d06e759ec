import { join } from 'node:path';
import { findLabs, loadLab } from '@hexpedition/lab-runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import { listFolders } from './folder.ts';
import { type ReadResult, readCurriculum } from './read-curriculum.ts';

/** Every text below whose key says that it is HTML. */
function* htmlOf(value: object): Generator<string> {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && /(^|_)html$/.test(key)) yield inner;
    else if (inner !== null && typeof inner === 'object') yield* htmlOf(inner);
  }
}

/** The courses that ship: a curriculum that cannot be imported cannot land. */
describe('the curriculum that ships', () => {
  let result: ReadResult;
  beforeAll(async () => {
    const folders = await listFolders(join(projectRoot, 'labs'));
    result = await readCurriculum(join(projectRoot, 'curriculum'), new Set(folders));
    // It draws every formula and diagram, which takes minutes on a machine that is busy.
  }, 300_000);

  const lessons = () =>
    result.curriculum.trainings.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.subchapters));

  it('has no fault', () => {
    expect(result.diagnostics).toEqual([]);
  });

  it('gives every lesson something to do and a summary', () => {
    expect(lessons().length).toBeGreaterThan(40);
    const poor = lessons().filter(({ modules }) => {
      const html = modules.map(({ data }) => data.html ?? '').join('');
      return !html.includes('admonition-summary') || !modules.some(({ kind }) => kind !== 'text');
    });
    expect(poor.map(({ slug }) => slug)).toEqual([]);
  });

  it('gives every lesson with a flag, which is the same for all, a drill with numbers of one’s own', () => {
    const fixed = lessons().filter(({ modules }) => {
      const kinds = new Set(modules.map(({ kind }) => kind));
      return kinds.has('flag') && !kinds.has('drill');
    });
    // It shows what a flag is.
    expect(fixed.map(({ slug }) => slug)).toEqual(['how-hexpedition-works']);
  });

  it('gives every exercise its solution', () => {
    const without = lessons().filter(({ modules }) => {
      const html = modules.map(({ data }) => data.html ?? '').join('');
      return html.split('admonition-exercise').length !== html.split('<details class="solution"').length;
    });
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it('has a lab for every training, which asks for no higher tier than the training does', async () => {
    const labs = (await Promise.all((await findLabs(join(projectRoot, 'labs'))).map(loadLab))).map(
      ({ manifest }) => manifest,
    );
    const without = result.curriculum.trainings.filter(
      ({ slug, tier }) => !labs.some((lab) => lab.trainings.includes(slug) && lab.tier <= tier),
    );
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it('makes HTML that the Content Security Policy lets live', () => {
    const forbidden = /\s(style|on[a-z]+)=|<(script|iframe|img|form|object|embed|style)\b/i;
    // What stands in quotes is inert; the text to copy may well be an attack.
    const tags = (html: string) => html.replace(/="[^"]*"/g, '=""').match(/<[^>]*>/g) ?? [];
    const found = result.curriculum.trainings.flatMap((training) => [...htmlOf(training)].flatMap(tags));
    expect(found.length).toBeGreaterThan(1_000);
    expect(found.filter((tag) => forbidden.test(tag))).toEqual([]);
  });

  it('has both maps, and a place on them for all that is shown', () => {
    expect(result.maps.map(({ kind }) => kind)).toEqual(['trainings', 'videos']);
    const placed = result.maps.flatMap(({ continents }) => continents.flatMap(({ trainings }) => trainings));
    const shown = result.curriculum.trainings.filter(({ hidden }) => !hidden);
    expect(placed.map(({ slug }) => slug).sort()).toEqual(shown.map(({ slug }) => slug).sort());
  });
});
