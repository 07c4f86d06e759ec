import { vi } from 'vitest';
import type { Answers } from '#lib/testing/fake-api.ts';

const solution = { counter: 4 };

/** Answers challenge requests. Each challenge names the call that it is for. */
export const challenges: Answers = {
  'GET /api/account/pow': ({ query }) => ({ parameters: { path: query.path }, signature: 'of the server' }),
};

/**
 * Replaces the worker that solves challenges with a stub that does no work. If `held`, it waits for the test.
 * @returns function that lets it finish
 */
export function stubSolver({ held = false, fails = false } = {}): () => void {
  const waiting: (() => void)[] = [];
  class Solver {
    onmessage?: (event: { data: unknown }) => void;
    postMessage() {
      const finish = () => this.onmessage?.({ data: fails ? { error: 'no time left' } : solution });
      if (held) waiting.push(finish);
      else queueMicrotask(finish);
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Solver);
  return () => {
    for (const finish of waiting.splice(0)) finish();
  };
}

/** Returns the path that the solved challenge in the X-POW header is for, or undefined without a header. */
export function provenPath({ headers }: { headers: Record<string, string> }): unknown {
  const text = headers['x-pow'];
  if (text === undefined) return undefined;
  const proof = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  return proof.solution.counter === solution.counter ? proof.challenge.parameters.path : undefined;
}
