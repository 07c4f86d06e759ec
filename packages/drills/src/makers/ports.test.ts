import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 30 }, (_, i) => `mole ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

itForEachSeed(seeds)('reaches a port if a line of ss listens on the address or on all addresses', (seed) => {
  const { answer, of } = round('ports-reachable', seed);
  const ports = [...of('ss').matchAll(/ (?:0\.0\.0\.0|\*|203\.0\.113\.80):(\d+) /g)].map((match) => Number(match[1]));
  expect(answer).toBe(ports.sort((a, b) => a - b).join(' ') || 'none');
});

itForEachSeed(seeds)('derives the state of a port from the response', (seed) => {
  const { answer, of } = round('scan-states', seed);
  const lines = of('tcpdump').split('\n');
  const states = of('Ports')
    .split(' ')
    .map((port) => {
      const back = lines.filter((line) => line.startsWith(`203.0.113.80.${port} `));
      if (back.length === 0) return 'f';
      return back.some((line) => line.includes('[S.]')) ? 'o' : 'c';
    });
  expect(answer).toBe(states.join(''));
});

it('accepts states as words', () => {
  const normalize = drills.get('scan-states')?.normalize ?? String;
  expect(normalize('Open, closed, filtered f c o')).toBe('ocffco');
  expect(normalize('ocx')).toBe('ocx');
});
