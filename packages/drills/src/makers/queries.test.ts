import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { queryDrills } from './queries.ts';

const roundsOf = (name: keyof typeof queryDrills) =>
  Array.from({ length: 80 }, (_, i) => {
    const { given, answer } = queryDrills[name].make(createRandom(Buffer.from(`pier ${i}`)));
    return { answer, given, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
  });

it('gives the rows that the completed query selects', () => {
  const seen = new Set<string>();
  for (const { answer, text } of roundsOf('sql-rows')) {
    const where = text('The query').split('WHERE ')[1]?.split('WORD').join(text('WORD')) ?? '';
    seen.add(where.replace(/\d+|sloop|ketch|tug|yawl/g, ''));
    // JavaScript evaluates && before || as SQL evaluates AND before OR, and supports brackets. Its comment also ends a
    // line.
    const code = where
      .replace(/--/, '//')
      .replace(/ = /g, ' === ')
      .replaceAll(' AND ', ' && ')
      .replaceAll(' OR ', ' || ')
      .replaceAll('public', 'row.public')
      .replaceAll('kind', 'row.kind')
      .replaceAll('berth', 'row.berth');
    const holds = new Function('row', `return (${code}\n)`) as (row: object) => boolean;
    const found = text('The table')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [name = '', kind, berth, open] = line.split(/\s+/);
        return holds({ kind, berth: Number(berth), public: Number(open) }) ? [name] : [];
      });
    expect(answer).toBe(found.sort().join(' '));
  }
  expect(seen.size).toBeGreaterThan(12);
});

it('gives a UNION with the right number of columns, and the value in the visible column', () => {
  for (const { answer, text } of roundsOf('sql-union')) {
    const tried = [...text('Your tries').matchAll(/BY (\d+) --\s+an (\w+)/g)];
    const [works, fails] = ['empty', 'error'].map((word) =>
      tried.filter(([, , came]) => came === word).map(([, n]) => Number(n)),
    );
    expect(Math.min(...(fails ?? []))).toBe(Math.max(...(works ?? [])) + 1);
    const values = answer.split(', ');
    expect(values).toHaveLength(Math.max(...(works ?? [])));
    const shown = Number(/column (\d+)/.exec(text('Known'))?.[1]);
    expect(values.flatMap((value, i) => (value === 'null' ? [] : [i + 1]))).toEqual([shown]);
    const known = [...text('From').matchAll(/(\w+) TEXT/g)].map(([, name]) => name);
    const used = (values[shown - 1] ?? '').split(" || ':' || ");
    const line = / shows (.+);/.exec(text('Find'))?.[1] ?? '';
    expect(used.filter((name) => known.includes(name) && line.includes(name))).toEqual(used);
    expect(line.includes(' and ')).toBe(used.length === 2);
  }
  expect(queryDrills['sql-union'].normalize("SELECT NULL,  number||':'||holds ,NULL FROM lockers")).toBe(
    "null, number || ':' || holds, null",
  );
  for (const joined of ["(number || ':' || holds)", "CONCAT(number, ':', holds)"])
    expect(queryDrills['sql-union'].normalize(`NULL, ${joined}, NULL`)).toBe("null, number || ':' || holds, null");
});

it('leaves one character at each position after four answers', () => {
  for (const { answer, text } of roundsOf('sql-halves')) {
    const alphabet = [...(/'(\w{16})'/.exec(text('Each'))?.[1] ?? '')];
    const pin: string[] = [];
    for (const line of text('The position').split('\n')) {
      const left = alphabet.filter((_, i) =>
        [...line.matchAll(/>(\d+) (yes|no)/g)].every(([, n, came]) => i + 1 > Number(n) === (came === 'yes')),
      );
      expect(left).toHaveLength(1);
      pin[Number(line.slice(0, 3)) - 1] = left[0] ?? '';
    }
    expect(pin.join('')).toBe(answer);
  }
});
