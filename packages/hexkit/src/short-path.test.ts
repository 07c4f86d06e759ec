import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenPath } from './short-path.ts';

interface Segment {
  to: { x: number; y: number };
  control?: { x: number; y: number };
}

/** Reads path data with the commands M, L, Q, T and Z, absolute or relative, into absolute segments. */
function segmentsOf(d: string): Segment[] {
  const segments: Segment[] = [];
  let [at, start] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  let control: Segment['control'];
  for (const [, command = '', text = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = command.toLowerCase();
    const numbers = (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const size = { m: 2, l: 2, t: 2, q: 4 }[kind] ?? 0;
    if (kind === 'z') {
      at = start;
      control = undefined;
      segments.push({ to: at });
    }
    for (let i = 0; i < numbers.length; i += size) {
      const from = command === kind ? at : { x: 0, y: 0 };
      const points = Array.from({ length: size / 2 }, (_, n) => ({
        x: from.x + (numbers[i + 2 * n] ?? Number.NaN),
        y: from.y + (numbers[i + 2 * n + 1] ?? Number.NaN),
      }));
      const to = points.at(-1) ?? at;
      if (kind === 'q') control = points[0];
      else if (kind === 't') control = control ? { x: 2 * at.x - control.x, y: 2 * at.y - control.y } : at;
      else control = undefined;
      segments.push({ to, ...(control ? { control } : {}) });
      at = to;
      if (kind === 'm' && i === 0) start = at;
    }
  }
  return segments;
}

/** Path data as hexkit writes it, with one decimal. */
const coordinate = fc.integer({ min: -30_000, max: 30_000 }).map((tenths) => tenths / 10);
const point = fc.tuple(coordinate, coordinate).map(([x, y]) => `${x} ${y}`);
const line = fc.tuple(
  point,
  fc.array(
    fc.oneof(
      point.map((to) => `L${to}`),
      fc.tuple(point, point).map(([at, to]) => `Q${at} ${to}`),
    ),
    { maxLength: 20 },
  ),
  fc.constantFrom('', 'Z'),
);
const path = fc
  .array(line, { maxLength: 4 })
  .map((lines) => lines.map(([from, to, end]) => `M${from}${to.join('')}${end}`).join(''));

it('keeps every point and every control point', () => {
  fc.assert(
    fc.property(path, (d) => {
      // Lines that are not closed may be joined if they meet.
      const before = segmentsOf(d.includes('Z') ? d : `${d}M0 0Z`);
      const after = segmentsOf(shortenPath(d.includes('Z') ? d : `${d}M0 0Z`));
      expect(after).toHaveLength(before.length);
      for (const [i, { to, control }] of before.entries()) {
        expect(after[i]?.to.x).toBeCloseTo(to.x, 5);
        expect(after[i]?.to.y).toBeCloseTo(to.y, 5);
        expect(after[i]?.control?.x).toEqual(control && expect.closeTo(control.x, 5));
        expect(after[i]?.control?.y).toEqual(control && expect.closeTo(control.y, 5));
      }
    }),
  );
});

it('leaves out the control points of a smooth curve, and keeps them within a third of a unit', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 60 }), (controls) => {
      const round = (value: number) => Math.round(value * 10) / 10;
      const middle = (i: number) => {
        const [[ax, ay], [bx, by]] = [controls[i] ?? [0, 0], controls[(i + 1) % controls.length] ?? [0, 0]];
        return `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`;
      };
      const d = `M${middle(controls.length - 1)}${controls.map(([x, y], i) => `Q${x} ${y} ${middle(i)}`).join('')}Z`;
      const [before, after] = [segmentsOf(d), segmentsOf(shortenPath(d))];
      for (const [i, { to, control }] of before.entries()) {
        expect(after[i]?.to.x).toBeCloseTo(to.x, 5);
        const [dx, dy] = [
          (after[i]?.control?.x ?? 0) - (control?.x ?? 0),
          (after[i]?.control?.y ?? 0) - (control?.y ?? 0),
        ];
        expect(Math.hypot(dx, dy)).toBeLessThan(0.31);
      }
      expect(shortenPath(d)).toContain('t');
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['M0 0L10 0L10 10L0 10Z', 'M0 0l10 0 0 10-10 0z'],
  ['M1.5 0.5L1.5 1Z M0 0L0.5 0.5', 'M1.5.5l0 .5zm-1.5-.5.5.5'],
  ['M0 0L1 0M1 0L1 1', 'M0 0l1 0 0 1'],
  ['M0 0M0 1M0 2', 'M0 0m0 1m0 1'],
  ['M0 0A5 5 0 0 1 10 10', 'M0 0A5 5 0 0 1 10 10'],
  ['', ''],
])('shortens %s to %s', (d, short) => {
  expect(shortenPath(d)).toBe(short);
});
