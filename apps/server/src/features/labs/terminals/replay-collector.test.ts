import { expect, it } from 'vitest';
import { createReplayCollector } from './replay-collector.ts';

it.each([
  ['splits it', 6, ['rep', 'lay', 'live'], ['replay', 'live']],
  ['joins it with later output', 6, ['replaylive', '!'], ['replay', 'live', '!']],
  ['delivers exactly it', 6, ['replay'], ['replay']],
  ['has not delivered all of it', 6, ['rep', 'la'], []],
  ['has nothing to replay', 0, ['live', '!'], ['live', '!']],
])('shows the replay as one piece when the runtime %s', (_, replayBytes, pieces, expected) => {
  const shown: string[] = [];
  const push = createReplayCollector(replayBytes, (bytes) => shown.push(bytes.toString()));
  for (const piece of pieces) push(Buffer.from(piece));
  expect(shown).toEqual(expected);
});
