import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Result of a delivery that the process could not record in the database before it died. */
export type DeliveryResult = 'not-sent' | 'sent' | 'unknown';

/** Result by the last mark of a mail. A mail without a mark was not sent. */
const results = {
  leaving: 'unknown',
  left: 'sent',
  taken: 'sent',
  refused: 'not-sent',
  unanswered: 'unknown',
} as const satisfies Record<string, DeliveryResult>;

export type Mark = keyof typeof results;

/**
 * Opens the journal of the batch that is being sent. For each mail of the batch, the file records whether the kernel has
 * its last byte, and what the mail server answered. The write to the socket and the write to this file are two adjacent
 * system calls. Both survive the death of the process, so its successor knows what the mail server received. Neither
 * survives a crash of the machine, so the file contains the boot ID. It also contains the process that wrote it, because
 * the journal of a process that is still running is not final.
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
    // On a full disk, only a part is written.
    if (writeSync(open(), bytes) !== bytes.length) throw new Error(`${path} could not be written.`);
  };

  return {
    /** Starts the journal of a new claim. Call it before the claim is in the database. */
    begin(claim: string): void {
      ftruncateSync(open());
      write(`${claim} ${bootId()} ${process.pid} ${startTimeOf(process.pid)}`);
    },
    /** Records `leaving` before the last byte of a mail, `left` after it, and then the outcome. */
    mark: (user: number, mark: Mark) => write(`${mark} ${user}`),
    /** Returns the results of the journal's claim; null without a journal that is valid and final. */
    read(): { claim: string; resultOf(user: number): DeliveryResult } | null {
      // The part after the last line break is empty or an incomplete line.
      const [head = '', ...lines] = readText(path).split('\n').slice(0, -1);
      const [claim, boot, pid, start] = head.split(' ');
      if (!claim || !boot || boot !== bootId() || isOtherRunningProcess(Number(pid), start)) return null;
      return {
        claim,
        resultOf(user) {
          const marks = lines.map((line) => line.split(' ')).filter(([, userPk]) => userPk === String(user));
          const newest = marks.at(-1)?.[0];
          return newest === undefined ? 'not-sent' : (results[newest as Mark] ?? 'unknown');
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

/** Returns the text of a file; empty if it does not exist. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** ID that changes with each boot of the machine; empty if the system has none. */
const bootId = () => readText('/proc/sys/kernel/random/boot_id').trim();

/**
 * Returns the start time of a process in clock ticks since boot; empty if there is no such process. The process ID alone
 * is not enough, because the system reuses IDs.
 */
const startTimeOf = (pid: number) => readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? '';

const isOtherRunningProcess = (pid: number, start: string | undefined) =>
  pid !== process.pid && startTimeOf(pid) === start;
