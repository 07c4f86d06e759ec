import { expect, it } from 'vitest';
import { SharedReadings } from './shared-readings.ts';

/** Numbers its readings. */
function counting() {
  let now = 0;
  let count = 0;
  const readings = new SharedReadings(() => now);
  const read = () => readings.read('courses', ['/api/training', '/api/subchapter'], async () => ++count);
  return { readings, read, wait: (ms: number) => (now += ms) };
}

it('keeps data for a minute', async () => {
  const { read, wait } = counting();
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  wait(59_999);
  expect(await read()).toBe(1);
  wait(1);
  expect(await read()).toBe(2);
});

it.each([['all'], [['/api/training/xss']], [['/api/subchapter/*']], [['/api/*']]] as const)(
  'reads again after a change of %j',
  async (change) => {
    const { readings, read } = counting();
    await read();
    readings.invalidate(change);
    expect(await read()).toBe(2);
  },
);

it('keeps data that a change does not affect', async () => {
  const { readings, read } = counting();
  await read();
  readings.invalidate(['/api/lab/tide-table', '/api/config/*']);
  expect(await read()).toBe(1);
});

it('keeps neither a failure nor data that was read before a change', async () => {
  const readings = new SharedReadings();
  await expect(readings.read('x', ['/api/a'], () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  let finish = (_: string) => {};
  const slow = readings.read('x', ['/api/a'], () => new Promise<string>((resolve) => (finish = resolve)));
  readings.invalidate('all');
  finish('old');
  expect(await slow).toBe('old');
  expect(await readings.read('x', ['/api/a'], async () => 'new')).toBe('new');
});
