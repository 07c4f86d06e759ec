import type { Progress } from '@hexpedition/contract';
import { describe, expect, test } from 'vitest';
import { highlightedPaths, makeAtlas } from './atlas.ts';
import { actionOf, isTravelled, makeJourney } from './journey.ts';
import { parentHref, select } from './map-selection.ts';
import { nodeLabel } from './node-labels.ts';
import { shippedAtlas, shippedMap, trainingCard } from './testing/shipped-atlas.ts';

const atlas = shippedAtlas();
const node = (ref: string) => {
  const found = atlas.byRef.get(ref);
  if (!found) throw new Error(`${ref} is not on the map.`);
  return found;
};
const at = '2026-11-20T10:00:00Z';
const done = (training_slug: string, count: number) => ({
  training_slug,
  completed: Array.from({ length: count }, (_, i) => `${training_slug}-${i}`),
  changed: [],
  flags_found: 0,
  total: 4,
  last_at: at,
  enrolled: true,
});

const progressOf = (progress: Progress['progress'], locked_by_prerequisites: string[] = []): Progress => ({
  progress,
  resume: null,
  locked_by_prerequisites,
});
const upTo = (max: number) => (tier: number) => tier <= max;

describe('makeAtlas', () => {
  test('gives every course and lab a position and a URL', () => {
    expect(node('training:xor').href).toBe('/map/cryptography/xor');
    expect(node('lab:tide-table').href).toBe('/map/lab/tide-table');
    expect(atlas.start?.slug).toBe('first-light');
  });

  test('leaves out items that are not in the lists, with their paths', () => {
    const small = makeAtlas(
      shippedMap().map,
      [trainingCard('http', 'foundations'), trainingCard('terminal', 'foundations')],
      [],
    );
    expect(small.nodes.map(({ slug }) => slug)).toEqual(['terminal', 'http']);
    expect(small.paths.map(({ to }) => to)).toEqual(['training:http']);
    expect(small.start).toBeNull();
  });

  test('highlights the paths to all ancestors and to the next steps of a node', () => {
    expect(
      highlightedPaths(atlas, 'training:http')
        .map(({ from, to }) => `${from.slice(9)} ${to.slice(9)}`)
        .sort(),
    ).toEqual(['first-light terminal', 'http access-control', 'http networking', 'terminal http']);
  });
});

describe('makeJourney', () => {
  const progress = {
    progress: [done('first-light', 4), done('terminal', 1)],
    resume: { training: { slug: 'terminal', name: 'Terminal' }, chapter: 'one', subchapter: 'terminal-2', name: 'Two' },
    locked_by_prerequisites: [],
  };

  test('places a newcomer at the recommended start', () => {
    const journey = makeJourney(atlas, { reaches: upTo(0) });
    expect(journey.here).toBe(atlas.start);
    expect(journey.marker).toBe('start');
    expect(actionOf(node('training:first-light'), journey)).toEqual({
      text: 'Start',
      href: '/courses/first-light/one/first-light-1',
    });
  });

  test('places a learner where they stopped', () => {
    const journey = makeJourney(atlas, { reaches: upTo(0), progress });
    expect(journey.here?.slug).toBe('terminal');
    expect(journey.marker).toBe('here');
    expect(['first-light', 'terminal', 'http'].map((slug) => journey.state(node(`training:${slug}`)))).toEqual([
      'done',
      'underway',
      'open',
    ]);
    expect(actionOf(node('training:terminal'), journey)).toEqual({
      text: 'Continue',
      href: '/courses/terminal/one/terminal-2',
    });
    expect(actionOf(node('training:first-light'), journey)).toEqual({ text: 'Review', href: '/courses/first-light' });
    expect(atlas.paths.filter((path) => isTravelled(path, atlas, journey)).map(({ to }) => to)).toEqual([
      'training:terminal',
    ]);
  });

  test('shows the suggested next hex after all started courses are finished', () => {
    const between = progressOf([done('first-light', 4)]);
    const journey = makeJourney(atlas, { reaches: upTo(0), progress: between, next: 'terminal' });
    expect([journey.here?.slug, journey.marker]).toEqual(['terminal', 'next']);
    expect(actionOf(node('training:terminal'), journey)).toEqual({
      text: 'Start',
      href: '/courses/terminal/one/terminal-1',
    });
    // No suggestion yet, or none at all.
    expect(makeJourney(atlas, { reaches: upTo(0), progress: between }).here).toBeNull();
  });

  test('leads a visitor who finished the first course along the path', () => {
    const journey = makeJourney(atlas, { reaches: upTo(0), visited: new Map([['first-light', 4]]) });
    expect(journey.state(node('training:first-light'))).toBe('done');
    expect([journey.here?.slug, journey.marker]).toEqual(['terminal', 'next']);
    const half = makeJourney(atlas, { reaches: upTo(0), visited: new Map([['first-light', 2]]) });
    expect([half.here?.slug, half.marker, half.state(node('training:first-light'))]).toEqual([
      'first-light',
      'start',
      'underway',
    ]);
  });

  test('locks a course above the account’s tier unless it is done', () => {
    const paid = makeAtlas(shippedMap().map, [{ ...trainingCard('rsa', 'cryptography'), tier: 2 }], []);
    const rsa = paid.nodes[0];
    if (!rsa) throw new Error('RSA is on the map.');
    expect(makeJourney(paid, { reaches: upTo(1) }).state(rsa)).toBe('locked');
    expect(makeJourney(paid, { reaches: upTo(2) }).state(rsa)).toBe('open');
    expect(makeJourney(paid, { reaches: upTo(0), progress: progressOf([done('rsa', 4)]) }).state(rsa)).toBe('done');
  });

  test('locks a course with prerequisites for visitors, and for learners if the server locks it', () => {
    const waiting = { ...trainingCard('rsa', 'cryptography'), requires: [{ slug: 'xor', name: 'XOR' }] };
    const stepped = makeAtlas(shippedMap().map, [waiting], []);
    const rsa = stepped.nodes[0];
    if (!rsa) throw new Error('RSA is on the map.');
    const as = (progress?: Progress) => makeJourney(stepped, { reaches: upTo(0), progress });
    expect([as().state(rsa), as().lock(rsa)]).toEqual(['locked', 'prerequisites']);
    expect(as(progressOf([done('xor', 3)], ['rsa'])).lock(rsa)).toBe('prerequisites');
    // Open without completed prerequisites: after a passed test-out, or for a superuser.
    expect(as(progressOf([])).state(rsa)).toBe('open');
    expect(as(progressOf([done('rsa', 1)])).state(rsa)).toBe('underway');
  });

  test('shows an enrolled course as under way', () => {
    const progress = progressOf([done('http', 0)]);
    expect(makeJourney(atlas, { reaches: upTo(0), progress }).state(node('training:http'))).toBe('underway');
  });

  test('marks recent courses as new until they are started, and counts rewritten lessons', () => {
    const now = Date.parse(at);
    const added = (days: number) => new Date(now - days * 86_400_000).toISOString();
    const late = makeAtlas(
      shippedMap().map,
      [
        { ...trainingCard('http', 'foundations'), added_at: added(29) },
        { ...trainingCard('terminal', 'foundations'), added_at: added(31) },
        trainingCard('networking', 'foundations'),
      ],
      [],
    );
    const as = (progress: Progress['progress'], time?: number) => {
      const journey = makeJourney(late, { reaches: upTo(0), progress: progressOf(progress), now: time });
      return late.nodes.filter(journey.isNew).map(({ slug }) => slug);
    };
    expect(as([], now)).toEqual(['http']);
    expect(as([done('http', 1)], now)).toEqual([]);
    expect(as([])).toEqual([]);

    const changed = { ...done('http', 4), changed: ['http-1', 'http-2'], flags_found: 1 };
    const journey = makeJourney(atlas, { reaches: upTo(0), progress: progressOf([changed]) });
    const http = node('training:http');
    expect([journey.rewritten(http), journey.flags(http), journey.rewritten(node('training:terminal'))]).toEqual([
      2, 1, 0,
    ]);
    expect(nodeLabel(http, journey)).toMatch(/, done, 2 lessons rewritten$/);
  });

  test('shows a lab as solved after its last flag', () => {
    const flag = (id: string, kind: 'find' | 'repair' = 'find') => ({
      lab: 'tide-table',
      id,
      kind,
      points: 10,
      solved_at: at,
    });
    const lab = node('lab:tide-table');
    const repaired = { flags: [flag('a'), flag('r', 'repair')] };
    expect(makeJourney(atlas, { reaches: upTo(0), solved: repaired }).state(lab)).toBe('underway');
    expect(makeJourney(atlas, { reaches: upTo(0), solved: { flags: [flag('a'), flag('b')] } }).state(lab)).toBe('done');
  });
});

describe('select', () => {
  test.each([
    [{}, 'map', null],
    [{ continent: 'web' }, 'continent', '/map'],
    [{ continent: 'web', training: 'sql-injection' }, 'node', '/map/web'],
    // An old URL may name another continent than the current one.
    [{ continent: 'web', training: 'xor' }, 'node', '/map/cryptography'],
    [{ continent: 'atlantis', training: 'xor' }, 'node', '/map/cryptography'],
    [{ continent: 'web', training: 'sql-injection', detail: true }, 'detail', '/map/web/sql-injection'],
    [{ lab: 'tide-table' }, 'node', '/map/web'],
    [{ lab: 'tide-table', detail: true }, 'detail', '/map/lab/tide-table'],
  ])('%j', (params, level, up) => {
    const selection = select(atlas, params);
    if ('missing' in selection) throw new Error('The item is on the map.');
    expect([selection.level, parentHref(selection, '/map')]).toEqual([level, up]);
  });

  test.each([
    [{ continent: 'atlantis' }, 'continent'],
    [{ continent: 'web', training: 'nowhere' }, 'course'],
    [{ lab: 'xor' }, 'lab'],
  ])('%j is missing', (params, missing) => {
    expect(select(atlas, params)).toEqual({ missing });
  });
});
