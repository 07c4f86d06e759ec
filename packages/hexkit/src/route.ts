import { type Cells, hexOf, keyOf } from './cells.ts';
import { Heap } from './heap.ts';
import { DIRECTIONS, distance, type Hex, sameHex } from './hex.ts';

/** What a step onto a hex costs, and what a turn and a hex with a name on it add (design, section 7). */
export const cost = { land: 1, sea: 2, foreign: 3, route: 0.7, turn: 0.15, name: 6 } as const;

/** Where routes run. */
export interface RoutingGround {
  /** Land that costs little: the continents of both ends. */
  own: Cells;
  /** All land; what is not in `own` costs most. */
  land: Cells;
  /** Hexes with a training or lab: only the ends of a route may be among them. */
  blocked: Cells;
  /** Hexes that a name is written on: a route crosses one only where every way around is much longer. */
  names: Cells;
  /** Hexes that routes already use: cheapest, so that routes share their way. */
  used: Cells;
  /** Routes stay within this rectangle of axial rows and columns. */
  limits: { q: [number, number]; r: [number, number] };
}

/** A frame around all cells, with `margin` hexes of sea; the search ignores routes that leave it. */
export function limitsOf(cells: Iterable<number>, margin = 6): RoutingGround['limits'] {
  const limits: RoutingGround['limits'] = { q: [0, 0], r: [0, 0] };
  for (const key of cells) {
    const { q, r } = hexOf(key);
    limits.q = [Math.min(limits.q[0], q - margin), Math.max(limits.q[1], q + margin)];
    limits.r = [Math.min(limits.r[0], r - margin), Math.max(limits.r[1], r + margin)];
  }
  return limits;
}

interface Step {
  hex: Hex;
  /** Direction in which the hex was entered; -1 at the start. */
  heading: number;
  spent: number;
  before: Step | null;
}

/**
 * The cheapest way from one hex to another, both included, or null if there is none.
 *
 * A* (Hart, Nilsson, Raphael 1968) over pairs of hex and heading, since the price of a turn depends on both. The
 * heuristic is the distance times the cheapest step, so that it never overestimates and the result is optimal.
 * Equal costs are settled by the order of insertion: the same ground gives the same route everywhere.
 */
export function findRoute(from: Hex, to: Hex, ground: RoutingGround): Hex[] | null {
  const queue = new Heap<Step>();
  const best = new Map<number, number>();
  queue.push(0, { hex: from, heading: -1, spent: 0, before: null });
  for (let step = queue.pop(); step; step = queue.pop()) {
    if (sameHex(step.hex, to)) return trace(step);
    const state = keyOf(step.hex) * 7 + step.heading + 1;
    const known = best.get(state);
    if (known !== undefined && known <= step.spent) continue;
    best.set(state, step.spent);
    const { hex, heading, spent } = step;
    DIRECTIONS.forEach((move, i) => {
      const next = { q: hex.q + move.q, r: hex.r + move.r };
      const price = enter(next, to, ground);
      if (price === null) return;
      const turn = heading === -1 || heading === i ? 0 : cost.turn;
      const total = spent + price + turn;
      queue.push(total + distance(next, to) * cost.route, { hex: next, heading: i, spent: total, before: step });
    });
  }
  return null;
}

/** The way through all the given hexes in order; null if any leg has no route. */
export function findRouteVia(stops: readonly Hex[], ground: RoutingGround): Hex[] | null {
  const way: Hex[] = stops.slice(0, 1);
  for (let i = 1; i < stops.length; i++) {
    const leg = findRoute(stops[i - 1] as Hex, stops[i] as Hex, ground); // both indexes are below the length
    if (!leg) return null;
    way.push(...leg.slice(1));
  }
  return way;
}

function enter(hex: Hex, goal: Hex, { own, land, blocked, names, used, limits }: RoutingGround): number | null {
  if (hex.q < limits.q[0] || hex.q > limits.q[1] || hex.r < limits.r[0] || hex.r > limits.r[1]) return null;
  const key = keyOf(hex);
  if (blocked.has(key) && !sameHex(hex, goal)) return null;
  const name = names.has(key) && !sameHex(hex, goal) ? cost.name : 0;
  if (used.has(key)) return cost.route + name;
  if (own.has(key)) return cost.land + name;
  return (land.has(key) ? cost.foreign : cost.sea) + name;
}

function trace(last: Step): Hex[] {
  const way: Hex[] = [];
  for (let step: Step | null = last; step; step = step.before) way.push(step.hex);
  return way.reverse();
}
