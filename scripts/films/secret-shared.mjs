// A secret in the open: a Diffie-Hellman exchange with p = 23 and g = 5, step by step.
import { colour, ease, shown } from './stage.mjs';

const modulus = 23;
const base = 5;

/** Returns a base and its powers, one step after the other: [5, 2, 10, …] for walk(5, 9). */
export function walk(from, steps) {
  const stops = [];
  let at = 1;
  for (let step = 0; step < steps; step += 1) {
    at = (at * from) % modulus;
    stops.push(at);
  }
  return stops;
}

/** Returns the last number of a walk. */
export const end = (from, steps) => walk(from, steps).at(-1);

/** Draws base and exponent, the exponent small and raised, then the rest of the line. */
export function power(s, from, steps, rest, x, y, { size = 28, fill = colour.ink, stepFill = fill } = {}) {
  s.mono(`${from}`, x, y, { size, fill });
  x += `${from}`.length * size * 0.6;
  s.mono(`${steps}`, x + 2, y - size * 0.4, { size: size * 0.68, fill: stepFill });
  x += `${steps}`.length * size * 0.41 + 4;
  s.mono(rest, x, y, { size, fill });
}

export const ida = { steps: 9, sends: end(base, 9) };
export const jon = { steps: 14, sends: end(base, 14) };
const shared = end(jon.sends, ida.steps);

const left = [190, 270];
const ear = [640, 270];
const right = [1090, 270];

/** Draws a dial with the numbers from 1 to 22, and the hops of a walk over it. */
function dial(s, x, y, r, stops, done) {
  const place = (number) => {
    const angle = ((number - 1) / (modulus - 1)) * 2 * Math.PI - Math.PI / 2;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  };
  s.depths([[x, y, r - 40]]);
  let from = place(1);
  stops.forEach((stop, index) => {
    const part = Math.min(1, Math.max(0, done - index));
    if (part > 0) s.rule([from, place(stop)], { stroke: colour.violet, width: 2, progress: part });
    from = place(stop);
  });
  for (let number = 1; number < modulus; number += 1) {
    const [px, py] = place(number);
    const at = stops.indexOf(number);
    const reached = at >= 0 && done >= at + 1;
    const last = reached && at === stops.length - 1;
    const hue = last ? colour.beacon : reached ? colour.violet : colour.line;
    s.hex(px, py, 24, { fill: last ? colour.beacon : colour.surface, stroke: hue });
    s.mono(`${number}`, px, py + 8, {
      size: 22,
      align: 'center',
      fill: last ? colour.sea : reached ? colour.ink : colour.ink3,
    });
  }
}

/** Draws one row of hexes, lit from left to right. */
function chain(s, stops, x, y, done, hue) {
  const step = 74;
  stops.forEach((stop, index) => {
    const last = index === stops.length - 1;
    s.fade(Math.min(1, Math.max(0, done - index)), () => {
      if (index > 0)
        s.rule(
          [
            [x + (index - 1) * step + 26, y],
            [x + index * step - 26, y],
          ],
          { stroke: colour.line },
        );
      s.hex(x + index * step, y, 28, {
        fill: last ? colour.phosphor : colour.surface,
        stroke: last ? colour.phosphor : hue,
      });
      s.mono(`${stop}`, x + index * step, y + 9, {
        size: 24,
        align: 'center',
        fill: last ? colour.sea : colour.ink,
      });
    });
  });
}

/** Draws the two people and the listener between them. */
function room(s, live) {
  s.depths([left, ear, right].map(([x, y]) => [x, y, 50]));
  s.rule([left, right], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  s.place(...left, { icon: 'browser', name: 'Ida', r: 50 });
  s.place(...right, { icon: 'browser', name: 'Jon', hue: colour.violet, r: 50 });
  s.place(...ear, { icon: 'eye', hue: colour.coral, r: 50, live });
}

/** Draws a packet that moves from one end, past the listener, to the other end. */
function across(s, t, at, from, to, words, hue) {
  s.packet(from, ear, ease(t, at, at + 1.4), words, hue, 74);
  s.packet(ear, to, ease(t, at + 1.4, at + 2.8), words, hue, 74);
}

// The prime of group 14 of RFC 3526, 2048 bits: 512 digits in hex, 617 in decimal.
const prime = [
  'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74',
  '020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437',
  '4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed',
  'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf05',
  '98da48361c55d39a69163fa8fd24cf5f83655d23dca3ad961c62f356208552bb',
  '9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b',
  'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf695581718',
  '3995497cea956ae515d2261898fa051015728e5a8aacaa68ffffffffffffffff',
].join('');

export const film = {
  out: 'curriculum/behind-the-lock/a-secret-across-the-room/videos/a-secret-in-the-open',
  poster: 35,
  bitrate: 50_000,
  scenes: [
    {
      title: 'A public rule',
      length: 13,
      captions: [
        [
          0.3,
          5.6,
          'A dial with the numbers from 1 to 22. Each step\nmultiplies by five and keeps the remainder of 23.',
        ],
        [5.8, 9.6, 'Five. Then 25, less 23, which is 2.\nThen 10. Then 50, less 46, which is 4.'],
        [9.8, 12.8, 'The rule is public. After nine steps\nthe walk arrives at 11.'],
      ],
      draw(s, t) {
        const stops = walk(base, ida.steps);
        const done = t < 5.8 ? ease(t, 1.6, 2.6) * (t > 1.6 ? 1 : 0) : 1 + (stops.length - 1) * ease(t, 5.8, 11);
        dial(s, 360, 356, 190, stops, done);
        s.card(690, 150, 500, 416, { stroke: colour.violet });
        s.mono('TIMES 5, BELOW 23', 722, 192, { size: 18, fill: colour.ink3, spacing: 2 });
        stops.forEach((stop, index) => {
          const before = index === 0 ? 1 : stops[index - 1];
          const product = before * base;
          s.fade(Math.min(1, Math.max(0, done - index)), () => {
            const y = 234 + index * 38;
            const hue = index === stops.length - 1 ? colour.beacon : colour.ink;
            s.mono(`${index + 1}`, 746, y, { size: 20, fill: colour.ink3, align: 'right' });
            s.mono(`${before} · ${base} = ${product}`, 780, y, { size: 25, fill: colour.ink2 });
            if (product !== stop) s.mono(`− ${product - stop}`, 992, y, { size: 25, fill: colour.ink3 });
            s.mono(`${stop}`, 1140, y, { size: 25, fill: hue, align: 'right' });
          });
        });
      },
    },
    {
      title: 'Two secret numbers',
      length: 12,
      captions: [
        [0.3, 4.6, 'Ida chooses a number of steps, 9, and walks them.\nShe calls out only the last number: 11.'],
        [4.8, 8.6, 'Jon chooses 14. His walk ends at 13,\nand he calls out 13.'],
        [8.8, 11.8, 'The whole room has heard four numbers.\nBut not 9 and not 14: these stayed secret.'],
      ],
      draw(s, t) {
        room(s, (t > 2.6 && t < 4) || (t > 6.8 && t < 8.2));
        s.fade(shown(t, 0.6), () => s.chip(`${ida.steps} steps`, left[0], 424, colour.beacon, 26));
        s.fade(shown(t, 4.9), () => s.chip(`${jon.steps} steps`, right[0], 424, colour.beacon, 26));
        s.fade(shown(t, 1.1), () =>
          power(s, base, ida.steps, ` → ${ida.sends}`, 126, 512, { size: 32, stepFill: colour.beacon }),
        );
        s.fade(shown(t, 5.4), () =>
          power(s, base, jon.steps, ` → ${jon.sends}`, 1020, 512, { size: 32, stepFill: colour.beacon }),
        );
        across(s, t, 1.6, left, right, `${ida.sends}`, colour.blue);
        across(s, t, 5.8, right, left, `${jon.sends}`, colour.violet);
        s.card(400, 372, 480, 194, { stroke: colour.coral });
        s.mono('HEARD', 432, 410, { size: 18, fill: colour.ink3, spacing: 2 });
        s.mono('the dial: 23, times 5', 432, 456, { size: 25 });
        s.fade(shown(t, 3), () => s.mono(`Ida: ${ida.sends}`, 432, 496, { size: 25, fill: colour.blue }));
        s.fade(shown(t, 7.2), () => s.mono(`Jon: ${jon.sends}`, 432, 536, { size: 25, fill: colour.violet }));
      },
    },
    {
      title: 'One number at both ends',
      length: 13,
      captions: [
        [0.3, 4.6, 'Ida starts again and multiplies by Jon’s 13,\nnine times, because nine is her secret.'],
        [4.8, 9, 'Jon multiplies by Ida’s 11, fourteen times.\nBoth arrive at 3.'],
        [9.2, 12.8, 'Nine times fourteen, or fourteen times nine:\nit was 126 steps of five, both times.'],
      ],
      draw(s, t) {
        const hers = walk(jon.sends, ida.steps);
        const his = walk(ida.sends, jon.steps);
        s.fade(shown(t, 0.3), () => {
          s.text('Ida', 110, 196, { size: 28, weight: 600, fill: colour.blue });
          power(s, jon.sends, ida.steps, '', 180, 196, { size: 28, stepFill: colour.beacon });
        });
        chain(s, hers, 138, 248, hers.length * ease(t, 0.8, 4.4), colour.blue);
        s.fade(shown(t, 4.6), () => {
          s.text('Jon', 110, 356, { size: 28, weight: 600, fill: colour.violet });
          power(s, ida.sends, jon.steps, '', 180, 356, { size: 28, stepFill: colour.beacon });
        });
        chain(s, his, 138, 408, his.length * ease(t, 5, 8.8), colour.violet);
        s.fade(shown(t, 9.2), () => {
          s.card(110, 482, 1060, 88, { stroke: colour.phosphor });
          s.pieces(
            [
              [`${jon.steps} · ${ida.steps}`, colour.beacon],
              [' = ', colour.ink3],
              [`${ida.steps} · ${jon.steps}`, colour.beacon],
              [` = ${ida.steps * jon.steps} steps of ${base}`, colour.ink2],
              ['   →   ', colour.ink3],
              [`${shared}`, colour.phosphor],
            ],
            190,
            536,
            30,
          );
        });
      },
    },
    {
      title: 'The listener’s problem',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          'The listener multiplies the two numbers: 11 times 13.\nThat adds the steps. It does not multiply them.',
        ],
        [5, 9, 'On such a small dial you simply count:\n11 comes after nine steps, so the secret is 9.'],
        [
          9.2,
          14.8,
          'Real systems use a prime like this instead of 23.\nIt has 617 decimal digits. No machine can count so far.',
        ],
      ],
      draw(s, t) {
        s.fade(shown(t, 0, 9.1), () => {
          s.depths([[210, 300, 50]]);
          s.place(210, 300, { icon: 'eye', name: 'the listener', hue: colour.coral, r: 50, live: t > 5 });
          s.card(390, 180, 780, 140, { stroke: colour.line });
          s.fade(shown(t, 1), () => {
            const product = (ida.sends * jon.sends) % modulus;
            s.pieces(
              [
                [`${ida.sends} · ${jon.sends} = ${ida.sends * jon.sends}`],
                ['  →  ', colour.ink3],
                [`${product}`, colour.coral],
                [', and not ', colour.ink3],
                [`${shared}`, colour.phosphor],
              ],
              424,
              236,
              30,
            );
            s.mono(`${ida.steps} + ${jon.steps} = ${ida.steps + jon.steps} steps, one round and 1`, 424, 286, {
              size: 25,
              fill: colour.ink3,
            });
          });
          s.card(390, 352, 780, 150, { stroke: t > 8 ? colour.coral : colour.line });
          s.fade(shown(t, 5), () => {
            s.mono(`how many steps to ${ida.sends}?`, 424, 404, { size: 25, fill: colour.ink2 });
            walk(base, ida.steps).forEach((stop, index, all) => {
              s.fade(shown(t, 5.4 + index * 0.3, Infinity, 0.2), () => {
                const last = index === all.length - 1;
                s.hex(446 + index * 82, 454, 27, { fill: last ? colour.coral : colour.surface, stroke: colour.coral });
                s.mono(`${stop}`, 446 + index * 82, 463, {
                  size: 23,
                  align: 'center',
                  fill: last ? colour.sea : colour.ink,
                });
              });
            });
          });
        });
        s.fade(shown(t, 9.2), () => {
          s.card(110, 150, 1060, 420, { stroke: colour.violet });
          s.mono('A PRIME IN USE: 2048 BITS, IN HEX', 146, 194, { size: 18, fill: colour.ink3, spacing: 2 });
          for (let line = 0; line < 8; line += 1) {
            s.fade(shown(t, 9.4 + line * 0.15), () => {
              s.mono(prime.slice(line * 64, line * 64 + 64), 640, 244 + line * 41, {
                size: 25,
                align: 'center',
                fill: colour.ink2,
              });
            });
          }
        });
      },
    },
  ],
};
