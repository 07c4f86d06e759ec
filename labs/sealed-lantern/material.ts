import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Material } from '@hexpedition/lab-runtime/material';

/*
 * Seals a lantern: stamps a word, a note and the key of the pier into the program. The positions are those of `seal` in
 * lantern.c.
 */

const MARK = 'PORT OSTREL YARD';
const KEY = 16;
const FIRST = 20;
const STEP = 21;
const TEETH = 22;
const LENGTH = 34;
const NOTE = 35;

const material: Material = ({ note = '', pier = '' }) => {
  const lantern = readFileSync('/lab/program');
  const at = lantern.indexOf(MARK);
  if (at >= 0) {
    const word = makeWord();
    lantern.writeUInt32LE(keyOf(pier), at + KEY);
    const first = randomInt(256);
    const step = randomInt(2, 128) * 2 + 1;
    lantern[at + FIRST] = first;
    lantern[at + STEP] = step;
    teethOf(word, first, step).copy(lantern, at + TEETH);
    lantern[at + LENGTH] = note.length;
    written(note, word).copy(lantern, at + NOTE);
  }
  return [{ path: 'lantern', content: lantern, mode: 0o755, modifiedAt: new Date('1998-11-04T16:20:00Z') }];
};
export default material;

const pick = (letters: string) => letters[randomInt(letters.length)] ?? '';

/** Six syllables. */
const makeWord = () => Array.from({ length: 6 }, () => pick('bdfghjklmnprstvw') + pick('aeiou')).join('');

/** Returns the targets of the letters: the inverse of `fits` in lantern.c. */
function teethOf(word: string, first: number, step: number): Buffer {
  let turn = first;
  return Buffer.from(
    Array.from(Buffer.from(word), (letter, i) => {
      const tooth = letter ^ turn;
      turn = (turn * step + 17) & 0xff;
      return ((tooth << 3) | (tooth >> 5)) + i;
    }),
  );
}

/** As `read_note` of lantern.c reads it. */
function written(note: string, word: string): Buffer {
  const in64 = (number: bigint) => BigInt.asUintN(64, number);
  let ink = 0xcbf29ce484222325n;
  for (const letter of Buffer.from(word)) ink = in64((ink ^ BigInt(letter)) * 0x100000001b3n);
  return Buffer.from(
    Array.from(Buffer.from(note), (letter) => {
      ink = in64(ink + 0x9e3779b97f4a7c15n);
      let stroke = in64((ink ^ (ink >> 30n)) * 0xbf58476d1ce4e5b9n);
      stroke = in64((stroke ^ (stroke >> 27n)) * 0x94d049bb133111ebn);
      return letter ^ Number(stroke >> 56n);
    }),
  );
}

/** As `seal_the_pier` derives it, from data that only the pier can read. */
function keyOf(pier: string): number {
  let key = 0x811c9dc5;
  for (const letter of Buffer.from(pier)) key = Math.imul(key ^ letter, 0x01000193);
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  return (key ^ (key >>> 13)) >>> 0;
}
