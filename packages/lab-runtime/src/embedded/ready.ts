import { request } from 'node:http';

/**
 * Resolves when something answers HTTP on the socket. The socket listens before the lab runs, so one request that
 * waits in its queue is enough, without polling.
 */
export function answers(socketPath: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = request({ socketPath, path: '/', method: 'HEAD', headers: { host: 'lab' }, signal, agent: false });
    const timer = setTimeout(() => probe.destroy(new Error('it did not answer in time')), timeoutMs);
    probe.on('response', (response) => {
      response.resume();
      resolve();
    });
    probe.on('error', reject);
    probe.on('close', () => clearTimeout(timer));
    probe.end();
  });
}
