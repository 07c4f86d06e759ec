import type { RepairTests, Target } from '@hexpedition/lab-runtime';

async function compute(target: Target, formula: string): Promise<{ heading: string; output: string }> {
  const response = await target.fetch(`/?formula=${encodeURIComponent(formula)}`);
  if (response.status !== 200) throw new Error(`${formula} is answered with the status ${response.status}.`);
  const page = await response.text();
  return {
    heading: /<h2>([^<]*)<\/h2><output>/.exec(page)?.[1] ?? '',
    output: /<output>([\s\S]*?)<\/output>/.exec(page)?.[1] ?? '',
  };
}

/** Formula → expected height. */
async function demand(target: Target, heights: Record<string, string>): Promise<void> {
  for (const [formula, height] of Object.entries(heights)) {
    const { output } = await compute(target, formula);
    if (output !== height) throw new Error(`${formula} should be ${height}, and is "${output.slice(0, 80)}".`);
  }
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'knows the names of the table': (target) =>
    demand(target, { low: '0.80 m', high: '4.20 m', range: '3.40 m', hours: '6.20 m', PI: '3.14 m' }),
  'adds, subtracts, multiplies and divides': (target) =>
    demand(target, {
      '1 + 2': '3.00 m',
      'high - 0.3': '3.90 m',
      'low + range / 2': '2.50 m',
      '2 + 3 * 4': '14.00 m',
      '10 - 4 - 3': '3.00 m',
      '16 / 4 / 2': '2.00 m',
    }),
};

const tests: RepairTests = {
  'evaluates parentheses and signs': (target) =>
    demand(target, { '(2 + 3) * 4': '20.00 m', '-low': '-0.80 m', '2 * -(1 + 1)': '-4.00 m', '((7))': '7.00 m' }),
  'knows sine and cosine': (target) =>
    demand(target, {
      'sin(0)': '0.00 m',
      'cos(0)': '1.00 m',
      'low + range * (1 - cos(PI * 2 / hours)) / 2': '1.60 m',
      'sin(PI / 2) + cos(PI)': '0.00 m',
    }),
  'rejects text that is not a formula': async (target) => {
    for (const formula of ['low +', '(1', 'tide', '1 2', 'sin', '*']) {
      const { heading, output } = await compute(target, formula);
      if (/ m$/.test(output)) throw new Error(`${formula} is not a formula, but the result is "${output}".`);
      if (!heading) throw new Error(`The page has no answer to ${formula}.`);
    }
  },
  'rejects a formula that is too long': async (target) => {
    const { heading } = await compute(target, `1${' + 1'.repeat(60)}`);
    if (heading !== 'The office refuses') throw new Error('A formula of 241 characters is not refused.');
  },
};
export default tests;
