import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cells, cellsOf, grow, keyOf } from './cells.ts';
import { distance, type Hex, ring } from './hex.ts';
import { cost, type Limits, limitsOf, Router } from './route.ts';
import { routePath } from './smooth.ts';
import { disk } from './testing.ts';

const home = { q: 0, r: 0 };

/** Input of a routing test: two continents, of which the first belongs to both ends, and existing routes. */
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
  const route = router.find(stops, [0, 0]);
  return typeof route === 'string' ? null : route;
}
const findRoute = (from: Hex, to: Hex, on: RoutingGround) => findRouteVia([from, to], on);

/** Computes the cost of a route independently of the search. */
function costOf(route: readonly Hex[], { own, land, names, used }: RoutingGround): number {
  let price = 0;
  route.forEach((at, i) => {
    const before = route[i - 1];
    if (!before) return;
    const key = keyOf(at);
    price += used.has(key) ? cost.route : own.has(key) ? cost.land : land.has(key) ? cost.foreign : cost.sea;
    if (names.has(key) && i < route.length - 1) price += cost.name;
    const earlier = route[i - 2];
    if (earlier && (at.q - before.q !== before.q - earlier.q || at.r - before.r !== before.r - earlier.r))
      price += cost.turn;
  });
  return price;
}

/**
 * Returns the lowest cost by the simplest form of Dijkstra's algorithm: states are pairs of hex and heading, and a
 * linear scan finds the next one. Infinity if there is no route.
 */
function cheapest(from: Hex, to: Hex, on: RoutingGround): number {
  interface State {
    route: Hex[];
    price: number;
    isDone: boolean;
  }
  const states = new Map([['start', { route: [from], price: 0, isDone: false } as State]]);
  for (;;) {
    const open = [...states.values()].filter(({ isDone }) => !isDone);
    const state = open.reduce((best, one) => (one.price < best.price ? one : best), open[0] as State);
    const at = state?.route.at(-1);
    if (!at) return Infinity;
    if (at.q === to.q && at.r === to.r) return state.price;
    state.isDone = true;
    for (const next of ring(at, 1)) {
      const inside =
        next.q >= on.limits.q[0] && next.q <= on.limits.q[1] && next.r >= on.limits.r[0] && next.r <= on.limits.r[1];
      const free = !on.blocked.has(keyOf(next)) || (next.q === to.q && next.r === to.r);
      if (!inside || !free) continue;
      // The cost of a route depends only on its last two steps.
      const route = [...state.route.slice(-2), next];
      const price = state.price + costOf(route, on) - costOf(route.slice(0, -1), on);
      const key = `${next.q},${next.r} from ${at.q},${at.r}`;
      if (price < (states.get(key)?.price ?? Infinity)) states.set(key, { route, price, isDone: false });
    }
  }
}

const hexes = disk(4);
const some = (maxLength: number) => fc.subarray(hexes, { maxLength }).map(cellsOf);

/** Grounds of all kinds, including enclosed ones. */
const grounds = fc.record({
  own: some(20),
  land: some(20),
  used: some(10),
  names: some(8),
  blocked: some(24),
  limits: fc.constant<RoutingGround['limits']>({ q: [-4, 4], r: [-4, 4] }),
});

describe('findRoute', () => {
  test('finds a route of single steps from end to end around blocked hexes', () => {
    const blocked = cellsOf(ring(home, 3).slice(0, 12));
    const route = findRoute(home, { q: 6, r: -3 }, ground({ blocked }));
    expect(route?.[0]).toEqual(home);
    expect(route?.at(-1)).toEqual({ q: 6, r: -3 });
    route?.forEach((at, i) => {
      if (i > 0) expect(distance(at, route[i - 1] ?? at)).toBe(1);
      expect(blocked.has(keyOf(at))).toBe(false);
    });
  });

  test('finds a cheapest route of single steps, or reports that there is none', () => {
    fc.assert(
      fc.property(grounds, fc.constantFrom(...hexes), fc.constantFrom(...hexes), (on, from, to) => {
        const route = findRoute(from, to, on);
        expect(route ? costOf(route, on) : Infinity).toBeCloseTo(cheapest(from, to, on), 9);
        if (!route) return;
        expect([route[0], route.at(-1)]).toEqual([from, to]);
        route.slice(1).forEach((at, i) => {
          expect(distance(at, route[i] as Hex)).toBe(1);
        });
        expect(route.slice(1, -1).some((at) => on.blocked.has(keyOf(at)))).toBe(false);
      }),
    );
  });

  test('prefers a detour over own land and existing routes to foreign land', () => {
    const foreign = cellsOf([
      { q: 1, r: 0 },
      { q: 2, r: 0 },
    ]);
    const used = cellsOf([
      { q: 1, r: -1 },
      { q: 2, r: -1 },
      { q: 3, r: -1 },
    ]);
    const route = findRoute(home, { q: 3, r: 0 }, ground({ land: foreign, used }));
    expect(route?.slice(1, -1).every((at) => used.has(keyOf(at)))).toBe(true);
  });

  test('avoids a name, and crosses it if there is no other route', () => {
    const names = cellsOf([
      { q: 1, r: 0 },
      { q: 2, r: 0 },
    ]);
    const to = { q: 4, r: 0 };
    expect(findRoute(home, to, ground({ names }))?.some((at) => names.has(keyOf(at)))).toBe(false);
    const walled = ground({ names, limits: { q: [0, 4], r: [0, 0] } });
    expect(findRoute(home, to, walled)).toHaveLength(5);
  });

  test('returns `blocked` for an enclosed start', () => {
    expect(findRoute(home, { q: 5, r: 0 }, ground({ blocked: cellsOf(ring(home, 1)) }))).toBeNull();
  });

  test('stops at its limit and reports `too far`', () => {
    const { own: _, land: __, used: ___, ...rest } = ground();
    const router = new Router({ land: [], ...rest }, 20);
    expect(router.find([home, { q: 1, r: 0 }], [0, 0])).toHaveLength(2);
    expect(router.find([home, { q: 9, r: 0 }], [0, 0])).toBe('too far');
    expect(new Router({ land: [], ...rest }).find([home, { q: 9, r: 0 }], [0, 0])).toHaveLength(10);
  });

  test('passes the stops in order', () => {
    const route = findRouteVia([home, { q: 0, r: 4 }, { q: 4, r: 0 }], ground());
    const at = route?.findIndex(({ q, r }) => q === 0 && r === 4) ?? -1;
    expect(at).toBeGreaterThan(0);
    expect(route?.at(-1)).toEqual({ q: 4, r: 0 });
    expect(new Set(route?.map(keyOf)).size).toBe(route?.length);
  });
});

describe('routePath', () => {
  test('draws a straight route as one line', () => {
    expect(routePath([home, { q: 1, r: 0 }, { q: 2, r: 0 }])).toBe('M0 0L138.6 0');
  });

  test('draws a turn as one curve between the midpoints of its steps', () => {
    expect(routePath([home, { q: 1, r: 0 }, { q: 1, r: 1 }])).toBe('M0 0L34.6 0Q69.3 0 86.6 30L103.9 60');
  });

  test('draws nothing for an empty route', () => {
    expect(routePath([])).toBe('');
  });
});
