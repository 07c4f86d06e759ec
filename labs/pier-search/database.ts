import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Database } from 'sql.js';
import { createDatabaseClient, serveDatabase } from '../shared/database-process.ts';
import type { Answer, Cell } from './answer.ts';
import { cards } from './cargo.ts';
import type { Question } from './question.ts';

const MAX_ROWS = 100;
const MAX_CELL_LENGTH = 2000;

/** Asks the database, which runs in a child process. */
export const ask = createDatabaseClient<Question, Answer>({
  busy: { error: 'too many questions at once' },
  late: { error: 'interrupted, it took too long' },
  failed: { error: 'the database has stopped' },
});

/** Answers questions in the child process. */
export const answerQuestions = () => serveDatabase(fill, answer);

function fill(database: Database, number: number): void {
  database.exec(`
    CREATE TABLE cargo (mark TEXT, ship TEXT, goods TEXT, shed TEXT, listed INTEGER);
    CREATE TABLE clerks (name TEXT, desk TEXT, remark TEXT);
    CREATE TABLE strongroom_${number} (door TEXT, combination TEXT, known_to TEXT);
    INSERT INTO clerks VALUES
      ('Pell', 'the one with the view', 'Sold the view. Has kept the desk.'),
      ('Quill', 'the one with the lamp', 'Files under P.'),
      ('The gull', 'roof', 'Not an employee. The employees feed it.')`);
  for (const { mark, ship, goods, shed, listed } of cards(readFlag('unlisted'))) {
    database.run('INSERT INTO cargo VALUES (?, ?, ?, ?, ?)', [mark, ship, goods, shed, listed]);
  }
  const doors = [
    ['Cupboard', 'none, it is a curtain', 'everybody'],
    ['Strongroom', readFlag('strongroom'), 'Edda Vane'],
  ];
  for (const row of doors) database.run(`INSERT INTO strongroom_${number} VALUES (?, ?, ?)`, row);
}

/** Runs the first statement of a question only: SQLite prepares one at a time. */
function answer(database: Database, { sql, values }: Question): Answer {
  try {
    const statement = database.prepare(sql, values);
    try {
      const rows: Cell[][] = [];
      while (rows.length < MAX_ROWS && statement.step()) rows.push(statement.get().map(cell));
      return { rows };
    } finally {
      statement.free();
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message.slice(0, 300) : 'no reason given' };
  }
}

function cell(value: number | string | Uint8Array | null): Cell {
  if (value instanceof Uint8Array) return Buffer.from(value.slice(0, MAX_CELL_LENGTH / 2)).toString('hex');
  return typeof value === 'string' ? value.slice(0, MAX_CELL_LENGTH) : value;
}
