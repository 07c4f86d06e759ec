import { expect, it } from 'vitest';
import { run } from '../material/x86-machine.ts';
import { itForEachSeed, roundFor, seeds, undump, unprint } from '../testing.ts';

/** Returns the result of a check for a word, on the small processor. */
function answerTo(word: string, listing: string, table: Buffer): number {
  const bytes = Buffer.concat([table, Buffer.alloc(0x40 - table.length), Buffer.from(`${word}\0`)]);
  return run(unprint(listing), { edi: 0x404040, esi: 0x404000 }, { start: 0x404000, bytes }).eax;
}

for (const name of ['check-chain', 'check-serial']) {
  itForEachSeed(seeds)(`${name} accepts the word and rejects every word with one different letter`, (seed) => {
    const { answer, of } = roundFor(name, seed);
    const [listing, table] = [of('rdi'), undump(of('Memory')).bytes];
    expect(answerTo(answer, listing, table)).toBe(1);
    for (let i = 0; i < answer.length; i++) {
      for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
        const other = answer.slice(0, i) + letter + answer.slice(i + 1);
        if (other !== answer) expect(answerTo(other, listing, table)).toBe(0);
      }
    }
  });
}

itForEachSeed(seeds)('gives a ticket that passes the check', (seed) => {
  const { answer, of } = roundFor('check-ticket', seed);
  const [one, factor, two, target] = [...of('Output of').matchAll(/(?:>> |\* |== )(0x\w+)/g)].map(([, n = '']) =>
    BigInt(n),
  ) as [bigint, bigint, bigint, bigint];
  const ticket = BigInt(answer);
  const product = BigInt.asUintN(32, (ticket ^ (ticket >> one)) * factor);
  expect(product ^ (product >> two)).toBe(target);
  // Odd, so that no other ticket gives the same result.
  expect(factor % 2n).toBe(1n);
});

it('decodes the text, with an incrementing key and with a chained key', () => {
  let chained = 0;
  for (const seed of seeds) {
    const { answer, of } = roundFor('check-hidden-text', seed);
    const data = undump(of('Memory')).bytes;
    const bytes = Buffer.concat([data, Buffer.alloc(0x100)]);
    run(unprint(of('The code')), { edi: 0x404000 + data.length }, { start: 0x404000, bytes });
    expect(bytes.toString('latin1', data.length, 2 * data.length)).toBe(answer);
    chained += of('The code').includes('movzx ebx') ? 1 : 0;
  }
  expect(chained).toBeGreaterThan(3);
  expect(chained).toBeLessThan(22);
});
