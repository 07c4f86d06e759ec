import { readFlag } from '@hexpedition/lab-runtime/kit';
import { forgeryOf, keepers, markOf, sealOf } from './facts.ts';

/* The questions of the Board, and the answers that it accepts. */

/** Wrong answers per finding after which the clerk pauses, and the pause in milliseconds. */
const TRIES = 4;
const LOCK_MS = 20_000;
/** Tolerance for times, in seconds. */
const OFF = 3;

export interface Field {
  name: string;
  label: string;
  /** Answers to choose from; omitted for free text. */
  choices?: readonly string[];
  example?: string;
}

export interface Finding {
  /** Also the id of its flag. */
  id: string;
  title: string;
  question: string;
  fields: Field[];
  /** Text of the Board for a correct answer. */
  taken: string;
  isSo(answers: Record<string, string>): boolean;
}

/** Compares digits and letters only; hyphens and blanks do not count. */
const plain = (text: string | undefined) => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');

export const findings: Finding[] = [
  {
    id: 'page',
    title: 'The page that was torn out',
    question: 'There was another page for 11 November. What is its seal?',
    fields: [{ name: 'seal', label: 'Seal of the page', example: '0000-0000-0000' }],
    taken:
      'So the lamp was out for fifty-five minutes. The Board has suspected that since the ferry landed in a cabbage field.',
    isSo: ({ seal }) => plain(seal) === plain(sealOf(readFlag('page'))),
  },
  {
    id: 'letter',
    title: 'The overwritten letter',
    question: 'A letter asked the keeper to switch the lamp off. What is the mark of the letter?',
    fields: [{ name: 'mark', label: 'Mark of the letter', example: '0000-0000-0000' }],
    taken: 'Six wheels of cheese. The Board did not get any.',
    isSo: ({ mark }) => plain(mark) === plain(markOf(readFlag('letter'))),
  },
  {
    id: 'forger',
    title: 'The person who replaced the page',
    question: 'When was the present page created, and which keeper was on watch? The Board uses the time of the radio.',
    fields: [
      { name: 'keeper', label: 'Keeper on watch', choices: keepers },
      { name: 'moment', label: 'Day and time by the radio', example: '1997-11-30 12:00:00' },
    ],
    taken: 'The disk shows the time, and the rota shows the keeper. The Board will ask the keeper over tea.',
    isSo: ({ keeper, moment }) => {
      const { at, early } = forgeryOf(readFlag('forger'));
      const match = /^\s*1997-11-(\d\d)[T ,]+(\d\d):(\d\d):(\d\d)/
        .exec(moment ?? '')
        ?.slice(1)
        .map(Number);
      if (!match) return false;
      const [day = 0, hour = 0, minute = 0, second = 0] = match;
      return keeper === early && Math.abs(Date.UTC(1997, 10, day, hour, minute, second) - at) <= OFF * 1000;
    },
  },
];

const taken = new Set<string>();
const mistakes = new Map<string, number>();
const restsUntil = new Map<string, number>();

export const isTaken = ({ id }: Finding) => taken.has(id);

/** Returns seconds until the clerk reads again; 0 without a pause. */
export const restOf = ({ id }: Finding) =>
  Math.max(0, Math.ceil(((restsUntil.get(id) ?? 0) - performance.now()) / 1000));

/** Submits a finding. Every field of it must be correct. */
export function handIn(finding: Finding, answers: Record<string, string>): boolean {
  if (finding.isSo(answers)) {
    taken.add(finding.id);
    return true;
  }
  const count = (mistakes.get(finding.id) ?? 0) + 1;
  mistakes.set(finding.id, count % TRIES);
  if (count >= TRIES) restsUntil.set(finding.id, performance.now() + LOCK_MS);
  return false;
}
