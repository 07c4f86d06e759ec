import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { pathDrills } from './paths.ts';

const seeds = Array.from({ length: 80 }, (_, i) => `chart ${i}`);
const roundsOf = (name: keyof typeof pathDrills) =>
  seeds.map((seed) => {
    const { given, answer } = pathDrills[name].make(createRandom(Buffer.from(seed)));
    return { answer, text: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '', given };
  });
/** Normalizes an address as a path. A percent sign would be decoded once more, so it is escaped. */
const resolved = (path: string) => {
  const { pathname } = new URL(`file://${path.replaceAll('%', '%25')}`);
  return pathname.replaceAll('%25', '%').replace(/\/{2,}/g, '/');
};
const unquote = (text: string) =>
  text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

it('opens the path to which the steps of the name lead', () => {
  const doors = new Set<string>();
  for (const { answer, text } of roundsOf('path-door')) {
    const [first = '', , ...lines] = text('The code').split('\n');
    doors.add(lines.join());
    const name = lines.reduce(
      (now, line) =>
        line.includes('unquote') ? unquote(now) : line.includes('replace') ? now.split('../').join('') : now,
      unquote(text('The name')),
    );
    const root = first.slice('ROOT = "'.length, -1);
    expect(name).not.toMatch(/%|\.{3}/);
    expect(resolved(`${root}/${name}`)).toBe(answer);
    expect(answer.startsWith(`${root}/`)).toBe(false);
    expect(answer).toMatch(/^(\/[a-z]+)+\/[a-z]+-\d{4}\.txt$/);
  }
  expect(doors.size).toBe(4);
});

it('runs the program that the archive has written, with the shortest possible value', () => {
  for (const { answer, text, given } of roundsOf('path-include')) {
    const [, target = ''] = /"(.*)"/.exec(text('The server')) ?? [];
    const [, pages = ''] = /"(.*)\/"/.exec(text('For')) ?? [];
    const home = given.find(({ label }) => label.startsWith('For'))?.label.split(' in ')[1];
    const program = text('An archive')
      .split('\n')
      .find((name) => name.endsWith('.py'));
    const landed = resolved(`${target}/${program}`);
    expect(landed.startsWith(`${target}/`)).toBe(false);
    expect(resolved(`${home}/${pages}/${answer}.py`)).toBe(landed);
    const shorter = answer.replace('../', '');
    expect(resolved(`${home}/${pages}/${shorter}.py`)).not.toBe(landed);
    const ups = answer.split('../').length - 1;
    const common = resolved(`${home}/${pages}/${'../'.repeat(ups - 1)}.`);
    expect(landed.startsWith(common)).toBe(false);
  }
});

it('expands a document as its parser does', () => {
  for (const { answer, text, given } of roundsOf('xml-entities')) {
    const files = new Map(
      text('Files')
        .split('\n')
        .map((line) => line.split(/ {2,}/) as [string, string]),
    );
    const entities = new Map(
      [...text('/srv').matchAll(/<!ENTITY (\w+) (SYSTEM )?"([^"]*)">/g)].map(([, name, out, value = '']) => [
        name,
        out ? (files.get(new URL(value, `file://${given[0]?.label}`).pathname) ?? '') : value,
      ]),
    );
    let cargo = /<cargo>(.*)<\/cargo>/.exec(text('/srv'))?.[1] ?? '';
    while (cargo.includes('&')) cargo = cargo.replace(/&(\w+);/, (_, name) => entities.get(name) ?? 'missing');
    expect(cargo).toBe(answer);
  }
});
