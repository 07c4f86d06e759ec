import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What is known of a mail whose hand-over a process did not live to note. */
export type Trace = 'not-handed' | 'handed' | 'unknown';

/** What the newest mark of a mail says; a mail without one was not handed over. */
const traces = {
  leaving: 'unknown',
  left: 'handed',
  taken: 'handed',
  refused: 'not-handed',
  unanswered: 'unknown',
} as const satisfies Record<string, Trace>;

export type Mark = keyof typeof traces;

/**
 * A file that holds, for the handful of mails on their way, which of them has had its last byte given to the system, and
 * what the mail server has answered. Two system calls stand side by side: one writes to the socket, the other to this
 * file. Both survive the death of the process, so that its successor knows what the mail server got. They do not survive
 * the death of the machine, so the file names the boot that it was written under; and the process that wrote it, because
 * what one that lives knows is not over yet.
 */
export function openJournal(dataDir: string) {
  const folder = join(dataDir, 'announcements');
  const path = join(folder, 'journal');
  let file: number | undefined;
  const open = () => {
    if (file === undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      file = openSync(path, 'a', 0o600);
    }
    return file;
  };
  const write = (line: string) => {
    const bytes = Buffer.from(`${line}\n`);
    // A full disk takes a part of it.
    if (writeSync(open(), bytes) !== bytes.length) throw new Error(`${path} could not be written.`);
  };

  return {
    /** Forgets what was handed over before. Called before the database knows of the claim. */
    begin(claim: string): void {
      ftruncateSync(open());
      write(`${claim} ${bootId()} ${process.pid} ${startOf(process.pid)}`);
    },
    /** `leaving` before the last byte of a mail, `left` behind it; then what came of it. */
    mark: (user: number, mark: Mark) => write(`${mark} ${user}`),
    /** What it knows of the claim that it was written for; null where it can know nothing. */
    read(): { claim: string; traceOf(user: number): Trace } | null {
      // Behind the last line's end stands nothing, or a line that was not finished.
      const [head = '', ...lines] = contents(path).split('\n').slice(0, -1);
      const [claim, boot, pid, start] = head.split(' ');
      if (!claim || !boot || boot !== bootId() || isAnotherThatLives(Number(pid), start)) return null;
      return {
        claim,
        traceOf(user) {
          const marks = lines.map((line) => line.split(' ')).filter(([, of]) => of === String(user));
          const newest = marks.at(-1)?.[0];
          return newest === undefined ? 'not-handed' : (traces[newest as Mark] ?? 'unknown');
        },
      };
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

export type Journal = ReturnType<typeof openJournal>;

/** A file of the system or of ours; empty where it is not there. */
function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Another one after each start of the machine; empty where the system does not say. */
const bootId = () => contents('/proc/sys/kernel/random/boot_id').trim();

/** When a process began, in ticks since the machine did: its number alone may be another's by now. Empty if it is gone. */
const startOf = (pid: number) => contents(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? '';

const isAnotherThatLives = (pid: number, start: string | undefined) => pid !== process.pid && startOf(pid) === start;
