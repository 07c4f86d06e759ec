import { houseText, notebookOf } from './house.ts';
import { type Letter, Parrot } from './parrot.ts';
import { agnes, felix, type Person } from './people.ts';

const MAX_KEPT = 20;

/** A line of the conversation at the counter. */
export interface Turn {
  by: 'you' | 'Pepper';
  text: string;
}

export interface Sent extends Letter {
  to: Person;
}

const letters: Sent[] = [];
const notes = new Map<Person, string[]>();
let turns: Turn[] = [];

const parrotFor = (listener: Person, read: () => Letter[]): Parrot =>
  new Parrot({
    instructions: `${houseText()}\n${notebookOf(listener)}`,
    listener,
    lettersFor: read,
    leaveNote: (to, text) => notes.set(to, [...notesFor(to), text.slice(0, 2000)].slice(-MAX_KEPT)),
  });

const lettersTo = (person: Person) => letters.filter(({ to }) => to === person);
let atTheCounter = parrotFor(felix, () => lettersTo(felix).slice(-3));

export const conversation = (): Turn[] => turns;
export const sentLetters = (): Sent[] => letters;
export const notesFor = (person: Person): string[] => notes.get(person) ?? [];

export function ask(question: string): void {
  const answer = atTheCounter.answer(question);
  turns = [...turns, { by: 'you', text: question } as const, { by: 'Pepper', text: answer } as const].slice(-MAX_KEPT);
}

export function startOver(): void {
  turns = [];
  atTheCounter = parrotFor(felix, () => lettersTo(felix).slice(-3));
}

/** Delivers a letter. A new parrot without memory reads Mrs Dorn hers at once. */
export function send(to: Person, text: string): void {
  const letter = { from: felix.name, to, text };
  letters.push(letter);
  if (letters.length > MAX_KEPT) letters.shift();
  if (to === agnes) parrotFor(agnes, () => [letter]).answer('Read me the letter, please.');
}
