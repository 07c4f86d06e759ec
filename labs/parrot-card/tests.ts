import type { RepairTests, Target } from '@hexpedition/lab-runtime';

const CARD = { to: 'Sunniva', from: 'Joris', age: '81' };

async function speak(target: Target, text: string, card: Record<string, string> = CARD): Promise<string | undefined> {
  const response = await target.fetch('/', { method: 'POST', body: new URLSearchParams({ ...card, text }) });
  if (response.status !== 200)
    throw new Error(`The card "${text.slice(0, 60)}" is answered with the status ${response.status}.`);
  const page = await response.text();
  const output = /<output>([\s\S]*?)<\/output>/.exec(page)?.[1];
  return output?.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** Text → expected card. */
async function demand(target: Target, cards: Record<string, string>): Promise<void> {
  for (const [text, wanted] of Object.entries(cards)) {
    const output = await speak(target, text);
    if (output !== wanted)
      throw new Error(`${text} should give "${wanted}", but gives "${(output ?? 'nothing').slice(0, 80)}".`);
  }
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'fills in the names': (target) =>
    demand(target, {
      'Dear {{ to }}, from {{ from }}': 'Dear Sunniva, from Joris',
      '{{age}} years': '81 years',
      '{{ to }}{{ to }}': 'SunnivaSunniva',
    }),
};

const tests: RepairTests = {
  'takes the names from the form': async (target) => {
    const output = await speak(target, '{{ to }}/{{ from }}/{{ age }}', {
      to: 'Ås & <b>',
      from: '{{ age }}',
      age: '7',
    });
    if (output !== 'Ås & <b>/{{ age }}/7') throw new Error(`With other names, the card says "${output}".`);
  },
  'computes with numbers': (target) =>
    demand(target, {
      '{{ age + 1 }}': '82',
      '{{ 2 + 3 * 4 }}': '14',
      '{{ (2 + 3) * 4 }}': '20',
      '{{ 10 - 4 - 3 }}': '3',
      '{{ 16 / 4 / 2 }}': '2',
      '{{ age / 2 }}': '40.5',
      '{{ -1 + 3 }}': '2',
    }),
  'joins texts': (target) =>
    demand(target, {
      '{{ "dear " + to }}': 'dear Sunniva',
      '{{ \'dear \' + to + ", " + age }}': 'dear Sunniva, 81',
      '{{ "a|b (c) ? d : e" }}': 'a|b (c) ? d : e',
      '{{ "1" + 2 }}': '12',
    }),
  'makes a choice': (target) =>
    demand(target, {
      '{{ age > 80 ? "slowly" : "at once" }}': 'slowly',
      '{{ age >= 82 ? "slowly" : "at once" }}': 'at once',
      '{{ age < 10 ? "x" : age < 90 ? "y" : "z" }}': 'y',
      '{{ to === "Sunniva" ? from : to }}': 'Joris',
      '{{ (age <= 81 ? 1 : 2) + 5 }}': '6',
    }),
  'applies filters': (target) =>
    demand(target, {
      '{{ to | shout }}': 'SUNNIVA',
      '{{ from | whisper }}': 'joris',
      '{{ "So " + to | twice }}': 'So Sunniva So Sunniva',
      '{{ age > 80 ? "old" : "new" | shout }}': 'OLD',
    }),
  'does not change text outside braces': (target) =>
    demand(target, {
      'age + 1, {to}, } { | shout\n\n"to"': 'age + 1, {to}, } { | shout\n\n"to"',
      'Constructor, process & <i>Function</i>': 'Constructor, process & <i>Function</i>',
    }),
  'reports unknown names': async (target) => {
    for (const text of [
      '{{ town }}',
      '{{ age + }}',
      '{{ (age }}',
      '{{ to | sing }}',
      '{{ }}',
      '{{ "a }}',
      '{{ to from }}',
    ]) {
      const output = await speak(target, text);
      if (output !== undefined) throw new Error(`${text} is not a valid text, but gives "${output.slice(0, 80)}".`);
    }
  },
  'rejects a text that is too long': async (target) => {
    if ((await speak(target, 'a'.repeat(601))) !== undefined)
      throw new Error('A text of 601 characters is not refused.');
    if ((await speak(target, 'a'.repeat(600))) === undefined) throw new Error('A text of 600 characters is refused.');
  },
};
export default tests;
