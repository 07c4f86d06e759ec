/** A query: an SQL statement, and the values for its question marks. */
export interface Question {
  sql: string;
  values: string[];
}

/** Returns the query whether a lamp is lit. */
export function isLit(name: string): Question {
  // The hole: the name becomes a part of the SQL statement. The keeper's filter makes an injection longer, but does not
  // prevent it
  return { sql: `SELECT lit FROM lamps WHERE name = '${name}'`, values: [] };
}
