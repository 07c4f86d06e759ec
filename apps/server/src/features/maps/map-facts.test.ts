import { expect, it } from 'vitest';
import { factsOf } from './map-facts.ts';

const mapOf = (...edges: [string, string][]) =>
  factsOf({
    recommended_start: 'training:a',
    continents: [],
    labs: [{ slug: 'box', continent: 'web' }],
    paths: [{ slug: 'main', name: 'Main', edges: edges.map(([from, to]) => ({ from, to, style: 'main', d: '' })) }],
  });

it('lists the next trainings past labs, in the order of the edges', () => {
  const { start, next, labs } = mapOf(
    ['training:a', 'lab:box'],
    ['training:a', 'training:d'],
    ['lab:box', 'lab:den'],
    ['lab:box', 'training:c'],
    ['lab:den', 'training:b'],
    ['training:b', 'training:e'],
    ['training:e', 'lab:end'],
  );
  expect(start).toBe('a');
  expect([next.get('a'), next.get('b'), next.get('e'), next.get('d')]).toEqual([['b', 'c', 'd'], ['e'], [], undefined]);
  expect(labs.get('box')).toBe('web');
});

it('follows a long chain of labs and stops at a cycle', () => {
  const row = Array.from({ length: 20_000 }, (_, i): [string, string] => [`lab:l-${i}`, `lab:l-${i + 1}`]);
  const { next } = mapOf(['training:a', 'lab:l-0'], ...row, ['lab:l-20000', 'lab:l-0'], ['lab:l-20000', 'training:b']);
  expect(next.get('a')).toEqual(['b']);
});
