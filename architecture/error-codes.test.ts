import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EndpointKey, endpoints, errorsOf, errorTable } from '@hexpedition/contract';
import { expect, it } from 'vitest';
import { isTest, projectRoot, sourceFiles } from './import-graph.ts';

/** Checks that every error of the contract is used. */

/** The error handler's own code for unknown errors. */
const unknown = 'internal';

const thrown = new Set(
  sourceFiles('apps/server/src')
    .filter((file) => !isTest(file))
    .flatMap((file) => [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/new AppError\(\s*'(\w+)'/g)])
    .map(([, code]) => code),
);

it('every error of the contract is thrown', () => {
  const unused = Object.keys(errorTable).filter((code) => code !== unknown && !thrown.has(code));
  expect(unused).toEqual([]);
});

it('every error of the contract is declared by an endpoint', () => {
  const declared = new Set((Object.keys(endpoints) as EndpointKey[]).flatMap((key) => [...errorsOf(key)]));
  expect(Object.keys(errorTable).filter((code) => !declared.has(code as keyof typeof errorTable))).toEqual([]);
});
