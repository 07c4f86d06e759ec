import { expect, it } from 'vitest';
import { findCycles } from '../apps/server/src/features/content/source/find-cycles.ts';
import { imports } from './imports.ts';

/*
 * Files that import each other in a circle can only be understood, tested and moved together. Imports of types count:
 * they tie what a reader has to know just as tightly.
 */

/** The router's plugin writes it: it imports every route, and the routes are written against its types. */
const generated = 'apps/web/src/routeTree.gen';

const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '');

it('imports form no cycle', () => {
  const graph = new Map<string, string[]>();
  for (const { file, to } of imports) {
    const from = withoutEnding(file);
    if (from !== generated) graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  expect(findCycles(graph).map((cycle) => [...cycle, cycle[0]].join(' → '))).toEqual([]);
});
