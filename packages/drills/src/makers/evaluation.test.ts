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

it('gives the next output of a machine that its earlier outputs identify', () => {
  const seen = new Set<string>();
  for (const { answer, text } of roundsOf('eval-machine')) {
    const probes = text('Your inputs')
      .split('\n')
      .map((line) => line.split(/ {2,}/) as [string, string]);
    const quoted = probes.find(([probe]) => probe.startsWith("'"))?.[1] ?? '';
    const machine = quoted.startsWith('cannot') ? 'calculator' : /^(\d)\1\1+$/.test(quoted) ? 'python' : 'javascript';
    seen.add(machine);
    // In Python, a text times a number repeats the text. Everything else here is the same in JavaScript.
    const expression = (probe: string) =>
      machine === 'python'
        ? probe.replace(/'(\d+)'\*(\d+)/, "'$1'.repeat($2)")
        : machine === 'calculator'
          ? probe.replace('^', '**')
          : probe;
    for (const [probe, came] of probes)
      if (!came.startsWith('cannot')) expect(String(run(expression(probe)))).toBe(came);
    expect(String(run(expression(text('Your next'))))).toBe(answer);
  }
  expect(seen.size).toBe(3);
});

it('gives formulas that produce the numbers on the gauge', () => {
  for (const { answer, text } of roundsOf('eval-squeeze')) {
    const value = (formula: string) => (new Function('pilot', `return ${formula}`)(answer) as number).toFixed(2);
    expect(value(text('The first'))).toBe(text('First value'));
    expect(value(text('The second'))).toBe(text('Second value'));
    expect(Number(text('First value'))).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(answer).toMatch(/^[a-z]{12}$/);
  }
});
