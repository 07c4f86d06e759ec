import { afterAll, afterEach, expect } from 'vitest';
import type { UndeclaredError } from '#platform/http/error-handler';

const undeclared: UndeclaredError[] = [];

/** For the application under test. */
export const onUndeclaredError = (error: UndeclaredError) => void undeclared.push(error);

/** Whatever a test made of the answer: an error that the contract does not give its endpoint fails that test. */
export function mustBeDeclared(): void {
  const found = undeclared.splice(0);
  expect(found, 'Errors that their endpoints do not declare: add them to packages/contract/src/endpoints').toEqual([]);
}

/** Once in each test file, by the set-up of the project: its files share their modules. */
export function watchUndeclaredErrors(): void {
  afterEach(mustBeDeclared);
  afterAll(mustBeDeclared);
}
