import type { Drill } from '../drill.ts';
import { normalizeExact, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const octal = (mode: number, digits = 3): string => mode.toString(8).padStart(digits, '0');

/** Formats a mode as `rwxr-x--x`, with `s` and `t` for the special bits. */
export function symbolic(mode: number): string {
  const triple = (shift: number, special: boolean, letter: 's' | 't'): string => {
    const bits = (mode >> shift) & 7;
    const last = bits & 1 ? (special ? letter : 'x') : special ? letter.toUpperCase() : '-';
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${last}`;
  };
  return (
    triple(6, (mode & 0o4000) !== 0, 's') +
    triple(3, (mode & 0o2000) !== 0, 's') +
    triple(0, (mode & 0o1000) !== 0, 't')
  );
}

/** Normalizes an octal mode without leading zeros, so that `0640` equals `640`. */
const normalizeOctal = (text: string): string => normalizeExact(text).replace(/^0o?(?=[0-7]{3})/, '');
/** Normalizes nine letters and hyphens. A tenth in front is the file type. */
const normalizeSymbolic = (text: string): string => normalizeExact(text).replace(/^[-dl](?=.{9}$)/, '');

/** Returns any mode that gives the owner some permission. */
const modeOf = (random: Random): number => (random.int(4, 7) << 6) | (random.int(0, 7) << 3) | random.int(0, 7);

const people = ['edda', 'pell', 'quill', 'moss', 'ines', 'tomas'];
const files = ['tides.csv', 'keys.txt', 'watch.log', 'cargo.db', 'order-9.txt'];

export const permissionDrills = {
  'perm-octal': {
    form: 'three octal digits',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeOctal,
    make: (random) => {
      const mode = modeOf(random);
      const shown = symbolic(mode);
      return {
        given: [{ label: 'ls -l', text: `-${shown} 1 edda harbour 412 Mar  1 09:58 ${random.pick(files)}` }],
        answer: octal(mode),
        solution: [
          'There are three letters for the owner, three for the group and three for all others. r counts 4, w counts 2, x counts 1.',
          `\`${shown.slice(0, 3)}\` is ${octal(mode)[0]}, \`${shown.slice(3, 6)}\` is ${octal(mode)[1]}, \`${shown.slice(6)}\` is ${octal(mode)[2]}.`,
        ],
      };
    },
  },
  'perm-symbolic': {
    form: 'nine letters and hyphens, as ls -l shows them',
    isDistinct: false,
    hasFewAnswers: true,
    // Without special bits, a capital letter has no meaning of its own.
    normalize: (text) => normalizeSymbolic(text.toLowerCase()),
    make: (random) => {
      const mode = modeOf(random);
      return {
        given: [{ label: 'The command', text: `chmod ${octal(mode)} ${random.pick(files)}` }],
        answer: symbolic(mode),
        solution: [
          `Each digit is a sum of 4 (r), 2 (w) and 1 (x). ${[...octal(mode)].map((digit, i) => `${digit} is \`${symbolic(mode).slice(i * 3, i * 3 + 3)}\``).join(', ')}.`,
        ],
      };
    },
  },
  'perm-chmod': {
    form: 'three octal digits',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeOctal,
    make: (random) => {
      const mode = modeOf(random);
      const steps = random.some(['u+x', 'g-w', 'o-rwx', 'g+r', 'o+r', 'u-w', 'a-x', 'go-w', 'g=r', 'o='], 3);
      const result = steps.reduce(applied, mode);
      return {
        given: [
          { label: 'Current mode', text: symbolic(mode) },
          { label: 'The command', text: `chmod ${steps.join(',')} ${random.pick(files)}` },
        ],
        answer: octal(result),
        solution: [
          'u is the owner, g the group, o all others, a all three. `+` adds, `-` removes, and `=` sets exactly the named permissions.',
          `Step by step: ${steps.map((step, i) => `\`${step}\` makes \`${symbolic(steps.slice(0, i + 1).reduce(applied, mode))}\``).join(', ')}.`,
        ],
      };
    },
  },
  'perm-umask': {
    form: 'three octal digits',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeOctal,
    make: (random) => {
      const mask = (random.pick([0, 0, 7]) << 6) | (random.int(0, 7) << 3) | random.int(0, 7);
      const isFolder = random.int(0, 1) === 1;
      const base = isFolder ? 0o777 : 0o666;
      return {
        given: [
          { label: 'umask', text: octal(mask, 4) },
          { label: 'The command', text: isFolder ? 'mkdir cellar' : 'touch cellar.txt' },
        ],
        answer: octal(base & ~mask),
        mistakes: {
          [octal((isFolder ? 0o666 : 0o777) & ~mask)]: `A new ${isFolder ? 'folder' : 'file'} asks for ${octal(base)}.`,
          [octal(mask)]: 'These are the permissions that the umask removes.',
        },
        solution: [
          `A new ${isFolder ? 'folder asks for 777' : 'file asks for 666: it is not executable yet'}. The umask lists the bits that are removed from that.`,
          `The bits are removed, not subtracted: a bit that is not set stays unset. \`${octal(base)}\` without \`${octal(mask)}\` is \`${octal(base & ~mask)}\`.`,
        ],
      };
    },
  },
  'perm-special': {
    form: 'nine letters and hyphens, as ls -l shows them',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeSymbolic,
    make: (random) => {
      const special = random.pick([
        { bits: 0o4000, name: 'setuid' },
        { bits: 0o2000, name: 'setgid' },
        { bits: 0o1000, name: 'the sticky bit' },
        { bits: 0o6000, name: 'setuid and setgid' },
      ]);
      const mode = special.bits | modeOf(random);
      return {
        given: [{ label: 'The command', text: `chmod ${octal(mode, 4)} /srv/${random.pick(['ring', 'box', 'post'])}` }],
        answer: symbolic(mode),
        solution: [
          `The first of four digits holds the special bits: 4 setuid, 2 setgid, 1 sticky. Here it is ${special.name}.`,
          'setuid is shown in place of the owner’s x, setgid in place of the group’s x, sticky in place of the last x: `s` or `t` if x is set as well, `S` or `T` if it is not.',
        ],
      };
    },
  },
  'perm-who': {
    form: 'the names, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) => normalizeWords(text).replace(/^(?:nobody|no one|noone)$/, 'none'),
    make: (random) => {
      const mode = modeOf(random) & ~0o111;
      const [owner, ...others] = random.some(people, 5) as [string, string, string, string, string];
      const members = random.some([owner, ...others], 3).sort();
      const bitsOf = (name: string) => (name === owner ? mode >> 6 : members.includes(name) ? mode >> 3 : mode) & 7;
      const right = random.pick([
        { bit: 4, verb: 'read' },
        { bit: 2, verb: 'write' },
      ]);
      const able = [owner, ...others].filter((name) => (bitsOf(name) & right.bit) !== 0).sort();
      return {
        given: [
          { label: 'ls -l', text: `-${symbolic(mode)} 1 ${owner} watch 96 Mar  1 23:40 ${random.pick(files)}` },
          { label: 'The group watch', text: members.join(', ') },
          { label: `Which of these may ${right.verb} it?`, text: [owner, ...others].sort().join(', ') },
        ],
        answer: able.join(' ') || 'none',
        solution: [
          'Linux looks once, from left to right: the owner has the first three letters, even if the group may do more. A user who is not the owner but is in the group has the next three. All others have the last three.',
          `${owner} owns the file: \`${symbolic(mode).slice(0, 3)}\`. The group’s members have \`${symbolic(mode).slice(3, 6)}\`, the others \`${symbolic(mode).slice(6)}\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;

/** Applies one clause of a symbolic chmod. */
function applied(mode: number, clause: string): number {
  const [, whom = '', sign, letters = ''] = /^([ugoa]+)([-+=])([rwx]*)$/.exec(clause) ?? [];
  const bits = [...letters].reduce((sum, letter) => sum | ({ r: 4, w: 2, x: 1 }[letter] ?? 0), 0);
  const shifts = whom.includes('a') ? [6, 3, 0] : [...whom].map((one) => ({ u: 6, g: 3, o: 0 })[one] ?? 0);
  return shifts.reduce((now, shift) => {
    if (sign === '+') return now | (bits << shift);
    if (sign === '-') return now & ~(bits << shift);
    return (now & ~(7 << shift)) | (bits << shift);
  }, mode);
}
