import { Hexmap } from '@hexpedition/contract/hexmap';
import type { MapDocument, Runs } from '@hexpedition/contract/map-document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cells, cellsOf, decodeRuns, grow } from './cells.ts';
import { compileMap, compileToPublish } from './compile.ts';
import { HEX_SIZE, type Hex, toPixel } from './hex.ts';
import type { Issue, IssueCode } from './issues.ts';
import { clearance, labelPoint } from './labels.ts';
import { MapDocumentError, parseMapDocument } from './parse.ts';
import { editedMaps, sampleKnown, sampleMap } from './testing.ts';

describe('compileMap', () => {
  test('compiles a valid map without issues, with every part that a renderer needs', () => {
    const { map, issues } = compileMap(sampleMap(), sampleKnown);
    expect(issues).toEqual([]);
    expect(map.continents.map(({ slug, trainings, labs }) => [slug, trainings.length, labs.length])).toEqual([
      ['west', 2, 1],
      ['east', 1, 0],
    ]);
    expect(map.continents[0]?.trainings[1]).toEqual({ slug: 'two', icon: 'globe', q: 2, r: 0, x: 138.6, y: 0 });
    expect(map.labs).toEqual([{ slug: 'box', continent: 'west' }]);
    expect(map.paths[0]?.edges.every(({ d }) => d.startsWith('M'))).toBe(true);
    expect(map.terrain.map(({ type }) => type)).toEqual(['forest']);
    expect(map.shoals.length).toBeGreaterThan(0);
  });

  test('compiles the same document to the same bytes', () => {
    expect(JSON.stringify(compileMap(sampleMap(), sampleKnown))).toBe(
      JSON.stringify(compileMap(sampleMap(), sampleKnown)),
    );
  });

  test('writes numbers with at most one decimal', () => {
    expect(JSON.stringify(compileMap(sampleMap(), sampleKnown).map)).not.toMatch(/\.\d\d/);
  });

  test('accepts every edited map as a document and compiles it to the shape of the contract', () => {
    fc.assert(
      fc.property(editedMaps, (edited) => {
        expect(parseMapDocument(JSON.parse(JSON.stringify(edited)))).toEqual(edited);
        const { map, issues } = compileMap(edited, sampleKnown);
        expect(Hexmap.parse(map)).toEqual(map);
        // A path that cannot be drawn is reported as an issue.
        const drawn = map.paths.flatMap(({ edges }) => edges).length;
        const isWhole = !issues.some(({ severity }) => severity === 'error');
        if (isWhole) expect(drawn).toBe(edited.paths.flatMap(({ edges }) => edges).length);
      }),
    );
  });
});

describe('compileToPublish', () => {
  test('publishes every map that validates and rejects every map that does not', () => {
    const outcomes = new Set<boolean>();
    fc.assert(
      fc.property(editedMaps, (document) => {
        const { map } = compileToPublish(document, sampleKnown);
        const hasError = compileMap(document, sampleKnown).issues.some(({ severity }) => severity === 'error');
        expect(map === null).toBe(hasError);
        outcomes.add(hasError);
        if (!map) return;
        expect(Hexmap.parse(map)).toEqual(map);
        expect(parseMapDocument(document)).toEqual(document);
      }),
      { numRuns: 300 },
    );
    // Both outcomes must occur, or half of this test would check nothing.
    expect(outcomes.size).toBe(2);
  });

  test('returns the compiled map with its warnings', () => {
    const known = { ...sampleKnown, labs: ['box', 'later'] };
    expect(compileToPublish(sampleMap(), known)).toEqual(compileMap(sampleMap(), known));
  });

  test('returns only the issues if validation or drawing finds an error', () => {
    const noStart = { ...sampleMap(), recommended_start: null };
    expect(compileToPublish(noStart, sampleKnown)).toEqual({ ...compileMap(noStart, sampleKnown), map: null });
    // Wider than the limit of the route search, which only drawing detects.
    const wide = sampleMap();
    wide.paths[0]?.edges[0]?.via.push([9_000, 0]);
    const { map, issues } = compileToPublish(wide, sampleKnown);
    expect([map, issues.map(({ code }) => code)]).toEqual([null, ['no_route']]);
  });
});

describe('issues', () => {
  const codes = (change: (map: MapDocument) => void, known = sampleKnown): IssueCode[] => {
    const map = sampleMap();
    change(map);
    return compileMap(map, known).issues.map(({ code }) => code);
  };
  const west = (map: MapDocument) => map.continents[0] as MapDocument['continents'][0]; // the sample has two

  test.each<[IssueCode, (map: MapDocument) => void]>([
    ['overlap', (map) => west(map).cells['0']?.push([4, 4])],
    ['two_on_a_hex', (map) => west(map).labs.push({ slug: 'box', q: 0, r: 0 })],
    ['off_continent', (map) => Object.assign(west(map).labs[0] ?? {}, { q: 5, r: 1 })],
    ['split_continent', (map) => Object.assign(west(map).cells, { '-5': [[0, 1]] })],
    ['orphan_end', (map) => map.paths[0]?.edges.push({ from: 'training:one', to: 'lab:gone', via: [], style: 'main' })],
    ['cycle', (map) => map.paths[0]?.edges.push({ from: 'training:two', to: 'training:one', via: [], style: 'main' })],
    ['unknown_slug', (map) => west(map).trainings.push({ slug: 'nowhere', q: 2, r: -1, icon: 'key' })],
    ['duplicate_slug', (map) => west(map).trainings.push({ slug: 'one', q: 2, r: -1, icon: 'key' })],
    ['missing_start', (map) => Object.assign(map, { recommended_start: 'training:gone' })],
    ['reserved_slug', (map) => Object.assign(west(map), { slug: 'lab' })],
  ])('%s', (code, change) => {
    expect(codes(change)).toContain(code);
  });

  const at = (hex: Hex | undefined) => ({ at: hex });
  test.each<[string, (map: MapDocument) => void, Partial<Issue>]>([
    [
      'locates a missing path end at the other end',
      (map) => map.paths[0]?.edges.push({ from: 'lab:gone', to: 'training:two', via: [], style: 'main' }),
      { code: 'orphan_end', ref: 'lab:gone', ...at({ q: 2, r: 0 }) },
    ],
    [
      'gives no location for a path with two missing ends',
      (map) =>
        map.paths.push({ slug: 'x', name: 'X', edges: [{ from: 'lab:a', to: 'lab:b', via: [], style: 'main' }] }),
      { code: 'orphan_end', ref: 'lab:a', ...at(undefined) },
    ],
    [
      'locates a course with a reserved slug at its hex',
      (map) => west(map).trainings.push({ slug: 'detail', q: 2, r: -1, icon: 'key' }),
      { code: 'reserved_slug', ref: 'training:detail', ...at({ q: 2, r: -1 }) },
    ],
    [
      'locates a continent with a reserved slug on its land',
      (map) => Object.assign(west(map), { slug: 'lab', cells: { '4': [[0, 3]] } }),
      { code: 'reserved_slug', continent: 'lab', ...at({ q: 1, r: 4 }) },
    ],
    [
      'locates a second continent with the same slug on its land',
      (map) => map.continents.push({ ...west(map), cells: { '9': [[2, 1]] }, trainings: [], labs: [] }),
      { code: 'duplicate_slug', continent: 'west', ...at({ q: 2, r: 9 }) },
    ],
    [
      'locates a second course with the same slug at its hex',
      (map) => west(map).trainings.push({ slug: 'one', q: 2, r: -1, icon: 'key' }),
      { code: 'duplicate_slug', ref: 'training:one', ...at({ q: 2, r: -1 }) },
    ],
  ])('%s', (_, change, expected) => {
    const map = sampleMap();
    change(map);
    const issue = compileMap(map, sampleKnown).issues.find(({ code }) => code === expected.code);
    expect({ ...at(undefined), ...issue }).toMatchObject(expected);
  });

  test('reports an unroutable path between continents that enclose it', () => {
    const { q, r } = { q: 9, r: 0 };
    const walls = [
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [0, -1],
      [1, -1],
    ] as const;
    const wall = (map: MapDocument) => {
      for (const [i, [dq, dr]] of walls.entries()) {
        map.continents[1]?.labs.push({ slug: `wall-${i}`, q: q + dq, r: r + dr });
      }
    };
    expect(codes(wall)).toContain('no_route');
  });

  test('reports no route for a map wider than a document may be', () => {
    const move = (map: MapDocument) => Object.assign(map.continents[0]?.trainings[0] ?? {}, { q: 9_000 });
    expect(codes(move)).toContain('no_route');
  });

  test('uses the names of items in messages if they are known, and reports a missing path end once', () => {
    const map = sampleMap();
    map.paths[0]?.edges.push(
      { from: 'training:one', to: 'training:later', via: [], style: 'main' },
      { from: 'training:two', to: 'training:later', via: [], style: 'main' },
    );
    west(map).trainings.push({ slug: 'nowhere', q: 0, r: 0, icon: 'key' });
    Object.assign(map, { recommended_start: 'lab:gone' });
    const names = { 'training:one': 'First Steps', 'training:later': 'Later On', 'lab:gone': 'Tide Table' };
    const known = { ...sampleKnown, trainings: [...sampleKnown.trainings, 'later'] };
    const sentences = (more: object) =>
      compileMap(map, { ...known, ...more }).issues.flatMap(({ code, message }) =>
        code === 'names_collide' ? [] : message,
      );
    expect(sentences({ names })).toEqual([
      'Course "First Steps" and course "nowhere" are on the same hex.',
      'There is no course "nowhere".',
      'Course "Later On" is not on the map yet.',
      'The path "Main" ends at course "Later On", which is not on the map.',
      'The recommended start, lab "Tide Table", is not on the map.',
    ]);
    // The start of the path is on the map.
    const orphan = compileMap(map, known).issues.find(({ code }) => code === 'orphan_end');
    expect(orphan).toMatchObject({ ref: 'training:later', at: { q: 0, r: 0 } });
    expect(sentences({})).toContain('training:one and training:nowhere are on the same hex.');
  });

  test('only warns about an item on another continent than in the curriculum', () => {
    const map = sampleMap();
    west(map).slug = 'new-land';
    const lost = { ref: 'training:one', at: { q: 0, r: 0 }, continent: 'new-land' };
    const continents = new Map([...sampleKnown.continents].filter(([slug]) => slug !== 'two'));
    const { issues } = compileMap(map, { ...sampleKnown, continents });
    expect(issues).toEqual([
      expect.objectContaining({ code: 'unknown_continent', severity: 'warning', continent: 'new-land' }),
      expect.objectContaining({ code: 'other_continent', severity: 'warning', ...lost }),
    ]);
    expect(issues.map(({ message }) => message)).toEqual([
      'The curriculum has no courses on West ("new-land").',
      'training:one is on West, but belongs to the continent "west" in the curriculum.',
    ]);
  });

  test('only warns about an item that is not placed', () => {
    const { issues } = compileMap(sampleMap(), { ...sampleKnown, labs: ['box', 'later'] });
    expect(issues).toEqual([
      { code: 'unplaced', severity: 'warning', message: 'lab:later is not on the map yet.', ref: 'lab:later' },
    ]);
  });
});

describe('labelPoint', () => {
  const disc = (radius: number): Cells => grow(cellsOf([{ q: 0, r: 0 }]), radius);

  test('puts the name of a wide empty land in its middle', () => {
    expect(labelPoint(disc(4), new Set(), null)).toEqual(toPixel({ q: 0, r: 0 }));
  });

  test('puts the name of a small or crowded land above it', () => {
    expect(labelPoint(disc(1), new Set(), null).y).toBeLessThan(-2 * HEX_SIZE);
    expect(
      labelPoint(
        disc(4),
        cellsOf([
          { q: 0, r: 0 },
          { q: 2, r: 0 },
          { q: -2, r: 0 },
        ]),
        null,
      ).y,
    ).toBeLessThan(-6 * HEX_SIZE);
  });

  test('prefers the hex that an author chose', () => {
    expect(labelPoint(disc(4), new Set(), { q: 0, r: -9 })).toEqual(toPixel({ q: 0, r: -9 }));
  });

  test('counts clearance in steps from the coast and from items', () => {
    const cells = disc(2);
    const far = clearance(cells, cellsOf([{ q: 1, r: 0 }]));
    expect([...far.values()].filter((steps) => steps === 0).length).toBe(1);
    expect([...far.values()].every((steps) => steps <= 2)).toBe(true);
  });
});

describe('parseMapDocument', () => {
  test('returns a valid document unchanged', () => {
    expect(parseMapDocument(JSON.parse(JSON.stringify(sampleMap())))).toEqual(sampleMap());
  });

  test('fills in the defaults of optional fields', () => {
    const { paths: _, terrain: __, ...rest } = sampleMap();
    expect(parseMapDocument(rest)).toEqual({ ...sampleMap(), paths: [], terrain: [] });
  });

  test('reports all problems at once, each with its path', () => {
    const bad = {
      ...sampleMap(),
      schema: 2,
      kind: 'songs',
      continents: [{ ...sampleMap().continents[0], slug: 'West!', cells: { a: [], '1': [[0, 0]] } }],
      paths: [{ slug: 'p', name: 'P', edges: [{ from: 'one', to: 'training:two' }] }],
    };
    try {
      parseMapDocument(bad);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(MapDocumentError);
      expect((error as MapDocumentError).problems).toEqual([
        { path: 'schema', message: 'This must be one of: 1.' },
        { path: 'kind', message: 'This must be one of: trainings, videos.' },
        { path: 'continents[0].slug', message: 'Use lowercase letters, digits and single hyphens.' },
        { path: 'continents[0].cells.1[0][1]', message: 'This must be at least 1.' },
        { path: 'continents[0].cells.a', message: 'A row must be a whole number.' },
        { path: 'paths[0].edges[0].from', message: 'Use training:<slug> or lab:<slug>.' },
      ]);
    }
  });

  test.each([null, 42, 'map', [], {}])('rejects %j with a MapDocumentError', (value) => {
    expect(() => parseMapDocument(value)).toThrow(MapDocumentError);
  });

  const problems = (change: (map: MapDocument) => void) => {
    const map = sampleMap();
    change(map);
    try {
      parseMapDocument(map);
      return [];
    } catch (error) {
      return (error as MapDocumentError).problems;
    }
  };

  test('rejects a map that is too wide or has too many edges, and says what to do', () => {
    const far = { path: 'document', message: expect.stringMatching(/at most 1000 rows .* closer/) };
    expect(problems((map) => map.terrain.push({ q: 1_100, r: 0, type: 'forest' }))).toEqual([far]);
    expect(problems((map) => Object.assign(map.continents[0] ?? {}, { label: { q: 0, r: -1_100 } }))).toEqual([far]);
    const edge = { from: 'training:one', to: 'training:two', via: [], style: 'main' as const };
    const path = (i: number) => ({ slug: `p-${i}`, name: 'P', edges: Array(2_000).fill(edge) });
    const paths = (count: number) => (map: MapDocument) => {
      map.paths = Array.from({ length: count }, (_, i) => path(i));
    };
    expect(problems(paths(5))).toEqual([]);
    expect(problems(paths(6))).toEqual([{ path: 'paths', message: expect.stringMatching(/at most 10000 edges/) }]);
  });

  test('limits land to hexes that fit into one integer, and accepts one spelling of a row', () => {
    const land = (cells: Runs) =>
      problems((map) => {
        map.continents = map.continents.slice(0, 1);
        Object.assign(map, { paths: [], terrain: [], continents: [{ ...map.continents[0], cells }] });
        for (const items of map.continents.flatMap(({ trainings, labs }) => [trainings, labs])) items.length = 0;
      }).map(({ path, message }) => `${path}: ${message}`);
    expect(land({ '0': [[16_382, 2]], '-16': [[16_383, 1]] })).toEqual([]);
    expect(land({ '16383': [[-16_383, 1]] })).toEqual([]);
    expect(land({ '0': [[16_383, 2]] })).toEqual(['continents[0].cells.0[0]: A run ends at 16383 at the latest.']);
    for (const row of ['01', '00', '-0', '1.5', '1e2', ' 1', '']) {
      expect(land({ [row]: [[0, 1]] })).toEqual([`continents[0].cells.${row}: A row must be a whole number.`]);
    }
    for (const row of ['16384', '-16384', '-99999']) {
      expect(land({ [row]: [[0, 1]] })).toEqual([
        `continents[0].cells.${row}: A row must be between -16383 and 16383.`,
      ]);
    }
  });

  test('accepts only names that the database can store', () => {
    const rename = (name: string) => problems((map) => Object.assign(map.continents[0] ?? {}, { name }));
    expect(rename('West \u{1F5FA}')).toEqual([]);
    for (const name of ['a\u0000b', 'a\ud800b'])
      expect(rename(name)).toEqual([
        { path: 'continents[0].name', message: 'This contains a character that cannot be stored.' },
      ]);
  });

  test('rejects an oversized run before it fills the memory', () => {
    const bad = {
      ...sampleMap(),
      continents: [{ ...sampleMap().continents[0], cells: { '0': [[0, 1_000_000_000]] } }],
    };
    expect(() => parseMapDocument(bad)).toThrow(/at most 2000/);
    expect(decodeRuns({ '0': [[0, 3]] }).size).toBe(3);
  });
});
