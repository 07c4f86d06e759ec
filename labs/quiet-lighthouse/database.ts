import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Database } from 'sql.js';
import { createDatabaseClient, serveDatabase } from '../shared/database-process.ts';
import { FLAGGED, lamps, nights } from './lamps.ts';
import type { Question } from './question.ts';

/** Asks the database, which runs in a child process. Returns undefined if there is no answer. */
export const ask = createDatabaseClient<Question, boolean | undefined>({
  busy: undefined,
  late: undefined,
  failed: undefined,
});

/** Answers questions in the child process. */
export const answerQuestions = () => serveDatabase(fill, isTrue);

function fill(database: Database, number: number): void {
  database.exec(`
    CREATE TABLE lamps (name TEXT, lit INTEGER, remark TEXT);
    CREATE TABLE book_${number} (night TEXT, entry TEXT)`);
  for (const { name, lit, remark } of lamps) {
    database.run('INSERT INTO lamps VALUES (?, ?, ?)', [name, lit, name === FLAGGED ? readFlag('remark') : remark]);
  }
  for (const row of nights(readFlag('book'))) database.run(`INSERT INTO book_${number} VALUES (?, ?)`, row);
}

/** Returns whether the first value of the first row is 1; false for a statement that fails, without its error. */
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
