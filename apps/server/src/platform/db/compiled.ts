import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Tx } from './db.ts';

/** Placeholder for a value while its statement is compiled. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`A statement that is compiled once may only pass its parameter "${this.name}" on to the database.`);
  }
}

const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/**
 * Returns a function that reads the rows of a statement. The statement is built and compiled with its first use only:
 * for a statement of many columns, that takes longer than sending it. Use it for statements that many requests run.
 * @param build builds the statement. It gets a placeholder for each value, so it must not look at the values
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: Db | Tx, values: Values) => Compilable<Row>,
): (db: Db | Tx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, parameters as Values).compile();
    const given = compiled.parameters.map((one) => (one instanceof Parameter ? values[one.name as keyof Values] : one));
    return (await db.executeQuery<Row>({ ...compiled, parameters: given })).rows;
  };
}
