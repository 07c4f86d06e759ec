import { request } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * Resolves when the program answers HTTP on the socket. The socket listens before the lab runs, so one request that
 * waits in its queue is enough, without polling.
 */
export function waitForHttp(socketPath: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
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

/** Resolves when a program that does not speak HTTP writes the line "ready" to its standard output. */
export function waitForReadyLine(output: Readable | null, timeoutMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let line = '';
    const done = (error?: Error) => {
      clearTimeout(timer);
      output?.off('data', read);
      signal.removeEventListener('abort', aborted);
      if (error) reject(error);
      else resolve();
    };
    const read = (chunk: Buffer) => {
      const lines = (line + chunk.toString()).split('\n');
      line = (lines.pop() ?? '').slice(-100);
      if (lines.includes('ready')) done();
    };
    const aborted = () => done(new Error('it ended'));
    const timer = setTimeout(() => done(new Error('it did not write "ready" in time')), timeoutMs);
    output?.on('data', read);
    signal.addEventListener('abort', aborted);
  });
}
