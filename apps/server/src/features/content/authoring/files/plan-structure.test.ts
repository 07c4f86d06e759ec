import { lesson } from '@hexpedition/curriculum/testing/curriculum-files';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileChange, planStructure, type Structure } from './plan-structure.ts';
import { type LessonPlace, lessonsInOrder, readTrainingTree, renumber } from './training-tree.ts';

const files = () =>
  new Map<string, string | null>([
    ['web/http/training.yaml', 'id: tr-http\nslug: http\n'],
    ['web/http/01-requests/chapter.yaml', '# The first one\nid: ch-requests\nname: Requests\n'],
    ['web/http/01-requests/01-first.md', lesson('sub-first', 'One.', { name: 'First' })],
    ['web/http/01-requests/02-second.md', lesson('sub-second', 'Two.', { name: 'Second' })],
    ['web/http/02-answers/chapter.yaml', 'id: ch-answers\nname: Answers\n'],
    ['web/http/02-answers/01-third.md', lesson('sub-third', 'Three.', { name: 'Third' })],
  ]);

type PlanInput = Partial<Pick<Structure, 'places' | 'withdrawn' | 'elsewhere'>>;

const structure = (from: Map<string, string | null>, given: PlanInput = {}): Structure => ({
  tree: readTrainingTree('web/http', from),
  places: [],
  withdrawn: new Map(),
  elsewhere: { ids: new Set(['tr-http', 'sub-far']), slugs: new Set(['far']) },
  ...given,
});

/** Applies changes in the same way as content/sources. */
function apply(from: Map<string, string | null>, changes: readonly FileChange[]): Map<string, string | null> {
  const after = new Map(from);
  const moves = changes.filter((change) => change.kind === 'move');
  for (const { from: path } of moves) after.delete(path);
  for (const move of moves) {
    expect(after.has(move.to)).toBe(false);
    after.set(move.to, from.get(move.from) ?? '');
  }
  for (const change of changes) {
    if (change.kind === 'write') after.set(change.path, change.content);
    if (change.kind === 'remove') after.delete(change.path);
  }
  return after;
}

const requests = { id: 'ch-requests', slug: 'requests', name: 'Requests' };
const answers = { id: 'ch-answers', slug: 'answers', name: 'Answers' };
const chapters = [requests, answers];
const first = { id: 'sub-first', slug: 'first', name: 'First', chapter: 'ch-requests' };
const second = { id: 'sub-second', slug: 'second', name: 'Second', chapter: 'ch-requests' };
const third = { id: 'sub-third', slug: 'third', name: 'Third', chapter: 'ch-answers' };

describe('structure plan', () => {
  it('is empty when nothing changes', () => {
    expect(planStructure(structure(files()), { chapters, subchapters: [first, second, third] })).toMatchObject({
      changes: [],
      problems: {},
    });
    expect(planStructure(structure(files()), {})).toMatchObject({ changes: [], problems: {} });
  });

  it('moves, renames and withdraws lessons, and keeps comments', () => {
    const edit = {
      chapters: [answers, { ...requests, name: 'Asking', slug: 'asking' }],
      subchapters: [{ ...second, name: 'Two: again' }, third, { ...first, chapter: 'ch-answers', slug: 'once' }],
    };
    const { changes, problems } = planStructure(structure(files()), edit);
    expect(problems).toEqual({});
    const after = apply(files(), changes);
    expect([...after.keys()].sort()).toEqual([
      'web/http/01-answers/01-third.md',
      'web/http/01-answers/02-once.md',
      'web/http/01-answers/chapter.yaml',
      'web/http/02-asking/02-second.md',
      'web/http/02-asking/chapter.yaml',
      'web/http/training.yaml',
    ]);
    expect(after.get('web/http/02-asking/chapter.yaml')).toBe('# The first one\nid: ch-requests\nname: Asking\n');
    expect(after.get('web/http/02-asking/02-second.md')).toContain('name: "Two: again"');
    const withdrawing = planStructure(structure(files()), { subchapters: [first, third] });
    expect(withdrawing.changes).toEqual([{ kind: 'remove', path: 'web/http/01-requests/02-second.md' }]);
  });

  it('gives a new lesson a place but no file, and remembers the place when the lesson is withdrawn', () => {
    const fresh = { id: 'sub-new', slug: 'new', name: 'New', chapter: 'ch-requests' };
    const { changes, places } = planStructure(structure(files()), { subchapters: [first, fresh, second, third] });
    expect(changes).toEqual([
      { kind: 'move', from: 'web/http/01-requests/02-second.md', to: 'web/http/01-requests/03-second.md' },
    ]);
    expect(places).toMatchObject([{ uid: 'sub-new', number: 2, chapter: 'ch-requests', withdrawn: false }]);
    const without = planStructure(structure(apply(files(), changes), { places }), {
      subchapters: [first, second, third],
    });
    expect(without).toMatchObject({ changes: [], places: [{ uid: 'sub-new', withdrawn: true }] });
  });

  it('restores a withdrawn lesson from its last text', () => {
    const gone = { path: 'web/http/01-requests/05-gone.md', source: lesson('sub-gone', 'Back.'), slug: 'gone' };
    const back = { id: 'sub-gone', slug: 'gone', name: 'A lesson', chapter: 'ch-answers' };
    const { changes } = planStructure(structure(files(), { withdrawn: new Map([['sub-gone', gone]]) }), {
      subchapters: [first, second, third, back],
    });
    expect(changes).toEqual([
      { kind: 'move', from: gone.path, to: 'web/http/02-answers/02-gone.md' },
      { kind: 'write', path: 'web/http/02-answers/02-gone.md', content: gone.source },
    ]);
  });

  it.each([
    ['a duplicate id', { subchapters: [first, first, third] }, 'subchapters.1.id'],
    ['an id of another training', { subchapters: [{ ...first, id: 'sub-far' }] }, 'subchapters.0.id'],
    ['a slug of another training', { subchapters: [{ ...first, slug: 'far' }] }, 'subchapters.0.slug'],
    ['a slug of a removed lesson', { subchapters: [{ ...first, id: 'sub-x' }] }, 'subchapters.0.slug'],
    ['an unknown chapter', { subchapters: [{ ...first, chapter: 'ch-x' }] }, 'subchapters.0.chapter'],
    ['a slug of a page', { chapters: [{ id: 'ch-x', slug: 'test-out', name: 'X' }] }, 'chapters.0.slug'],
    ['a reserved slug', { subchapters: [{ ...first, slug: 'detail' }] }, 'subchapters.0.slug'],
    ['a chapter with the id of a lesson', { chapters: [{ id: 'sub-first', slug: 'x', name: 'X' }] }, 'chapters.0.id'],
  ])('rejects %s', (_, edit, field) => {
    const plan = planStructure(structure(files()), edit);
    expect(Object.keys(plan.problems)).toContain(field);
    expect(plan.changes).toEqual([]);
  });
});

it('keeps every text and produces the requested order for random orders', () => {
  const all = [first, second, third, { id: 'sub-n1', slug: 'n1', name: 'N1', chapter: 'ch-answers' }];
  const order = fc.shuffledSubarray(all, { minLength: 1 }).chain((lessons) =>
    fc.tuple(
      fc.constant(lessons),
      fc.array(fc.constantFrom('ch-requests', 'ch-answers'), {
        minLength: lessons.length,
        maxLength: lessons.length,
      }),
      fc.shuffledSubarray(chapters, { minLength: 2 }),
    ),
  );
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 4 }), (orders) => {
      let now = files();
      let places: LessonPlace[] = [];
      const gone = new Map<string, { path: string; source: string; slug: string }>();
      for (const [lessons, where, inOrder] of orders) {
        const subchapters = lessons.map((one, index) => ({ ...one, chapter: where[index] ?? '' }));
        const plan = planStructure(structure(now, { places, withdrawn: gone }), { chapters: inOrder, subchapters });
        expect(plan.problems).toEqual({});
        for (const change of plan.changes) {
          if (change.kind !== 'remove') continue;
          const source = now.get(change.path) ?? '';
          const [, id = '', slug = ''] = /id: (\S+)[\s\S]*|$/.exec(source) ?? [];
          gone.set(id, { path: change.path, source, slug: slug || id.replace('sub-', '') });
        }
        now = apply(now, plan.changes);
        places = plan.places;
        for (const { id } of subchapters) gone.delete(id);
        const tree = readTrainingTree('web/http', now);
        expect(tree.chapters.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
        for (const chapter of tree.chapters)
          expect(lessonsInOrder(chapter, places).map((one) => ('uid' in one ? one.uid : one.id))).toEqual(
            subchapters.filter((one) => one.chapter === chapter.id).map(({ id }) => id),
          );
      }
    }),
  );
});

it('renumbers only when necessary', () => {
  expect(renumber([1, 2, 5])).toEqual([1, 2, 5]);
  expect(renumber([1, null, 5, null])).toEqual([1, 2, 5, 6]);
  expect(renumber([1, null, 2])).toEqual([1, 2, 3]);
  expect(renumber([2, 1])).toEqual([1, 2]);
});
