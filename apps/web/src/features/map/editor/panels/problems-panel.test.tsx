import { MapDocument } from '@hexpedition/contract';
import { type Hex, neighbours, toPixel } from '@hexpedition/hexkit/hex';
import type { IssueCode } from '@hexpedition/hexkit/issues';
import { sampleMap } from '@hexpedition/hexkit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openEditor, stubBrowserApis } from '../testing/open-editor.tsx';

beforeEach(stubBrowserApis);

interface Mistake {
  severity: 'error' | 'warning';
  /** Matches the text of the problem. */
  text: RegExp;
  make: (map: MapDocument) => void;
  /** Hex that the problem leads to; null for problems without a position. */
  at: Hex | null;
}

const continent = (map: MapDocument, slug: string) => {
  const found = map.continents.find((one) => one.slug === slug);
  if (!found) throw new Error(`The sample has no continent ${slug}.`);
  return found;
};
const move = (map: MapDocument, slug: string, to: Hex) => {
  for (const { trainings } of map.continents) Object.assign(trainings.find((one) => one.slug === slug) ?? {}, to);
};
const addPath = (map: MapDocument, from: `training:${string}`, to: `training:${string}` | `lab:${string}`) =>
  map.paths[0]?.edges.push({ from, to, via: [], style: 'main' });
const addContinent = (map: MapDocument, slug: string, name: string, at: Hex) =>
  map.continents.push({
    ...{ slug, name, colour: 'rose', label: null, trainings: [], labs: [] },
    cells: { [at.r]: [[at.q, 1]] },
  });

/** One mistake for every problem code. An unplaced course is no problem, because it waits in the tray. */
const mistakes: Record<Exclude<IssueCode, 'unplaced'>, Mistake> = {
  two_on_a_hex: {
    severity: 'error',
    text: /on the same hex/,
    make: (map) => move(map, 'two', { q: 0, r: 0 }),
    at: { q: 0, r: 0 },
  },
  off_continent: {
    severity: 'error',
    text: /is not on the land of/,
    make: (map) => move(map, 'two', { q: 5, r: 5 }),
    at: { q: 5, r: 5 },
  },
  split_continent: {
    severity: 'error',
    text: /falls into 2 parts/,
    make: (map) => Object.assign(continent(map, 'west').cells, { '-5': [[0, 1]] }),
    at: { q: 0, r: -5 },
  },
  no_route: {
    severity: 'error',
    text: /There is no route from .*two/,
    make: (map) => {
      for (const [i, hex] of neighbours({ q: 9, r: 0 }).entries())
        continent(map, 'east').labs.push({ slug: `wall-${i}`, ...hex });
    },
    at: { q: 2, r: 0 },
  },
  cycle: {
    severity: 'error',
    text: /back to itself/,
    make: (map) => addPath(map, 'training:two', 'training:one'),
    at: { q: 0, r: 0 },
  },
  missing_start: {
    severity: 'error',
    text: /start/i,
    make: (map) => Object.assign(map, { recommended_start: null }),
    at: null,
  },
  names_collide: {
    severity: 'warning',
    text: /Lab "Tide Table" and course "two" are too close: their names overlap/,
    make: (map) => move(map, 'two', { q: 1, r: 0 }),
    at: { q: 0, r: 1 },
  },
  reserved_slug: {
    severity: 'error',
    text: /reserved/,
    make: (map) => addContinent(map, 'lab', 'Lab', { q: 0, r: 9 }),
    at: { q: 0, r: 9 },
  },
  unknown_continent: {
    severity: 'warning',
    text: /no courses on Nowhere Land/,
    make: (map) => addContinent(map, 'nowhere-land', 'Nowhere Land', { q: 0, r: 9 }),
    at: null,
  },
  other_continent: {
    severity: 'warning',
    text: /"two" is on East, but belongs to the continent "west"/,
    make: (map) => {
      const [two] = continent(map, 'west').trainings.splice(1, 1);
      if (two) continent(map, 'east').trainings.push({ ...two, q: 8, r: 1 });
    },
    at: { q: 8, r: 1 },
  },
  overlap: {
    severity: 'error',
    text: /claim the same hex/,
    make: (map) => addContinent(map, 'echo', 'Echo', { q: 1, r: 0 }),
    at: { q: 1, r: 0 },
  },
  orphan_end: {
    severity: 'error',
    text: /ends at/,
    make: (map) => addPath(map, 'training:two', 'lab:nowhere'),
    at: { q: 2, r: 0 },
  },
  unknown_slug: {
    severity: 'error',
    text: /There is no .*nowhere/,
    make: (map) => continent(map, 'west').trainings.push({ slug: 'nowhere', q: 2, r: -1, icon: 'key' }),
    at: { q: 2, r: -1 },
  },
  duplicate_slug: {
    severity: 'error',
    text: /twice/,
    make: (map) => continent(map, 'west').trainings.push({ slug: 'one', q: 2, r: -1, icon: 'key' }),
    at: { q: 2, r: -1 },
  },
};

const panel = () => within(screen.getByRole('region', { name: 'Problems' }));
const problems = () => panel().queryAllByRole('listitem');
const listed = () => problems().map(({ textContent }) => textContent);

test.each(Object.keys(mistakes) as (keyof typeof mistakes)[])(
  '%s is listed with its number, leads to its hex, and disappears on undo',
  async (code) => {
    const { severity, text, make, at } = mistakes[code];
    const { person, canvas } = await openEditor({ view: 'json' });
    // The sample has warnings, because the test's curriculum has no courses on East.
    await waitFor(() => expect(problems()).not.toEqual([]));
    const before = listed();
    const map = MapDocument.parse(sampleMap());
    make(map);
    fireEvent.change(screen.getByRole('textbox', { name: 'Map document' }), { target: { value: JSON.stringify(map) } });
    await person.click(screen.getByRole('button', { name: 'Use this document' }));
    const find = () => problems().find((item) => item.dataset.code === code && text.test(item.textContent));
    await waitFor(() => expect(find()).toBeDefined());
    const problem = find() as HTMLElement;
    expect(problem.dataset.severity).toBe(severity);
    // A warning does not block publishing.
    expect(panel().queryAllByText(/^Fix .* to publish\.$/)).toHaveLength(severity === 'error' ? 1 : 0);

    await person.click(within(problem).getAllByRole('button')[0] as HTMLElement);
    expect(problem.dataset.active).toBe('true');
    const mark = canvas.querySelector('g[data-severity] > circle')?.parentElement ?? null;
    if (at) {
      const { x, y } = toPixel(at);
      expect(mark?.getAttribute('transform')).toBe(`translate(${x} ${y})`);
      expect(mark?.textContent).toBe(String(problems().indexOf(problem) + 1));
    } else expect(mark).toBeNull();
    await person.click(screen.getByRole('button', { name: /^Undo: / }));
    await waitFor(() => expect(listed()).toEqual(before));
  },
);

test('numbers the problems in the list and on the map alike, errors first', async () => {
  const map = MapDocument.parse(sampleMap());
  for (const code of ['missing_start', 'off_continent', 'split_continent'] as const) mistakes[code].make(map);
  const { canvas } = await openEditor({ document: map });
  await waitFor(() => expect(problems()).not.toEqual([]));
  expect(problems().map(({ dataset }) => dataset.severity)).toEqual([
    ...['error', 'error', 'error'],
    ...['warning', 'warning', 'warning'],
  ]);
  const numbers = problems().map((item) => item.querySelector('[aria-hidden]')?.textContent);
  expect(numbers).toEqual(['1', '2', '3', '4', '5', '6']);
  for (const [i, item] of problems().entries()) {
    const where = /(-?\d+), (-?\d+)/.exec(item.textContent);
    if (!where) continue;
    const { x, y } = toPixel({ q: Number(where[1]), r: Number(where[2]) });
    const mark = canvas.querySelector(`g[data-severity][transform="translate(${x} ${y})"]`);
    expect(mark?.textContent).toBe(String(i + 1));
  }
});

test('leaves a course that was removed from the map to the tray, without a problem', async () => {
  const { person } = await openEditor();
  await waitFor(() => expect(problems()).not.toEqual([]));
  // The lab is so close to a course that their names overlap.
  const other = () => listed().filter((text) => !text.includes('too close'));
  const before = other();
  const inspector = within(screen.getByRole('region', { name: 'Inspector' }));
  await person.click(inspector.getByRole('button', { name: 'West' }));
  await person.click(inspector.getByRole('button', { name: /Tide Table/ }));
  await person.click(screen.getByRole('button', { name: 'Remove from map' }));
  const tray = within(screen.getByRole('region', { name: 'Not on the map' }));
  await tray.findByRole('button', { name: /Tide Table/ });
  await waitFor(() => expect(listed()).toEqual(before));
  await person.click(screen.getByRole('button', { name: /^Undo: / }));
  await waitFor(() => expect(tray.queryByRole('button', { name: /Tide Table/ })).toBeNull());
  await waitFor(() => expect(listed()).not.toEqual(before));
  expect(other()).toEqual(before);
});
