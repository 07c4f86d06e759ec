import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { answerParent, thisProgram } from '../machine/children.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

let groups: Statement[][] = [];
let pending = 0;

/** Records each statement before it is sent. Statements sent while another is pending join its group. */
function recordStatements(prototype: { query: (...args: never[]) => unknown }): void {
  const original = prototype.query;
  prototype.query = function (this: unknown, ...args: never[]) {
    const [query, list] = args as unknown[];
    const { text, values } = typeof query === 'object' ? (query as Partial<Statement>) : { text: query, values: list };
    if (typeof text === 'string') {
      const statement = { text, values: Array.isArray(values) ? values : [] };
      if (pending === 0) groups.push([statement]);
      else groups.at(-1)?.push(statement);
    }
    const result = original.apply(this, args);
    if (result instanceof Promise) {
      pending += 1;
      const onSettled = () => {
        pending -= 1;
      };
      result.then(onSettled, onSettled);
    }
    return result;
  };
}

recordStatements(pg.Client.prototype as { query: (...args: never[]) => unknown });

// The same server that is measured. It is loaded from its own file, so both use the same `pg`.
await import(pathToFileURL(join(dirname(thisProgram), 'main.js')).href);

/** Answers with the statements that ran since the last message. */
answerParent(() => {
  const captured = groups;
  groups = [];
  return captured;
});
