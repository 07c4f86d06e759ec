/** A database in a child process: a query that does not end costs that process and nothing else. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Database } from 'sql.js';
import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';

/** Queries that may wait, and milliseconds that one may take. */
const MAX_WAITING = 60;
const MAX_MS = 1500;

/** Argument that tells the program that it is the child process. */
const DATABASE = 'database';

/** True in the child process. */
export const isDatabaseProcess = (): boolean => process.argv[2] === DATABASE;

/**
 * Returns a function that sends queries to the database, one after another. The first query starts the process, and so does
 * the first one after a process was ended.
 * @param fallbacks what a query returns if there are too many, if it takes too long, and if there is no database
 */
export function createDatabaseClient<Query extends object, Answer>(fallbacks: {
  busy: Answer;
  late: Answer;
  failed: Answer;
}): (query: Query) => Promise<Answer> {
  // Stays the same when a new process fills the database again
  const number = randomInt(1000, 10_000);
  let database: ChildProcess | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function ask(child: ChildProcess, query: Query): Promise<Answer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        database = undefined;
        child.kill('SIGKILL');
        resolve(fallbacks.late);
      }, MAX_MS);
      child.removeAllListeners('message').once('message', (answer: Answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      child.send(query);
    });
  }

  return async (query) => {
    if (waiting >= MAX_WAITING) return fallbacks.busy;
    waiting++;
    const answer = last.then(async () => {
      database ??= await start(number);
      return ask(database, query);
    });
    last = answer.catch(() => {});
    try {
      return await answer;
    } catch {
      return fallbacks.failed;
    } finally {
      waiting--;
    }
  };
}

async function start(number: number): Promise<ChildProcess> {
  const database = fork(fileURLToPath(import.meta.url), [DATABASE, String(number)], { env: {} });
  // A process that ends is noticed because it does not answer
  database.on('error', () => {});
  await Promise.race([once(database, 'message'), once(database, 'exit')]);
  return database;
}

/**
 * Answers queries in the child process. After `fill` the database is read-only, so that no query can drop a table.
 * @param fill gets a four-digit number that differs from instance to instance, for names that a learner cannot guess
 */
export async function serveDatabase<Query>(
  fill: (database: Database, number: number) => void,
  answer: (database: Database, query: Query) => unknown,
): Promise<void> {
  const { Database } = await initSqlJs();
  const database = new Database();
  fill(database, Number(process.argv[3]));
  // SQLite would otherwise use all memory that there is
  database.exec('PRAGMA hard_heap_limit = 33554432; PRAGMA query_only = 1');
  process.on('message', (query: Query) => process.send?.(answer(database, query)));
  process.send?.('ready');
}
