/** What the database is asked: a sentence, and the values for its question marks. */
export interface Question {
  sql: string;
  values: string[];
}

/** Asks whether a lamp is lit. */
export function isLit(name: string): Question {
  return { sql: 'SELECT lit FROM lamps WHERE name = ?', values: [name] };
}
