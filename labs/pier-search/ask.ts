import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer } from './answer.ts';
import { newNumber } from './database.ts';
import type { Question } from './question.ts';

/** Questions that may wait, and how long one may take, in milliseconds. */
const MOST_WAITING = 60;
const LONGEST = 1500;

/** The name of the database's process in `argv`. */
export const DATABASE = 'database';

/** Stays the same when a new process makes the database again. */
const number = newNumber();
let clerk: ChildProcess | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Asks the database, which lives in a process of its own: a question without an end costs that process and nothing else. */
export async function ask(question: Question): Promise<Answer> {
  if (waiting >= MOST_WAITING) return { error: 'too many questions at once' };
  waiting++;
  const answer = last.then(async () => {
    clerk ??= await hire();
    return askClerk(clerk, question);
  });
  last = answer.catch(() => {});
  try {
    return await answer;
  } catch {
    return { error: 'nobody is in' };
  } finally {
    waiting--;
  }
}

function askClerk(database: ChildProcess, question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      clerk = undefined;
      database.kill('SIGKILL');
      resolve({ error: 'interrupted, it took too long' });
    }, LONGEST);
    database.removeAllListeners('message').once('message', (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    database.send(question);
  });
}

async function hire(): Promise<ChildProcess> {
  const database = fork(fileURLToPath(import.meta.url), [DATABASE, String(number)], { env: {} });
  // A process that dies is noticed when it doesn't answer
  database.on('error', () => {});
  await Promise.race([once(database, 'message'), once(database, 'exit')]);
  return database;
}
