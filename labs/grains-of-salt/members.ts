import { randomBytes, randomInt } from 'node:crypto';
import { fits, keep, type Method } from './keeping.ts';
import { words } from './words.ts';

export interface Member {
  /** Sign-in name. */
  login: string;
  name: string;
  since: number;
  /** Name on the paper. */
  kept: string;
  jars: string[];
  /** Id of the flag in the locker. */
  flag?: string;
}

interface Entry {
  login: string;
  name: string;
  since: number;
  jars: string[];
}

const entries: Entry[] = [
  { login: 'pike', name: 'Hedda Pike', since: 1997, jars: ['Gherkins, 1997. Do not open', 'Gherkins, 1998. Opened'] },
  {
    login: 'moss',
    name: 'Captain R. Moss (ret.)',
    since: 1998,
    jars: ['One message, in brine', 'Cannon balls, pickled'],
  },
  { login: 'brekke', name: 'Gunnar Brekke', since: 2001, jars: ['Left mittens, 4', 'Something from the pier'] },
  { login: 'tarn', name: 'Wilma Tarn', since: 2004, jars: ['Samphire', 'Samphire, angry'] },
  { login: 'okell', name: 'Bo Okell', since: 2006, jars: ['Eggs, counted', 'Eggs, uncounted'] },
  { login: 'ferrant', name: 'Lucie Ferrant', since: 2009, jars: ['Lemons in salt', 'Salt in lemons'] },
  { login: 'halse', name: 'Jorun Halse', since: 2012, jars: ['Beetroot', 'A tie, now also beetroot'] },
  { login: 'aas', name: 'Sunniva Aas', since: 2013, jars: ['Cheese that wished to be alone'] },
  { login: 'quill', name: 'Mortimer Quill', since: 2014, jars: ['Onions, filed under C for crying'] },
  { login: 'wren', name: 'Tobias Wren', since: 2016, jars: ['Feed for the gull', 'A complaint by the gull'] },
  { login: 'holm', name: 'Lennart Holm', since: 2018, jars: ['Snow, 2019. It did not keep'] },
  { login: 'voss', name: 'Ida Voss', since: 2020, jars: ['Cabbage', 'Cabbage, avant-garde'] },
  { login: 'delgado', name: 'Ines Delgado', since: 2021, jars: ['Plums', 'A suitcase key'] },
  { login: 'ruud', name: 'Per Ruud', since: 2023, jars: ['Nothing yet. He is fond of the jar'] },
];

const methodOf = (since: number): Method => (since < 2003 ? 'md5' : since < 2011 ? 'sha1' : 'sha256');
const wordOfMouth = () => words[randomInt(words.length)] ?? '';
const inNobodysList = () => randomBytes(15).toString('base64url');

function pick<T>(from: T[], count: number): T[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(randomInt(left.length), 1)).flat();
}

/** All members, with passwords that they chose as people usually do. */
function enrol(): Member[] {
  const of = (method: Method) => entries.filter(({ since }) => methodOf(since) === method);
  const careful = new Set([...pick(of('md5'), 1), ...pick(of('sha1'), 1), ...pick(of('sha256'), 3)]);
  // Two of the oldest members chose the same password
  const shared = wordOfMouth();
  const chosen = (entry: Entry) => {
    if (careful.has(entry)) return inNobodysList();
    const method = methodOf(entry.since);
    if (method === 'md5') return shared;
    return method === 'sha1' ? wordOfMouth() : wordOfMouth() + String(randomInt(100)).padStart(2, '0');
  };
  const careless = (method: Method) => of(method).filter((entry) => !careful.has(entry));
  const [oldOne] = pick(careless('sha1'), 1);
  const [brineMaster] = pick(careless('sha256'), 1);
  return entries.map((entry) => {
    const kept = keep(methodOf(entry.since), chosen(entry), randomBytes(8).toString('hex'));
    const member: Member = { ...entry, kept };
    if (entry === oldOne) member.flag = 'bare';
    if (entry === brineMaster) member.flag = 'salted';
    return member;
  });
}

export const members = enrol();

/** Wrong passwords that are allowed, and how long the name is locked after them. */
const MISTAKES = 5;
const SHUT_FOR = 60_000;
const mistakes = new Map<Member, { count: number; until: number }>();

/** Returns the member with this password, or why sign-in failed. */
export function comeIn(login: string, password: string): Member | 'wrong' | 'shut' {
  const member = members.find((one) => one.login === login.trim().toLowerCase());
  if (!member) return 'wrong';
  const now = Date.now();
  const before = mistakes.get(member);
  const made = before && before.until > now ? before.count : 0;
  if (made >= MISTAKES) return 'shut';
  if (fits(member.kept, password)) {
    mistakes.delete(member);
    return member;
  }
  mistakes.set(member, { count: made + 1, until: now + SHUT_FOR });
  return 'wrong';
}
