import { createHash } from 'node:crypto';

/** Generates endless bytes, the same for the same seed. */
function* stream(seed: string): Generator<number> {
  for (let block = 0; ; block++) yield* createHash('sha256').update(`${seed} ${block}`).digest();
}

/** The march in ABC notation, with the mark of its copyist. All copies of one night have the same bytes. */
export function marchOf(flag: string): string {
  const next = stream(`The march, as copied for ${flag}`);
  const pick = <T>(list: readonly T[]): T => list[Number(next.next().value) % list.length] as T;
  const bar = (notes: readonly string[]) =>
    pick([[4, 4], [2, 2, 4], [4, 2, 2], [2, 2, 2, 2], [6, 2], [8]])
      .map((length) => pick(notes) + length)
      .join(' ');
  const voice = (name: string, notes: readonly string[], remark: string) => [
    `V:${name}`,
    `% ${remark}`,
    ...Array.from({ length: 36 }, () => `${Array.from({ length: 4 }, () => bar(notes)).join(' | ')} |`),
  ];
  return [
    'X:1',
    'T:The Tide Waits for Nobody, but It Might for Us',
    'C:Klara Vogt',
    'O:Port Ostrel',
    'R:march, as far as the hill allows',
    "N:For Founders' Day. Secret until then, above all from Varde.",
    `N:Mark of the copyist: ${flag}`,
    'M:4/4',
    'L:1/8',
    'Q:1/4=112',
    'K:Bb',
    ...voice('cornet', ['B', 'c', 'd', 'e', 'f', 'g', 'a', 'b', "c'", 'z'], 'Joris: not so loud.'),
    ...voice('horn', ['F', 'G', 'A', 'B', 'c', 'd', 'e', 'z'], 'From here on somebody has to turn the page.'),
    ...voice('tuba', ['B,', 'C', 'D', 'E,', 'F,', 'G,', 'A,', 'z'], 'Joris: louder. It was a misunderstanding.'),
    'V:gull',
    '% ad libitum. It comes anyway.',
    'z8 | z8 | z8 | !fermata!b8 |]',
    '',
  ].join('\n');
}
