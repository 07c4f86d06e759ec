import { expect, it } from 'vitest';
import { parsePeople } from './parse-people.ts';

const peopleOf = (text: string) => parsePeople(text).map(({ name, email }) => [name, email]);

it('reads one name or address per line and ignores blank lines', () => {
  expect(parsePeople('ada\r\n\n  grace@navy.example \n')).toEqual([
    { line: 1, text: 'ada', name: 'ada', email: null },
    { line: 3, text: 'grace@navy.example', name: null, email: 'grace@navy.example' },
  ]);
});

it.each([
  'Ada Lovelace,ada@x.example',
  'ada@x.example;Ada Lovelace',
  '"Ada Lovelace"\tada@x.example',
  ' Ada , Lovelace , ada@x.example',
])('reads name and address of %j', (line) => {
  expect(peopleOf(line)).toEqual([['Ada Lovelace', 'ada@x.example']]);
});

it('uses the columns of a header and ignores the others', () => {
  expect(peopleOf('\uFEFFClass;First name;Last name;E-Mail\n7a;Ada;Lovelace;ada@x.example\n7b;;;grace')).toEqual([
    ['Ada Lovelace', 'ada@x.example'],
    [null, 'grace'],
  ]);
});

it('reads quoted cells with separators and quotes', () => {
  expect(peopleOf('"Lovelace, Ada",ada@x.example\n"Grace ""Amazing"" Hopper",')).toEqual([
    ['Lovelace, Ada', 'ada@x.example'],
    ['Grace "Amazing" Hopper', null],
  ]);
});

it('rejects more than 200 people', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => `person${index}`).join('\n');
  expect(parsePeople(`name\n${people(200)}`)).toHaveLength(200);
  expect(() => parsePeople(people(201))).toThrow(/201 people/);
});
