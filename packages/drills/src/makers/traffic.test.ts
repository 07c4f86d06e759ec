import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { roundFor, seeds, undump } from '../testing.ts';

it('gives the hash of a chunked body as a client decodes it', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('traffic-chunked', seed);
    let rest = undump(of('One')).bytes.toString('latin1');
    rest = rest.slice(rest.indexOf('\r\n\r\n') + 4);
    let body = '';
    for (;;) {
      const line = rest.indexOf('\r\n');
      const size = Number.parseInt(rest.slice(0, line), 16);
      expect(rest.slice(0, line)).toMatch(/^[\da-f]+$/);
      body += rest.slice(line + 2, line + 2 + size);
      expect(rest.slice(line + 2 + size, line + 4 + size)).toBe('\r\n');
      rest = rest.slice(line + 4 + size);
      if (size === 0) break;
    }
    expect(rest.startsWith('HTTP/1.1 404')).toBe(true);
    // The end record of the archive marks its end, with its comment of eight letters.
    const end = body.indexOf('PK\x05\x06');
    expect([body.slice(0, 4), body.length]).toEqual(['PK\x03\x04', end + 22 + 8]);
    expect(createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex').slice(0, 12)).toBe(answer);
  }
});

it('allows only one sequence of pages for the lengths of records', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('traffic-lengths', seed);
    const pages = of('The harbour')
      .split('\n')
      .map((line) => line.slice(1).split(/ +/)) as [string, string][];
    const records = of('The first')
      .split('\n')
      .map((line) => Buffer.from(line.replaceAll(' ', ''), 'hex').readUInt16BE(3) - 17);
    // Every way to interpret the records as pages.
    const ways = (from: number): string[][] => {
      if (from === records.length) return [[]];
      return pages.flatMap(([name, size]) => {
        let left = Number(size);
        let at = from;
        while (left > 0 && records[at] === Math.min(left, 16_384)) left -= records[at++] ?? 0;
        return left === 0 ? ways(at).map((others) => [name, ...others]) : [];
      });
    };
    expect(ways(0).map((way) => way.join(' '))).toEqual([answer]);
    expect(answer.split(' ')).toHaveLength(4);
  }
  const { normalize } = roundFor('traffic-lengths', 'any');
  expect(normalize('/Tides, /staff > fees-staff')).toBe('tides staff fees staff');
  const beacon = roundFor('traffic-beacon', 'any').normalize;
  expect([beacon('198.51.100.7,133.0'), beacon('198.51.100.7 133 s')]).toEqual(Array(2).fill('198.51.100.7 133'));
  expect(roundFor('traffic-story', 'any').normalize('Tide[.]example, 27,090 bytes')).toBe('tide.example 27090');
});

it('finds one pair with a regular interval, by the median of the distances from the median', () => {
  const middle = (values: readonly number[]): number => {
    const sorted = [...values].sort((a, b) => a - b);
    return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  };
  for (const seed of seeds) {
    const { of, answer } = roundFor('traffic-beacon', seed);
    const times = new Map<string, number[]>();
    let last = 0;
    for (const line of of('New').split('\n')) {
      const [time = '', from, to] = line.split('  ');
      const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
      expect(seconds).toBeGreaterThanOrEqual(last);
      last = seconds;
      times.set(`${from} ${to}`, [...(times.get(`${from} ${to}`) ?? []), seconds]);
    }
    const callers = (to: string | undefined): number =>
      [...times.keys()].filter((pair) => pair.endsWith(` ${to}`)).length;
    const rows = [...times].map(([pair, moments]) => {
      const gaps = moments.slice(1).map((when, i) => when - (moments[i] ?? 0));
      const to = pair.split(' ')[1];
      return {
        to,
        m: middle(gaps),
        spread: middle(gaps.map((gap) => Math.abs(gap - middle(gaps)))) / middle(gaps),
        gaps,
      };
    });
    const timers = rows.filter(({ spread }) => spread < 0.12);
    expect(timers.filter(({ to }) => callers(to) === 1).map(({ to, m }) => `${to} ${m}`)).toEqual([answer]);
    expect(timers.filter(({ to }) => callers(to) === 2)).toHaveLength(2);
    // The intervals of people are far from regular.
    expect(Math.min(...rows.filter((row) => !timers.includes(row)).map(({ spread }) => spread))).toBeGreaterThan(0.3);
    expect(timers.find(({ to }) => callers(to) === 1)?.gaps).toHaveLength(11);
  }
});

it('reconstructs the story from the lines: interval, order, upload and the original name', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('traffic-story', seed);
    const lines = of('Summary')
      .split('\n')
      .map((line) => line.split('  ') as [string, string, string]);
    expect(lines.map(([time]) => time)).toEqual(lines.map(([time]) => time).sort());
    const polls = lines.filter(([, , what]) => what.startsWith('POST'));
    const [, desk, what = ''] = polls[0] ?? [];
    const control = /POST (\S+)\/t/.exec(what)?.[1];
    const odd = polls.filter((poll) => poll[2].endsWith(' 9 came'));
    expect([polls.length, odd.length]).toEqual([8, 1]);
    const from = lines.indexOf(odd[0] ?? ['', '', '']);
    const to = lines.findIndex((line, i) => i > from && line[2].startsWith('POST'));
    const sent = lines.slice(from, to).flatMap(([, who, done]) => {
      const size = new RegExp(`^PUT ${control}/d, (\\d+) bytes`).exec(done)?.[1];
      return size && who === desk ? [Number(size)] : [];
    });
    // It sends nothing later, and it sent something small before.
    const uploads = lines.filter(([, , done]) => done.startsWith(`PUT ${control}/`));
    expect(uploads).toHaveLength(sent.length + 1);
    const download = lines.filter(([, who, done]) => who === desk && done.startsWith('GET'));
    expect(download).toHaveLength(1);
    const source = /GET (\S+)\//.exec(download[0]?.[2] ?? '')?.[1];
    const names = lines.filter(([, , done]) => done.endsWith(` = ${source}`));
    expect(names.map(([, who]) => who)).toEqual([desk]);
    const name = /DNS (\S+) =/.exec(names[0]?.[2] ?? '')?.[1];
    expect(`${name} ${sent.reduce((sum, size) => sum + size, 0)}`).toBe(answer);
    expect(source).not.toBe(control);
  }
});
