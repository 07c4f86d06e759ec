import { describe, expect, it } from 'vitest';
import { computeStreak } from './streak.policy.ts';

const today = '2026-03-20';
const dayMs = 86_400_000;
/** Returns the date `days` days before today. */
const ago = (days: number): string => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
/** Returns the dates from `from` to `to` days before today. */
const span = (from: number, to: number): string[] => Array.from({ length: from - to + 1 }, (_, i) => ago(from - i));

const none = { days: 0, today: false, freezes_left: 0, best: 0, frozen: [] as string[] };

describe('streak', () => {
  it.each([
    ['nothing was ever done', [], none],
    ['only today', [ago(0)], { ...none, days: 1, today: true, best: 1 }],
    ['only yesterday: today is not over', [ago(1)], { ...none, days: 1, best: 1 }],
    ['the day before yesterday', [ago(2)], { ...none, best: 1 }],
    ['three days up to today', span(2, 0), { ...none, days: 3, today: true, best: 3 }],
    ['six days earn nothing', span(5, 0), { ...none, days: 6, today: true, best: 6 }],
    ['seven days earn a freeze', span(6, 0), { ...none, days: 7, today: true, best: 7, freezes_left: 1 }],
    ['never more than two', span(29, 0), { ...none, days: 30, today: true, best: 30, freezes_left: 2 }],
    [
      'a missed day uses a freeze and the streak continues',
      [...span(9, 3), ...span(1, 0)],
      { days: 9, today: true, best: 9, freezes_left: 0, frozen: [ago(2)] },
    ],
    [
      'a missed yesterday uses a freeze before any activity today',
      span(8, 2),
      { days: 7, today: false, best: 7, freezes_left: 0, frozen: [ago(1)] },
    ],
    [
      'two freezes fill two days',
      [...span(17, 4), ...span(1, 0)],
      { days: 16, today: true, best: 16, freezes_left: 0, frozen: [ago(3), ago(2)] },
    ],
    ['three missed days are one too many', [...span(17, 4), ago(0)], { ...none, days: 1, today: true, best: 14 }],
    [
      'a gap without a freeze resets the streak',
      [...span(9, 5), ...span(2, 0)],
      { ...none, days: 3, today: true, best: 5 },
    ],
    [
      'a streak with a freeze earns the next one after fourteen days',
      [...span(14, 8), ...span(6, 0)],
      { days: 14, today: true, best: 14, freezes_left: 1, frozen: [ago(7)] },
    ],
    ['ignores days in the future', [ago(0), ago(-1)], { ...none, days: 1, today: true, best: 1 }],
  ])('%s', (_, days, expected) => {
    expect(computeStreak(days, today)).toEqual(expected);
  });
});
