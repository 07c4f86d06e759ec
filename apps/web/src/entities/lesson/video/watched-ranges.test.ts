import { describe, expect, it, test } from 'vitest';
import { clockText, spokenClockText } from '#lib/clock-text.ts';
import { lengthOf, rangesBefore, seenBetween, shareSeen, union } from './watched-ranges.ts';

describe('watched ranges', () => {
  test.each([
    [[], [], []],
    [[[0, 5]], [[5, 9]], [[0, 9]]],
    [
      [[0, 5]],
      [[7, 9]],
      [
        [0, 5],
        [7, 9],
      ],
    ],
    [
      [
        [0, 9],
        [20, 30],
      ],
      [[5, 25]],
      [[0, 30]],
    ],
    [[[4, 6]], [[0, 10]], [[0, 10]]],
  ] as [[number, number][], [number, number][], [number, number][]][])(
    'the union of %j and %j is %j',
    (one, other, both) => {
      expect(union(one, other)).toEqual(both);
      expect(union(other, one)).toEqual(both);
    },
  );

  it('sums the lengths of all ranges', () => {
    expect(
      lengthOf([
        [0, 5],
        [10, 11],
      ]),
    ).toBe(6);
  });

  test.each([
    [0, 0.25, []],
    [0.4, 0.6, [[0, 1]]],
    [9.6, 10.4, []],
    [9.4, 10.6, [[9, 11]]],
    [10, 9, []],
    [10, 90, []],
  ] as const)('playing from %f to %f counts %j as watched', (before, now, seen) => {
    expect(seenBetween(before, now)).toEqual(seen);
  });

  it('adds up to the whole video when it is played in small steps', () => {
    let watched = union([], []);
    for (let at = 0; at < 12; at += 0.25) watched = union(watched, seenBetween(at, at + 0.25));
    expect(watched).toEqual([[0, 12]]);
    expect(shareSeen(watched, 12.3)).toBe(1);
    expect(shareSeen([[0, 6]], 12.3)).toBe(0.5);
    expect(shareSeen([], Number.NaN)).toBe(0);
  });
});

test.each([
  [1, [[0, 1]]],
  [2, [[0, 2]]],
  [
    7,
    [
      [0, 2],
      [4, 7],
    ],
  ],
  [
    20,
    [
      [0, 2],
      [4, 9],
    ],
  ],
] as const)('before %i s leaves no range that begins later', (end, left) => {
  expect(
    rangesBefore(
      [
        [0, 2],
        [4, 9],
      ],
      end,
    ),
  ).toEqual(left);
});

test.each([
  [0, '0:00', '0 seconds'],
  [75.9, '1:15', '1 minute 15 seconds'],
  [3601, '1:00:01', '1 hour 1 second'],
])('formats %f as %s, and for screen readers as %s', (seconds, text, words) => {
  expect(clockText(seconds)).toBe(text);
  expect(spokenClockText(seconds)).toBe(words);
});
