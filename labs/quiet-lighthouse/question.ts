/** What the database is asked: a sentence, and the values for its question marks. */
export interface Question {
  sql: string;
  values: string[];
}

/** Asks whether a lamp is lit. */
export function isLit(name: string): Question {
  // The hole: the name becomes a part of the sentence. What the keeper hangs up on makes it longer to get in, and no more
  return { sql: `SELECT lit FROM lamps WHERE name = '${name}'`, values: [] };
}
