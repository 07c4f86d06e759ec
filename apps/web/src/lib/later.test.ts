import { expect, it, vi } from 'vitest';
import { later } from './later.ts';

it('uses the part when it has come, and ends that later', async () => {
  const [use, end] = [vi.fn(), vi.fn()];
  const stop = later(Promise.resolve('part'), (part) => {
    use(part);
    return end;
  });
  expect(use).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(use).toHaveBeenCalledWith('part');
  expect(end).not.toHaveBeenCalled();
  stop();
  expect(end).toHaveBeenCalledOnce();
});

it('does nothing with a part that is no longer wanted', async () => {
  const use = vi.fn();
  later(Promise.resolve('part'), use)();
  await Promise.resolve();
  expect(use).not.toHaveBeenCalled();
});
