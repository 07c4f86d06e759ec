import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one object of `process.nextTick` for the life of the process. Without it, a garbage collection in an idle moment
 * removes V8's description of the shape of these objects, and from then on V8 creates each of them slowly: that takes a tenth
 * of the time of an answer from a cache (`npm run bench -- api`). Call it as soon as the process starts.
 */
export function keepTickObject(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource());
  });
}
