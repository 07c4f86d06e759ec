import { builtins } from './builtins.ts';
import { FileError, type Files, SETGID, SETUID } from './files.ts';
import { programs } from './programs.ts';
import { runText } from './shell.ts';
import type { Call, Frame, Io, System } from './system.ts';
import type { Creds } from './users.ts';

/** Thrown when a line does too much, so that no line keeps the machine busy for long. */
export class Killed extends Error {
  override name = 'Killed';
}

const STEPS = 4000;
const MILLISECONDS = 1500;
const MAX_DEPTH = 40;

/** Runs programs on a file system. */
export class Engine implements System {
  readonly files: Files;
  readonly shells: Frame[] = [];
  readonly now: () => number;
  readonly sleep: (seconds: number) => void;
  private steps = 0;
  private deadline = 0;

  constructor(files: Files, now: () => number, sleep: (seconds: number) => void) {
    this.files = files;
    this.now = now;
    this.sleep = sleep;
  }

  /** Resets the budget for a new line of input. */
  begin(): void {
    this.steps = STEPS;
    this.deadline = Date.now() + MILLISECONDS;
  }

  spend(steps = 1): void {
    this.steps -= steps;
    if (this.steps < 0 || Date.now() > this.deadline) throw new Killed('Killed');
  }

  command(call: Call): number {
    const name = call.args[0] ?? '';
    const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
    if (builtin) return builtin(call);
    const file = this.lookUp(name, call.frame);
    if (file) return this.exec(file, call);
    call.io.err(
      name.includes('/') ? `bash: ${name}: No such file or directory\n` : `bash: ${name}: command not found\n`,
    );
    return 127;
  }

  lookUp(name: string, { env, cwd, creds }: Frame, path = env.get('PATH') ?? ''): string | undefined {
    const places = name.includes('/') ? [''] : path.split(':').map((folder) => `${folder || '.'}/`);
    for (const place of places) {
      try {
        const node = this.files.find(place + name, cwd, creds);
        if (name.includes('/') || (node.kind === 'file' && this.files.may(node, creds, 1))) return place + name;
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        if (name.includes('/') && error.message !== 'No such file or directory') return name;
      }
    }
    return undefined;
  }

  exec(file: string, call: Call): number {
    this.spend(3);
    const { frame, io, args, depth } = call;
    if (depth > MAX_DEPTH) {
      io.err('bash: fork: Resource temporarily unavailable\n');
      return 254;
    }
    const { creds, cwd } = frame;
    try {
      const node = this.files.find(file, cwd, creds);
      if (node.kind === 'dir') throw new FileError('Is a directory');
      if (!this.files.may(node, creds, 1)) throw new FileError('Permission denied');
      if (!node.program) return this.script(file, node.content, call);
      const lent: Creds = { ...creds, caps: node.caps ?? '' };
      if (node.mode & SETUID) lent.euid = node.uid;
      if (node.mode & SETGID) lent.egid = node.gid;
      const child: Frame = { ...frame, creds: lent, env: new Map(frame.env) };
      const program = programs[node.program];
      if (!program) throw new FileError('cannot execute binary file: Exec format error');
      return program({ args, frame: child, io, engine: this, depth: depth + 1 });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      io.err(`bash: ${file}: ${error.message}\n`);
      return 126;
    }
  }

  /** Runs the interpreter in the first line of a text file, without the special bits of the file's mode. */
  private script(file: string, content: string, call: Call): number {
    const [, interpreter = '/bin/sh', option = ''] = /^#!\s*(\S+)[ \t]*(.*)/.exec(content) ?? [];
    const args = [interpreter, ...(option ? [option.trim()] : []), file, ...call.args.slice(1)];
    return this.exec(interpreter, { ...call, args, depth: call.depth + 1 });
  }

  run(text: string, frame: Frame, io: Io, depth: number): number {
    return runText(text, { args: [], frame, io, engine: this, depth });
  }
}
