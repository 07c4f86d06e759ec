import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What is known of a mail whose hand-over a process did not live to note. */
type Trace = 'not-handed' | 'handed' | 'unknown';

/**
 * A file that holds, for the handful of mails on their way, which of them has had its last byte given to the system. Two
 * system calls stand side by side: one writes to the socket, the other to this file. Both survive the death of the
 * process, so that its successor knows what the mail server got. They do not survive the death of the machine, so the
 * file names the boot that it was written under.
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
  const write = (line: string) => void writeSync(open(), `${line}\n`);

  return {
    /** Forgets what was handed over before. Called before the database knows of the claim. */
    begin(claim: string): void {
      ftruncateSync(open());
      write(`${claim} ${bootId()}`);
    },
    /** The last byte of a mail is about to leave. */
    leaving: (user: number) => write(`leaving ${user}`),
    /** It has left. */
    left: (user: number) => write(`left ${user}`),
    /** What a mail's last moment was, by the claim that it was handed over with. */
    traceOf(claim: string | null, user: number): Trace {
      const [head, ...lines] = read(path);
      if (!bootId() || head !== `${claim} ${bootId()}`) return 'unknown';
      if (lines.includes(`left ${user}`)) return 'handed';
      return lines.includes(`leaving ${user}`) ? 'unknown' : 'not-handed';
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

export type Journal = ReturnType<typeof openJournal>;

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Another one after each start of the machine; empty where the system does not say. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
