import { expect, it } from 'vitest';
import { type Candidate, suggestNext } from './next-trainings.policy.ts';

const one = (slug: string, given: Partial<Candidate> = {}): Candidate => ({
  slug,
  name: slug.toUpperCase(),
  recommended_next: [],
  begun: false,
  finished: false,
  locked: null,
  ...given,
});
const done = { begun: true, finished: true };
const map = { start: 'intro', next: new Map([['http', ['tls']]]) };
const short = (list: ReturnType<typeof suggestNext>) => list.map(({ slug, reason }) => `${slug} ${reason}`);

it("starts with the map's recommendation, then follows the order of the map", () => {
  expect(short(suggestNext([one('shell'), one('intro'), one('http')], map))).toEqual([
    'intro start',
    'shell start',
    'http start',
  ]);
});

it('puts recommendations of authors before paths of the map, with the finished training as the reason', () => {
  const list = suggestNext(
    [one('http', { ...done, recommended_next: ['sql', 'gone'] }), one('tls'), one('sql'), one('intro', done)],
    map,
  );
  expect(short(list)).toEqual(['sql follows', 'tls path']);
  expect(list[0]?.after).toEqual({ slug: 'http', name: 'HTTP' });
});

it('puts unlocked trainings before locked ones, and shows locked ones only if something leads to them', () => {
  const list = suggestNext(
    [
      one('http', { ...done, recommended_next: ['paid'] }),
      one('paid', { locked: 'tier' }),
      one('tls'),
      one('other', { locked: 'prerequisites' }),
    ],
    map,
  );
  expect(short(list)).toEqual(['tls path', 'paid follows']);
});

it('omits started trainings and returns at most four', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((slug) => one(slug));
  expect(short(suggestNext([one('intro', { begun: true }), ...many], map))).toEqual([
    'a start',
    'b start',
    'c start',
    'd start',
  ]);
});
