import { expect, test } from 'vitest';
import { wrapName } from './wrap-name.ts';

test.each([
  ['HTTP', ['HTTP']],
  ['Cross-Site Scripting', ['Cross-Site', 'Scripting']],
  ['Encodings and Hashes', ['Encodings', 'and Hashes']],
  ['Incomprehensibilities', ['Incomprehensibilities']],
  ['Hardware and Radio', ['Hardware', 'and Radio']],
])('breaks %s into lines', (name, lines) => {
  expect(wrapName(name)).toEqual(lines);
});
