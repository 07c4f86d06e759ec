import { afterAll, afterEach, expect } from 'vitest';
import type { UndeclaredError } from '#platform/http/error-handler';

const undeclared: UndeclaredError[] = [];

/** Records an undeclared error of the application under test. */
export const onUndeclaredError = (error: UndeclaredError) => void undeclared.push(error);

/** Fails the test if an endpoint answered with an error that the contract does not declare for it. */
export function failOnUndeclaredErrors(): void {
  const found = undeclared.splice(0);
  expect(found, 'Errors that their endpoints do not declare: add them to packages/contract/src/endpoints').toEqual([]);
}

/** Called once per test file by the set-up of the project; the files share their modules. */
export function watchUndeclaredErrors(): void {
  afterEach(failOnUndeclaredErrors);
  afterAll(failOnUndeclaredErrors);
}
