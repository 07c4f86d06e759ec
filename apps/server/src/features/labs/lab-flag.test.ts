import { expect, it } from 'vitest';
import { deriveFlag } from './lab-flag.ts';

const key = Buffer.alloc(32, 1);
const of = { lab: 'tide-table', version: 'v', userPk: 1, instancePk: 2, flagId: 'flag' };

it('makes the same flag from the same facts, for ever', () => {
  expect(deriveFlag(key, of)).toMatchInlineSnapshot(`"flag{zgwpo5uuf3olzajxdekp6tefwz}"`);
});

it('makes another from any other fact, or another key', () => {
  const all = [
    deriveFlag(key, of),
    deriveFlag(Buffer.alloc(32, 2), of),
    ...[{ lab: 'x' }, { version: 'w' }, { userPk: 2 }, { instancePk: 3 }, { flagId: 'y' }].map((change) =>
      deriveFlag(key, { ...of, ...change }),
    ),
  ];
  expect(new Set(all).size).toBe(all.length);
});
