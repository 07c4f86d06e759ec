import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newNumber } from './database.ts';
import type { Question } from './question.ts';

/** Questions that may wait, and how long one may take, in milliseconds. */
const MOST_WAITING = 60;
const LONGEST = 1500;

/** The name of the database's process in `argv`. */
export const DATABASE = 'database';

/** Stays the same when a new process makes the database again. */
const number = newNumber();
let line: ChildProcess | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Whether the answer is yes; undefined where there was none. The database lives in a process of its own: a question without
 * an end costs that process and nothing else.
 */
export async function ask(question: Question): Promise<boolean | undefined> {
  if (waiting >= MOST_WAITING) return undefined;
  waiting++;
  const answer = last.then(async () => {
    line ??= await connect();
    return askOn(line, question);
  });
  last = answer.catch(() => {});
  try {
    return await answer;
  } catch {
    return undefined;
  } finally {
    waiting--;
  }
}

function askOn(database: ChildProcess, question: Question): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      line = undefined;
      database.kill('SIGKILL');
      resolve(undefined);
    }, LONGEST);
    database.removeAllListeners('message').once('message', (answer: boolean) => {
      clearTimeout(timer);
      resolve(answer);
    });
    database.send(question);
  });
}

async function connect(): Promise<ChildProcess> {
  const database = fork(fileURLToPath(import.meta.url), [DATABASE, String(number)], { env: {} });
  // A process that dies is noticed when it doesn't answer
  database.on('error', () => {});
  await Promise.race([once(database, 'message'), once(database, 'exit')]);
  return database;
}
