/** A query: an SQL statement, and the values for its question marks. */
export interface Question {
  sql: string;
  values: string[];
}

/** Returns the query for listed cards whose goods contain a word. */
export function search(word: string): Question {
  // The hole: a visitor's word becomes a part of the SQL statement
  const sql = `SELECT mark, ship, goods, shed FROM cargo WHERE listed = 1 AND goods LIKE '%${word}%' ORDER BY mark`;
  return { sql, values: [] };
}
