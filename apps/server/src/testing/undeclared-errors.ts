import { afterAll, afterEach, expect } from 'vitest';
import type { UndeclaredError } from '#platform/http/error-handler';

const undeclared: UndeclaredError[] = [];

/** For the application under test. */
export const onUndeclaredError = (error: UndeclaredError) => void undeclared.push(error);

/** An error that the contract does not give its endpoint fails the test, whatever the test made of the answer. */
export function mustBeDeclared(): void {
  const found = undeclared.splice(0);
  expect(found, 'Errors that their endpoints do not declare: add them to packages/contract/src/endpoints').toEqual([]);
}

/** Once in each test file, by the set-up of the project: its files share their modules. */
export function watchUndeclaredErrors(): void {
  afterEach(mustBeDeclared);
  afterAll(mustBeDeclared);
}
