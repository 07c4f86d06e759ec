import { expect, test } from 'vitest';
import { taskCounts } from './task-counts.ts';

test('names flags, drills and labs separately, without those that a course lacks', () => {
  expect(taskCounts({ flags: 2, drills: 1, labs: 1 })).toEqual(['2 flags', '1 drill', '1 lab']);
  expect(taskCounts({ flags: 0, drills: 0, labs: 2 })).toEqual(['2 labs']);
});

test('shows how many flags are found once there is one', () => {
  expect(taskCounts({ flags: 2, drills: 0, labs: 0 }, 1)).toEqual(['1 of 2 flags']);
});
