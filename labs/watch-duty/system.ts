import type { Files } from './files.ts';
import type { Creds } from './users.ts';

/** What a process has: its power, its variables, where it is. */
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
  /** Whether somebody sits in front of it. */
  terminal: boolean;
}

/** A program that is being run. */
export interface Call {
  args: string[];
  frame: Frame;
  io: Io;
  engine: System;
  depth: number;
}

/** @returns what `$?` will be */
export type Program = (call: Call) => number;

/** What a program may ask of the machine that runs it. */
export interface System {
  readonly files: Files;
  /** Shells in front of which somebody sits, the innermost last. */
  readonly shells: Frame[];
  /** The time of the machine, in milliseconds. */
  readonly now: () => number;
  /** Lets time pass, in seconds. */
  readonly sleep: (seconds: number) => void;
  /** Counts what a line costs, and ends one that does too much. */
  spend(steps?: number): void;
  /** Runs what a shell calls by its name: something of its own, or a file along PATH. */
  command(call: Call): number;
  /** Where a name leads along PATH; a name with a slash leads to itself. */
  lookUp(name: string, frame: Frame, path?: string): string | undefined;
  /** Starts a file as the kernel does: with the power that its mode lends. */
  exec(file: string, call: Call): number;
  /** Runs text as a shell, in a frame that is its own. */
  run(text: string, frame: Frame, io: Io, depth: number): number;
}
