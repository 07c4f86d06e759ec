import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

/** Workers are real processes in e2e/workers.test.ts. Here one only records what it is sent. */
class RecordingWorker extends EventEmitter {
  readonly process = { pid: 1, kill: () => true };
  readonly sent: unknown[] = [];
  isConnected = () => true;
  send = (message: unknown) => this.sent.push(message);
}

afterEach(() => vi.restoreAllMocks());

it('answers a question of a worker, or says why there is no answer', async () => {
  const worker = new RecordingWorker();
  vi.spyOn(cluster, 'setupPrimary').mockImplementation(() => {});
  vi.spyOn(cluster, 'fork').mockReturnValue(worker as never);
  const pool = createWorkerPool({
    ...{ count: 1, script: '', settings: { databaseUrl: '', socketPath: '', paddle: null }, log: () => {} },
    answer: async (question) => {
      if (question === 'known') return 'the answer';
      throw new Error('The disk cannot be read.');
    },
  });
  const started = pool.start();
  worker.emit('message', { type: 'ready' });
  await started;
  worker.emit('message', { type: 'ask', id: 1, question: 'known' });
  worker.emit('message', { type: 'ask', id: 2, question: 'other' });
  await expect
    .poll(() => worker.sent)
    .toEqual([
      { type: 'answer', id: 1, value: 'the answer' },
      { type: 'answer', id: 2, problem: 'The disk cannot be read.' },
    ]);
});
