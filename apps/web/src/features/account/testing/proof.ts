import { vi } from 'vitest';
import type { Answers } from '#lib/testing/fake-api.ts';

const solution = { counter: 4 };

/** The server's challenges, for calls that need a proof of work. Each says for which call it is. */
export const challenges: Answers = {
  'GET /api/account/pow': ({ query }) => ({ parameters: { path: query.path }, signature: 'of the server' }),
};

/**
 * Stands in for the worker that solves challenges, without the work. If it is `held`, it waits for the test.
 * @returns a function that lets it finish
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

/** The call for which the header X-POW holds a solved challenge; undefined without one. */
export function provenPath({ headers }: { headers: Record<string, string> }): unknown {
  const text = headers['x-pow'];
  if (text === undefined) return undefined;
  const proof = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  return proof.solution.counter === solution.counter ? proof.challenge.parameters.path : undefined;
}
