import type { Files } from './files.ts';
import type { Creds } from './users.ts';

/** State of a process: its credentials, its variables, its folder. */
export interface Frame {
  creds: Creds;
  env: Map<string, string>;
  cwd: string;
  umask: number;
  status: number;
  /** `$0`, `$1` and so on. */
  params: string[];
}

export interface Io {
  stdin: string;
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether it is interactive. */
  terminal: boolean;
}

/** A running program. */
export interface Call {
  args: string[];
  frame: Frame;
  io: Io;
  engine: System;
  depth: number;
}

/** @returns the exit status */
export type Program = (call: Call) => number;

/** System calls of a program. */
export interface System {
  readonly files: Files;
  /** Interactive shells, the innermost last. */
  readonly shells: Frame[];
  /** The time of the machine, in milliseconds. */
  readonly now: () => number;
  /** Lets time pass, in seconds. */
  readonly sleep: (seconds: number) => void;
  /** Counts the cost of a line, and ends one that does too much. */
  spend(steps?: number): void;
  /** Runs a command by its name: a builtin, or a file along PATH. */
  command(call: Call): number;
  /** Finds a name along PATH; a name with a slash is its own path. */
  lookUp(name: string, frame: Frame, path?: string): string | undefined;
  /** Executes a file as the kernel does: with the credentials of its mode. */
  exec(file: string, call: Call): number;
  /** Runs text as a shell, in a new frame. */
  run(text: string, frame: Frame, io: Io, depth: number): number;
}
