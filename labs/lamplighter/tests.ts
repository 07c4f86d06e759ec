import { deepEqual, ok } from 'node:assert/strict';
import type { RepairTests } from '@hexpedition/lab-runtime';
import { keeper, send } from './wire.ts';

/** The longest name that fits: 48 bytes with the terminating zero. */
const LONGEST_NAME = 'Bartholomew-Augustus-Ferdinand-von-Ostrel-Senior'.slice(0, 47);
const LONGEST_NOTE = 'a quiet night, all lamps burn, and the gulls have the roof again'.slice(0, 63);

/** Throws unless the light answered with these words. */
function says(output: string, words: string): void {
  ok(
    output.includes(words),
    `The light should have sent "${words.trim()}". It answered: ${output.slice(0, 400) || 'nothing'}`,
  );
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'lights a lamp': async (target) => {
    says(await send(target, '2\nAnsel\nFog until noon.\n'), 'Lamp 2, green, burns for Ansel, rank 0.');
  },
  'keeps the log': async (target) => {
    says(await send(target, '3\nAnsel\nFog until noon.'), 'Noted, 15 bytes.');
    says(await send(target, `3\nAnsel\n${LONGEST_NOTE}`), `Noted, ${LONGEST_NOTE.length} bytes.`);
  },
};

const tests: RepairTests = {
  'lights each of the four': async (target) => {
    const colours = [];
    for (const lamp of [1, 2, 3, 4]) {
      colours.push(/Lamp \d, (\w+), burns/.exec(await send(target, `${lamp}\nAnsel\n-\n`))?.[1]);
    }
    deepEqual(colours, ['red', 'green', 'white', 'amber'], `The lamps are ${colours.join(', ')}.`);
  },
  'rejects a lamp that does not exist': async (target) => {
    for (const lamp of ['0', '5', '-1', 'the big one']) {
      const output = await send(target, `${lamp}\n`);
      says(output, 'There is no such lamp. Good night.');
      ok(!output.includes('burns'), `It lit the lamp "${lamp}".`);
    }
  },
  'accepts a name of one letter': async (target) => {
    says(await send(target, '1\nA\n-\n'), 'burns for A, rank 0.');
  },
  'accepts a name of 47 letters': async (target) => {
    says(await send(target, `1\n${LONGEST_NAME}\n-\n`), `burns for ${LONGEST_NAME}, rank 0.`);
  },
  'accepts a name with a space': async (target) => {
    says(await send(target, '4\nOld Ansel\n-\n'), 'burns for Old Ansel, rank 0.');
  },
  'asks one question after another': async (target) => {
    const ansel = keeper(target);
    await ansel.until('Which lamp, 1 to 4? ');
    ansel.say('2\n');
    await ansel.until('Who gives the order? ');
    ansel.say('Ansel\n');
    await ansel.until('A word for the log? ');
    ansel.say('Fog.\n');
    says(await ansel.toTheEnd(), 'Noted, 5 bytes.\nGood night.\n');
  },
  'serves two keepers at once': async (target) => {
    const [ansel, berta] = [keeper(target), keeper(target)];
    await ansel.until('Which lamp');
    await berta.until('Which lamp');
    ansel.say('1\n');
    berta.say('3\nBerta\n');
    says(await berta.until('for the log'), 'Lamp 3, white, burns for Berta');
    ansel.say('Ansel\n');
    says(await ansel.until('for the log'), 'Lamp 1, red, burns for Ansel');
    berta.say('-');
    ansel.say('-');
    says(await ansel.toTheEnd(), 'Good night');
    says(await berta.toTheEnd(), 'Good night');
  },
  'keeps running after a keeper disconnects': async (target) => {
    const rude = keeper(target);
    await rude.until('Which lamp');
    rude.say('2\n');
    rude.hangUp();
    says(await send(target, '2\nAnsel\n-\n'), 'burns for Ansel');
  },
  'says good night before it closes the connection': async (target) => {
    says(await send(target, '2\nAnsel\n-\n'), 'Good night.\n');
  },
};
export default tests;
