import type { Endpoint } from '../runtime.ts';

/** What became of one test. */
export interface TestResult {
  name: string;
  ok: boolean;
  /** Milliseconds. */
  ms: number;
  /** What was wrong; null when it passed. */
  message: string | null;
}

/** What the process that runs tests and exploits is told, as its first message. */
export type Order =
  | {
      do: 'test';
      endpoint: Endpoint;
      flags: Record<string, string>;
      /** How many tests are left out, because they have run. */
      from: number;
      /** Milliseconds that each may take. */
      limit: number;
    }
  | { do: 'exploit'; endpoint: Endpoint; limit: number };

/** What it is told while it runs. */
export type Reply = { shell: number; output: string } | { shell: number; error: string };

/** What it tells. */
export type Report =
  | { kind: 'begins'; name: string; of: number }
  | { kind: 'tested'; result: TestResult }
  | { kind: 'found'; flags: Record<string, string> }
  | { kind: 'failed'; message: string; isLate: boolean }
  | { kind: 'shell'; shell: number; script: string }
  | { kind: 'done' };
