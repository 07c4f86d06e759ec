import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { evaluationDrills } from './evaluation.ts';

const seeds = Array.from({ length: 60 }, (_, i) => `tide ${i}`);
const roundsOf = (name: keyof typeof evaluationDrills) =>
  seeds.map((seed) => {
    const { given, answer } = evaluationDrills[name].make(createRandom(Buffer.from(seed)));
    return { answer, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  });
const run = (text: string): unknown => new Function(`return ${text}`)();

it('a machine that is known by its answers gives the next one', () => {
  const seen = new Set<string>();
  for (const { answer, text } of roundsOf('eval-machine')) {
    const probes = text('What')
      .split('\n')
      .map((line) => line.split(/ {2,}/) as [string, string]);
    const quoted = probes.find(([probe]) => probe.startsWith("'"))?.[1] ?? '';
    const machine = quoted.startsWith('cannot') ? 'calculator' : /^(\d)\1\1+$/.test(quoted) ? 'python' : 'javascript';
    seen.add(machine);
    // Python's star with a text on its left repeats it; everything else here is the same in JavaScript.
    const expression = (probe: string) =>
      machine === 'python'
        ? probe.replace(/'(\d+)'\*(\d+)/, "'$1'.repeat($2)")
        : machine === 'calculator'
          ? probe.replace('^', '**')
          : probe;
    for (const [probe, came] of probes)
      if (!came.startsWith('cannot')) expect(String(run(expression(probe)))).toBe(came);
    expect(String(run(expression(text('Now'))))).toBe(answer);
  }
  expect(seen.size).toBe(3);
});

it('the formulas of a squeeze give the numbers that the gauge shows', () => {
  for (const { answer, text } of roundsOf('eval-squeeze')) {
    const value = (formula: string) => (new Function('pilot', `return ${formula}`)(answer) as number).toFixed(2);
    expect(value(text('The first'))).toBe(text('The gauge'));
    expect(value(text('The second'))).toBe(text('Then'));
    expect(Number(text('The gauge'))).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(answer).toMatch(/^[a-z]{12}$/);
  }
});
