import { readFlag } from '@hexpedition/lab-runtime/kit';
import { wordOf } from './words.ts';

export interface Hook {
  /** Also the id of its flag. */
  id: string;
  name: string;
  tag: string;
  /** Text of the clerk with the key. */
  given: string;
}

export const hooks: Hook[] = [
  {
    id: 'desk',
    name: 'Hook 1',
    tag: 'The drawer of this desk',
    given: 'In the drawer: eleven pencils, one of them sharp, and a sandwich that is now evidence.',
  },
  {
    id: 'locker',
    name: 'Hook 2',
    tag: 'The locker corridor',
    given: 'Be careful on the fourth step. The third step is loose, too.',
  },
  {
    id: 'fog',
    name: 'Hook 3',
    tag: 'The room with the old bell',
    given: 'Last used in 1987. Please do not ring it. They heard it in Varde, and rang back.',
  },
];

const TRIES = 3;
/** Milliseconds of the lock after too many wrong words. */
const LOCK_MS = 15_000;

const given = new Set<string>();
const wrong = new Map<string, number>();
const deafUntil = new Map<string, number>();

export const isGiven = ({ id }: Hook) => given.has(id);

/** Returns seconds until the next try; 0 if it is possible now. */
export const deafFor = ({ id }: Hook) => Math.max(0, Math.ceil(((deafUntil.get(id) ?? 0) - performance.now()) / 1000));

/** Tries a word at a hook. Only its letters and digits count. */
export function say(hook: Hook, word: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain(word) === plain(wordOf(hook.id, readFlag(hook.id)).join(''))) {
    given.add(hook.id);
    return true;
  }
  const count = (wrong.get(hook.id) ?? 0) + 1;
  wrong.set(hook.id, count % TRIES);
  if (count >= TRIES) deafUntil.set(hook.id, performance.now() + LOCK_MS);
  return false;
}
