import type { Endpoint } from '../runtime.ts';

/** Result of one test. */
export interface TestResult {
  name: string;
  ok: boolean;
  /** Milliseconds. */
  ms: number;
  /** The error; null if it passed. */
  message: string | null;
}

/** The command for the process that runs tests and exploits, as its first message. */
export type Command =
  | {
      type: 'test';
      endpoint: Endpoint;
      flags: Record<string, string>;
      /** Number of tests to skip, because they have run. */
      from: number;
      /** Milliseconds that each test may take. */
      limit: number;
    }
  | { type: 'exploit'; endpoint: Endpoint; limit: number }
  /** Repeats the visits during an attack, until the message `finish`, and then runs them once more. */
  | { type: 'visit'; endpoint: Endpoint; flags: Record<string, string>; limit: number };

/** Later messages to the process. */
export type Reply = ShellReply | { finish: true };

/** Result of a script in the workspace. */
export type ShellReply = { shell: number; output: string } | { shell: number; error: string };

/** Messages of the process. */
export type Report =
  | { kind: 'started'; name: string; of: number }
  | { kind: 'finished'; result: TestResult; isTooLate: boolean }
  | { kind: 'found'; flags: Record<string, string> }
  /** How an exploit without flags ended. Only `blocked` is a repair. */
  | { kind: 'failed'; reason: 'blocked' | 'vulnerable' | 'late' | 'error'; message: string }
  | { kind: 'shell'; shell: number; script: string }
  | { kind: 'done' };
