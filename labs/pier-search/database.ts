import { randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Database } from 'sql.js';
import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';
import type { Answer, Cell } from './answer.ts';
import { cards } from './cargo.ts';
import type { Question } from './question.ts';

const MOST_ROWS = 100;
const LONGEST_CELL = 2000;

/** Answers questions until its process ends. It writes nothing after its start, so that nobody can lose a table. */
export async function answerQuestions(number: number): Promise<void> {
  const { Database } = await initSqlJs();
  const database = new Database();
  fill(database, number);
  // SQLite would otherwise grow to as much as there is
  database.exec('PRAGMA hard_heap_limit = 33554432; PRAGMA query_only = 1');
  process.on('message', (question: Question) => process.send?.(answer(database, question)));
  process.send?.('ready');
}

/** A number for a name that can't be guessed from another instance. */
export const newNumber = (): number => randomInt(1000, 10_000);

function fill(database: Database, number: number): void {
  database.exec(`
    CREATE TABLE cargo (mark TEXT, ship TEXT, goods TEXT, shed TEXT, listed INTEGER);
    CREATE TABLE clerks (name TEXT, desk TEXT, remark TEXT);
    CREATE TABLE strongroom_${number} (door TEXT, combination TEXT, known_to TEXT);
    INSERT INTO clerks VALUES
      ('Pell', 'the one with the view', 'Sold the view. Has kept the desk.'),
      ('Quill', 'the one with the lamp', 'Files under P.'),
      ('The gull', 'roof', 'Not on the payroll. Is fed from the payroll.')`);
  for (const { mark, ship, goods, shed, listed } of cards(readFlag('unlisted'))) {
    database.run('INSERT INTO cargo VALUES (?, ?, ?, ?, ?)', [mark, ship, goods, shed, listed]);
  }
  const doors = [
    ['Cupboard', 'none, it is a curtain', 'everybody'],
    ['Strongroom', readFlag('strongroom'), 'Edda Vane'],
  ];
  for (const row of doors) database.run(`INSERT INTO strongroom_${number} VALUES (?, ?, ?)`, row);
}

/** Only the first sentence of a question is asked: SQLite prepares one at a time. */
function answer(database: Database, { sql, values }: Question): Answer {
  try {
    const statement = database.prepare(sql, values);
    try {
      const rows: Cell[][] = [];
      while (rows.length < MOST_ROWS && statement.step()) rows.push(statement.get().map(cell));
      return { rows };
    } finally {
      statement.free();
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message.slice(0, 300) : 'no reason given' };
  }
}

function cell(value: number | string | Uint8Array | null): Cell {
  if (value instanceof Uint8Array) return Buffer.from(value.slice(0, LONGEST_CELL / 2)).toString('hex');
  return typeof value === 'string' ? value.slice(0, LONGEST_CELL) : value;
}
