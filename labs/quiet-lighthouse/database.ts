import { randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Database } from 'sql.js';
import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';
import { FLAGGED, lamps, nights } from './lamps.ts';
import type { Question } from './question.ts';

/** A number for a name that can't be guessed from another instance. */
export const newNumber = (): number => randomInt(1000, 10_000);

/** Answers questions until its process ends. It writes nothing after its start, so that nobody can lose a table. */
export async function answerQuestions(number: number): Promise<void> {
  const { Database } = await initSqlJs();
  const database = new Database();
  fill(database, number);
  // SQLite would otherwise grow to as much as there is
  database.exec('PRAGMA hard_heap_limit = 33554432; PRAGMA query_only = 1');
  process.on('message', (question: Question) => process.send?.(isTrue(database, question)));
  process.send?.('ready');
}

function fill(database: Database, number: number): void {
  database.exec(`
    CREATE TABLE lamps (name TEXT, lit INTEGER, remark TEXT);
    CREATE TABLE book_${number} (night TEXT, entry TEXT)`);
  for (const { name, lit, remark } of lamps) {
    database.run('INSERT INTO lamps VALUES (?, ?, ?)', [name, lit, name === FLAGGED ? readFlag('remark') : remark]);
  }
  for (const row of nights(readFlag('book'))) database.run(`INSERT INTO book_${number} VALUES (?, ?)`, row);
}

/** Whether the first row says 1. A sentence that can't be read says nothing of itself. */
function isTrue(database: Database, { sql, values }: Question): boolean {
  try {
    const statement = database.prepare(sql, values);
    try {
      return statement.step() && statement.get()[0] === 1;
    } finally {
      statement.free();
    }
  } catch {
    return false;
  }
}
