/** What the database is asked: a sentence, and the values for its question marks. */
export interface Question {
  sql: string;
  values: string[];
}

/** Asks for the listed cards whose goods contain a word. */
export function search(word: string): Question {
  const sql = 'SELECT mark, ship, goods, shed FROM cargo WHERE listed = 1 AND goods LIKE ? ORDER BY mark';
  return { sql, values: [`%${word}%`] };
}
