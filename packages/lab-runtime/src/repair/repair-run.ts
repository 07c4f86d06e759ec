import type { LoadedLab } from '../lab.ts';
import type { LabRuntime, PreparedLab } from '../runtime.ts';
import type { TestResult } from './runner-messages.ts';

/** Results of the tests and the exploit of a lab for a copy of it. */
export interface RepairRun {
  /** Output of the compiler; null if the copy was built. */
  buildError: string | null;
  tests: TestResult[];
  /** `works`: it found a flag or proved the vulnerability to be open. `fails`: it was blocked. `not_run`: it has no result. */
  exploit: 'works' | 'fails' | 'not_run';
  /** Why the exploit found no flag, in its own words; null if it found one or did not run. For authors, not for learners. */
  exploitError: string | null;
  /** Every test passes, also the visits during and after the attack, and the exploit fails. */
  repaired: boolean;
}

export interface RepairLimits {
  /** Milliseconds that one test may take. */
  test: number;
  exploit: number;
  /** Milliseconds for the whole run, including building and starting. */
  whole: number;
}

/** State of one run of a repair. */
export interface Run {
  runtime: LabRuntime;
  lab: LoadedLab;
  copy: PreparedLab;
  /** The script that runs tests and exploit. */
  runner: string;
  limits: RepairLimits;
  deadline: number;
  signal: AbortSignal | undefined;
}
