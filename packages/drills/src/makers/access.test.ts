import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { accessDrills } from './access.ts';

const seeds = Array.from({ length: 40 }, (_, i) => `marina ${i}`);
const roundsOf = (name: keyof typeof accessDrills) =>
  seeds.map((seed) => {
    const { given, answer } = accessDrills[name].make(createRandom(Buffer.from(seed)));
    return { answer, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  });

it('gives an identifier for the previous number with its check digits', () => {
  for (const { answer, text } of roundsOf('access-identifier')) {
    const [mine = '', other = ''] = text('Your two').split('\n').map(atob);
    const by = Number(/by (\d+)/.exec(text('Information'))?.[1]);
    const [kind, number = '', check] = atob(answer).split(':');
    expect(mine.startsWith(`${kind}:${Number(number) + 1}:`)).toBe(true);
    for (const [n, digits] of [mine, other].map((one) => one.split(':').slice(1)))
      expect(Number(n) % by).toBe(Number(digits));
    expect(Number(number) - Number(check)).toBe(Math.floor(Number(number) / by) * by);
    expect(check).toHaveLength(2);
  }
});

it('gives a minimal body whose fields the handler copies', () => {
  for (const { answer, text } of roundsOf('access-fields')) {
    const before = JSON.parse(text('Answer')) as Record<string, unknown>;
    const dropped = (/\{ (.*), \.\.\.rest/.exec(text('Code'))?.[1] ?? '').split(', ');
    const isIn = new Function('me', `return ${text('Conditions')}`) as (me: unknown) => boolean;
    const after = (body: Record<string, unknown>) => {
      const rest = Object.fromEntries(Object.entries(body).filter(([field]) => !dropped.includes(field)));
      return isIn({ ...before, ...rest });
    };
    const body = JSON.parse(answer) as Record<string, unknown>;
    expect(after({})).toBe(false);
    expect(after(body)).toBe(true);
    for (const [field, value] of Object.entries(body)) {
      expect(after({ ...body, [field]: before[field] })).toBe(false);
      expect(typeof value).toBe(typeof before[field]);
    }
    // No other field does, alone or with a second one, with any value from the conditions.
    const values: unknown[] = [true, 1];
    for (const [, word, n] of text('Conditions').matchAll(/'([^']+)'|(\d+)/g))
      values.push(word ?? Number(n), Number(n) + 1);
    const fields = Object.keys(before).filter((field) => !(field in body));
    const others = fields.flatMap((field) => values.map((value) => ({ [field]: value })));
    expect(others.some((one) => others.some((two) => after({ ...one, ...two })))).toBe(false);
    if ('berth' in body) {
      const wanted = body.berth as number;
      for (let n = 0; n < wanted; n++) expect(after({ berth: n })).toBe(false);
    }
  }
  expect(accessDrills['access-fields'].normalize(' { "verified" : true, "fleet": 4 }')).toBe(
    '{"fleet":4,"verified":true}',
  );
  expect(accessDrills['access-fields'].normalize(`'{"fleet":4}'`)).toBe('{"fleet":4}');
});

it('applies the first matching rule', () => {
  const ladder = ['visitor', 'skipper', 'harbourmaster'];
  for (const { answer, text } of roundsOf('access-rules')) {
    const rules = text('Rules')
      .split('\n')
      .map((line) => {
        const [, verb = '', path = '', role = ''] = line.split(/\s+/);
        const where = path.replaceAll('/', '\\/').replace('*', '.*');
        return { fits: new RegExp(`^${verb === '*' ? '\\w+' : verb} ${where}$`), role };
      });
    const letters = text('Requests')
      .split('\n')
      .flatMap((line) => {
        const [letter = '', verb, path, by = '', needs = ''] = line.split(/\s+/);
        const asked = rules.find(({ fits }) => fits.test(`${verb} ${path}`))?.role ?? 'visitor';
        const [have, want, meant] = [by, asked, needs].map((role) => ladder.indexOf(role)) as [number, number, number];
        return have >= want && have < meant ? [letter.toLowerCase()] : [];
      });
    expect(answer).toBe(letters.join(' '));
  }
  expect(accessDrills['access-rules'].normalize('F, a and C')).toBe('a c f');
  expect(accessDrills['access-rules'].normalize('FAC')).toBe('a c f');
});
