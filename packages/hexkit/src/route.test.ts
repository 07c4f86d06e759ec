import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cells, cellsOf, grow, keyOf } from './cells.ts';
import { distance, type Hex, ring } from './hex.ts';
import { cost, type Limits, limitsOf, Router } from './route.ts';
import { routePath } from './smooth.ts';
import { disk } from './testing.ts';

const home = { q: 0, r: 0 };

/** Where a test's routes run: two lands, of which the first belongs to both ends, and routes that are there already. */
interface RoutingGround {
  own: Cells;
  land: Cells;
  blocked: Cells;
  names: Cells;
  used: Cells;
  limits: Limits;
}

function ground(part: Partial<RoutingGround> = {}): RoutingGround {
  const sea: Cells = new Set();
  return {
    own: sea,
    land: sea,
    blocked: sea,
    names: sea,
    used: sea,
    limits: limitsOf(grow(cellsOf([home]), 12)),
    ...part,
  };
}

function findRouteVia(stops: readonly Hex[], { own, land, used, ...rest }: RoutingGround): Hex[] | null {
  const router = new Router({ land: [own, land], ...rest });
  router.use(used);
  const way = router.find(stops, [0, 0]);
  return typeof way === 'string' ? null : way;
}
const findRoute = (from: Hex, to: Hex, on: RoutingGround) => findRouteVia([from, to], on);

/** The price of a way, computed independently of the search. */
function priceOf(way: readonly Hex[], { own, land, names, used }: RoutingGround): number {
  let price = 0;
  way.forEach((at, i) => {
    const before = way[i - 1];
    if (!before) return;
    const key = keyOf(at);
    price += used.has(key) ? cost.route : own.has(key) ? cost.land : land.has(key) ? cost.foreign : cost.sea;
    if (names.has(key) && i < way.length - 1) price += cost.name;
    const earlier = way[i - 2];
    if (earlier && (at.q - before.q !== before.q - earlier.q || at.r - before.r !== before.r - earlier.r))
      price += cost.turn;
  });
  return price;
}

/**
 * The cheapest price by Dijkstra's algorithm in its plainest form: over pairs of hex and heading, the next one found by
 * looking at all. Infinity where there is no way.
 */
function cheapest(from: Hex, to: Hex, on: RoutingGround): number {
  interface State {
    way: Hex[];
    price: number;
    isDone: boolean;
  }
  const states = new Map([['start', { way: [from], price: 0, isDone: false } as State]]);
  for (;;) {
    const open = [...states.values()].filter(({ isDone }) => !isDone);
    const state = open.reduce((best, one) => (one.price < best.price ? one : best), open[0] as State);
    const at = state?.way.at(-1);
    if (!at) return Infinity;
    if (at.q === to.q && at.r === to.r) return state.price;
    state.isDone = true;
    for (const next of ring(at, 1)) {
      const inside =
        next.q >= on.limits.q[0] && next.q <= on.limits.q[1] && next.r >= on.limits.r[0] && next.r <= on.limits.r[1];
      const free = !on.blocked.has(keyOf(next)) || (next.q === to.q && next.r === to.r);
      if (!inside || !free) continue;
      // A way's price does not depend on what lies before its last two steps.
      const way = [...state.way.slice(-2), next];
      const price = state.price + priceOf(way, on) - priceOf(way.slice(0, -1), on);
      const key = `${next.q},${next.r} from ${at.q},${at.r}`;
      if (price < (states.get(key)?.price ?? Infinity)) states.set(key, { way, price, isDone: false });
    }
  }
}

const hexes = disk(4);
const some = (maxLength: number) => fc.subarray(hexes, { maxLength }).map(cellsOf);

/** Grounds of all kinds, walled-in ones among them. */
const grounds = fc.record({
  own: some(20),
  land: some(20),
  used: some(10),
  names: some(8),
  blocked: some(24),
  limits: fc.constant<RoutingGround['limits']>({ q: [-4, 4], r: [-4, 4] }),
});

describe('findRoute', () => {
  test('goes step by step, from end to end, around what blocks', () => {
    const blocked = cellsOf(ring(home, 3).slice(0, 12));
    const way = findRoute(home, { q: 6, r: -3 }, ground({ blocked }));
    expect(way?.[0]).toEqual(home);
    expect(way?.at(-1)).toEqual({ q: 6, r: -3 });
    way?.forEach((at, i) => {
      if (i > 0) expect(distance(at, way[i - 1] ?? at)).toBe(1);
      expect(blocked.has(keyOf(at))).toBe(false);
    });
  });

  test('is as cheap as can be and goes step by step, or says that there is no way', () => {
    fc.assert(
      fc.property(grounds, fc.constantFrom(...hexes), fc.constantFrom(...hexes), (on, from, to) => {
        const way = findRoute(from, to, on);
        expect(way ? priceOf(way, on) : Infinity).toBeCloseTo(cheapest(from, to, on), 9);
        if (!way) return;
        expect([way[0], way.at(-1)]).toEqual([from, to]);
        way.slice(1).forEach((at, i) => {
          expect(distance(at, way[i] as Hex)).toBe(1);
        });
        expect(way.slice(1, -1).some((at) => on.blocked.has(keyOf(at)))).toBe(false);
      }),
    );
  });

  test('prefers a detour over own land and used routes to foreign land', () => {
    const foreign = cellsOf([
      { q: 1, r: 0 },
      { q: 2, r: 0 },
    ]);
    const used = cellsOf([
      { q: 1, r: -1 },
      { q: 2, r: -1 },
      { q: 3, r: -1 },
    ]);
    const way = findRoute(home, { q: 3, r: 0 }, ground({ land: foreign, used }));
    expect(way?.slice(1, -1).every((at) => used.has(keyOf(at)))).toBe(true);
  });

  test('goes around a name, and across it where there is no way around', () => {
    const names = cellsOf([
      { q: 1, r: 0 },
      { q: 2, r: 0 },
    ]);
    const to = { q: 4, r: 0 };
    expect(findRoute(home, to, ground({ names }))?.some((at) => names.has(keyOf(at)))).toBe(false);
    const walled = ground({ names, limits: { q: [0, 4], r: [0, 0] } });
    expect(findRoute(home, to, walled)).toHaveLength(5);
  });

  test('answers null when walled in', () => {
    expect(findRoute(home, { q: 5, r: 0 }, ground({ blocked: cellsOf(ring(home, 1)) }))).toBeNull();
  });

  test('gives up at its limit, and says so', () => {
    const { own: _, land: __, used: ___, ...rest } = ground();
    const router = new Router({ land: [], ...rest }, 20);
    expect(router.find([home, { q: 1, r: 0 }], [0, 0])).toHaveLength(2);
    expect(router.find([home, { q: 9, r: 0 }], [0, 0])).toBe('too far');
    expect(new Router({ land: [], ...rest }).find([home, { q: 9, r: 0 }], [0, 0])).toHaveLength(10);
  });

  test('passes the stops in order', () => {
    const way = findRouteVia([home, { q: 0, r: 4 }, { q: 4, r: 0 }], ground());
    const at = way?.findIndex(({ q, r }) => q === 0 && r === 4) ?? -1;
    expect(at).toBeGreaterThan(0);
    expect(way?.at(-1)).toEqual({ q: 4, r: 0 });
    expect(new Set(way?.map(keyOf)).size).toBe(way?.length);
  });
});

describe('routePath', () => {
  test('a straight way is one line', () => {
    expect(routePath([home, { q: 1, r: 0 }, { q: 2, r: 0 }])).toBe('M0 0L138.6 0');
  });

  test('a turn is one curve between the middles of its steps', () => {
    expect(routePath([home, { q: 1, r: 0 }, { q: 1, r: 1 }])).toBe('M0 0L34.6 0Q69.3 0 86.6 30L103.9 60');
  });

  test('nothing for nothing', () => {
    expect(routePath([])).toBe('');
  });
});
