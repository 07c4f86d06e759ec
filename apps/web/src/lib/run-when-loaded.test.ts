import { expect, it, vi } from 'vitest';
import { runWhenLoaded } from './run-when-loaded.ts';

it('runs the callback when the module has loaded, and its clean-up on stop', async () => {
  const [use, end] = [vi.fn(), vi.fn()];
  const stop = runWhenLoaded(Promise.resolve('part'), (part) => {
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

it('does not run the callback after stop', async () => {
  const use = vi.fn();
  runWhenLoaded(Promise.resolve('part'), use)();
  await Promise.resolve();
  expect(use).not.toHaveBeenCalled();
});
