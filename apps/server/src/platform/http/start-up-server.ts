import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface StartUpAddress {
  host: string;
  port: number;
}

/** Messages of the thread. */
export type StartUpMessage = 'listening' | 'closed' | { failed: { code: string | undefined; message: string } };

export interface StartUpServer {
  /** Frees the port. Resolves at once if it is already closed. */
  close(): Promise<void>;
}

const builtScript = new URL('./start-up.worker.js', import.meta.url);

/**
 * Listens on the platform's port while the platform starts: `/healthz` answers 200, and everything else, also `/readyz`,
 * 503. Runs in a thread of its own.
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function openStartUpServer(address: StartUpAddress, script = builtScript): Promise<StartUpServer> {
  const worker = new Worker(script, { workerData: address });
  worker.unref();
  const [message] = (await once(worker, 'message')) as [StartUpMessage];
  if (typeof message === 'object') {
    await worker.terminate();
    throw Object.assign(new Error(message.failed.message), { code: message.failed.code });
  }
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const answer = once(worker, 'message');
    worker.postMessage('close');
    await answer;
    await worker.terminate();
  };
  return {
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
