import { expect, it } from 'vitest';
import { deriveFlag } from './lab-flag.ts';

const key = Buffer.alloc(32, 1);
const facts = { lab: 'tide-table', version: 'v', userPk: 1, instancePk: 2, flagId: 'flag' };

it('derives the same flag from the same facts', () => {
  expect(deriveFlag(key, facts)).toMatchInlineSnapshot(`"flag{zgwpo5uuf3olzajxdekp6tefwz}"`);
});

it('derives another flag from any other fact or key', () => {
  const all = [
    deriveFlag(key, facts),
    deriveFlag(Buffer.alloc(32, 2), facts),
    ...[{ lab: 'x' }, { version: 'w' }, { userPk: 2 }, { instancePk: 3 }, { flagId: 'y' }].map((change) =>
      deriveFlag(key, { ...facts, ...change }),
    ),
  ];
  expect(new Set(all).size).toBe(all.length);
});
