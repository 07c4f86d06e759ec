// The race for an answer: forged answers that guess a number, many questions at once, and names that don't exist.
// The film computes all chances.
import { colour, ease, shown } from './stage.mjs';

const numbers = 65_536;
const guesses = 500;
const races = 20;
export const tries = guesses * races;
const odds = Math.round(numbers / guesses);

/** Returns the chance to win at least one of `count` races. */
const won = (count) => 1 - (1 - guesses / numbers) ** count;

/** Returns the chance that one of `count` different guesses matches one of `count` different questions. */
function meeting(count) {
  let none = 1;
  for (let at = 0; at < count; at += 1) none *= 1 - count / (numbers - at);
  return 1 - none;
}
const half = 213;
const daysToHalf = Math.ceil(Math.log(0.5) / Math.log(1 - guesses / numbers));

/** Pseudorandom numbers, the same in every film. */
function* drawn(seed) {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 16;
  }
}
function take(seed, count) {
  const found = new Set();
  for (const value of drawn(seed)) {
    found.add(value);
    if (found.size === count) return [...found];
  }
}
const asked = take(11, half);
// The first guesses that match exactly one of the questions: every second draw has at least one match.
let guessed = [];
for (let seed = 100; guessed.filter((value) => asked.includes(value)).length !== 1; seed += 1) {
  guessed = take(seed, half);
}
const met = guessed.find((value) => asked.includes(value));

const label = { size: 18, fill: colour.ink3, spacing: 2 };
const resolver = [230, 306];
const server = [1050, 216];
const attacker = [1050, 440];
const id = 28_277;

function row(s, y, section, words, hue = colour.ink) {
  s.mono(section, 596, y, { size: 17, fill: colour.ink3, spacing: 2 });
  words.forEach((line, index) => {
    s.mono(line, 596, y + 36 + index * 34, { size: 24, fill: hue });
  });
}

export const film = {
  out: 'curriculum/on-the-wire/a-false-memory/videos/the-race-for-an-answer',
  poster: 8.4,
  bitrate: 47_000,
  scenes: [
    {
      title: 'A race',
      length: 14.5,
      captions: [
        [
          0.3,
          4.4,
          `The resolver asks, and gives its question a number: ${id}.\nIt believes the first answer with that number.`,
        ],
        [
          4.6,
          9,
          'An attacker can’t see the question, but she caused it.\nShe answers in the server’s name, with guessed numbers.',
        ],
        [
          9.2,
          14.3,
          `She sends ${guesses} before the true answer. That wins one race\nin ${odds}. If she loses, the true answer is cached for a day.`,
        ],
      ],
      draw(s, t) {
        s.depths([
          [...resolver, 50],
          [...server, 44],
          [...attacker, 44],
        ]);
        s.rule([resolver, server], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...server, { name: 'ns.harbour.example', hue: colour.phosphor, r: 48 });
        s.fade(shown(t, 4.4), () => {
          s.rule([resolver, attacker], { dash: [3, 10], width: 3, stroke: colour.ink3 });
          s.place(...attacker, { icon: 'eye', name: 'the attacker', hue: colour.coral, r: 48, live: t > 5 && t < 11 });
        });
        const stream = [attacker[0] - 60, attacker[1] - 10];
        const target = [resolver[0] + 66, resolver[1] + 14];
        if (t > 5 && t < 12.4) {
          for (let index = 0; index < 44; index += 1) {
            const p = (t - 5.2 - index * 0.13) / 1.5;
            if (p <= 0 || p >= 1) continue;
            const x = stream[0] + (target[0] - stream[0]) * p;
            const y = stream[1] + (target[1] - stream[1]) * p + 12 * Math.sin(index * 2.4) * p;
            s.fade(Math.min(1, p * 8, (1 - p) * 8), () => s.hex(x, y, 6, { fill: colour.coral, stroke: colour.coral }));
          }
        }
        s.place(...resolver, { icon: 'book', name: 'the resolver', hue: colour.violet });
        s.packet(resolver, server, ease(t, 0.9, 3.6), `id ${id}`);
        s.packet(server, resolver, ease(t, 9.4, 11.8), `id ${id}`, colour.phosphor);
        s.fade(shown(t, 1.6), () =>
          s.chip(
            t < 11.8 ? `waits for ${id}` : 'knows the truth',
            230,
            470,
            t < 11.8 ? colour.beacon : colour.phosphor,
            24,
          ),
        );
        s.fade(shown(t, 5.2, 11.8), () => {
          const last = Math.max(0, Math.floor((t - 5.2) * 12));
          const list = guessed.slice(last, last + 4);
          list.forEach((value, index) => {
            s.mono(`id ${String(value).padStart(5, '0')}`, 560 + (index % 2) * 140, 500 + Math.floor(index / 2) * 36, {
              size: 24,
              fill: colour.coral,
            });
          });
        });
        s.fade(shown(t, 11.8), () => s.chip(`1 in ${odds}`, 640, 512, colour.coral));
        s.fade(shown(t, 12.4), () => s.chip('kept: 86,400 s', 230, 536, colour.phosphor, 24));
      },
    },
    {
      title: 'Many questions at once',
      length: 13.5,
      captions: [
        [
          0.3,
          4.4,
          'Old resolvers sent the same question again for every\nclient that asked, each time with another number.',
        ],
        [
          4.6,
          8.8,
          `Now any guess may match any of the questions, as with\nbirthdays at a party: with ${half} of each, the chance is half.`,
        ],
        [
          9,
          13.3,
          'This was found and fixed in 2002: a resolver sends one\nquestion for all clients. Only one number is right.',
        ],
      ],
      draw(s, t) {
        s.card(84, 146, 700, 420, { stroke: colour.line });
        const at = (value) => [110 + (value % 256) * 2.53, 176 + Math.floor(value / 256) * 1.41];
        const single = ease(t, 9.4, 10.4);
        asked.forEach((value, index) => {
          const alpha = Math.min(1, Math.max(0, (t - 0.8) * 80 - index)) * (1 - 0.9 * single);
          s.fade(alpha, () => s.hex(...at(value), 5, { fill: colour.blue, stroke: colour.blue, width: 1 }));
        });
        guessed.forEach((value, index) => {
          const alpha = Math.min(1, Math.max(0, (t - 4.8) * 90 - index));
          s.fade(alpha, () => s.hex(...at(value), 4, { fill: colour.coral, stroke: colour.coral, width: 1 }));
        });
        s.fade(shown(t, 7.2, 10), () => {
          const [x, y] = at(met);
          s.hex(x, y, 20, { fill: 'transparent', stroke: colour.beacon, width: 4 });
          s.chip('met', x, y - 42, colour.beacon, 22);
        });
        s.fade(single, () => {
          s.hex(...at(asked[60]), 9, { fill: colour.blue, stroke: colour.blue });
          s.hex(...at(asked[60]), 20, { fill: 'transparent', stroke: colour.blue, width: 4 });
        });
        s.mono('65,536 NUMBERS', 826, 178, label);
        s.fade(shown(t, 0.8), () => {
          s.hex(838, 224, 8, { fill: colour.blue, stroke: colour.blue });
          s.text(t < 9.6 ? `${half} questions` : 'one question', 862, 234, { size: 30, weight: 600 });
        });
        s.fade(shown(t, 4.8), () => {
          s.hex(838, 280, 8, { fill: colour.coral, stroke: colour.coral });
          s.text(`${half} guesses`, 862, 290, { size: 30, weight: 600 });
        });
        s.fade(shown(t, 7.2), () => {
          s.card(826, 336, 370, 230, { stroke: t < 9.6 ? colour.coral : colour.phosphor });
          s.mono('CHANCE OF A MEETING', 860, 382, label);
          const chance = t < 9.6 ? meeting(half) : half / numbers;
          s.mono(`${(chance * 100).toFixed(1)} %`, 860, 466, {
            size: 60,
            fill: t < 9.6 ? colour.coral : colour.phosphor,
          });
          s.mono(t < 9.6 ? 'any with any' : 'all with one', 860, 522, { size: 24, fill: colour.ink2 });
        });
      },
    },
    {
      title: 'A name that does not exist',
      length: 14.5,
      captions: [
        [
          0.3,
          4.8,
          'In 2008, Dan Kaminsky asks for names that don’t exist.\nA lost race costs nothing: the next name is a new race.',
        ],
        [5, 9.6, 'The forged answer has no address for 8301. It names\na server for all of harbour.example: her own.'],
        [
          9.8,
          14.3,
          'The question was about that zone. So a resolver of\nthat time accepts this, and remembers it for a day.',
        ],
      ],
      draw(s, t) {
        s.card(84, 146, 440, 420, { stroke: colour.violet });
        s.mono('ASKED', 118, 188, label);
        for (let index = 0; index < 7; index += 1) {
          const alpha = shown(t, 0.7 + index * 0.55);
          const y = 236 + index * 48;
          const last = index === 6;
          s.fade(alpha, () => {
            s.mono(`${8295 + index}.harbour.example`, 118, y, { size: 23, fill: last ? colour.ink : colour.ink2 });
          });
          if (!last)
            s.fade(shown(t, 1.1 + index * 0.55), () =>
              s.text('lost', 490, y, { size: 22, align: 'right', fill: colour.ink3 }),
            );
          else
            s.fade(shown(t, 5), () =>
              s.text('won', 490, y, { size: 22, weight: 600, align: 'right', fill: colour.coral }),
            );
        }
        s.fade(shown(t, 5), () => {
          s.card(562, 146, 634, 420, { stroke: colour.coral });
          row(s, 190, `ANSWER, ID ${id}`, ['8301.harbour.example  A ?'], colour.ink2);
          row(s, 270, 'ADDRESS OF THIS NAME', ['none'], colour.ink2);
        });
        s.fade(shown(t, 6.2), () => {
          row(s, 350, 'SERVER OF THE ZONE', ['harbour.example      86400', 'NS  ns9.harbour.example'], colour.coral);
        });
        s.fade(shown(t, 7.4), () => {
          row(s, 464, 'ITS ADDRESS', ['ns9.harbour.example  86400', 'A   198.51.100.66'], colour.coral);
        });
        s.fade(shown(t, 10.4), () => {
          s.chip('kept', 1130, 386, colour.violet, 24);
          s.chip('kept', 1130, 500, colour.violet, 24);
        });
      },
    },
    {
      title: 'A matter of seconds',
      length: 13,
      captions: [
        [
          0.3,
          4.8,
          `${races} names a second and ${guesses} guesses for each: 8 Mbit/s.\nAfter five seconds, the chance is more than a half.`,
        ],
        [5, 8.6, `With one race a day, as before,\nthe same chance takes ${daysToHalf} days.`],
        [
          8.8,
          12.8,
          'From then on, all clients of this resolver get the\nattacker’s answer for names below harbour.example.',
        ],
      ],
      draw(s, t) {
        const x = (second) => 150 + second * (800 / 30);
        const y = (chance) => 520 - chance * 350;
        s.rule(
          [
            [150, 160],
            [150, 520],
            [970, 520],
          ],
          { stroke: colour.ink3 },
        );
        s.mono('CHANCE', 150, 144, label);
        for (const second of [0, 10, 20, 30])
          s.mono(`${second} s`, x(second), 556, { size: 22, align: 'center', fill: colour.ink3 });
        for (const part of [0.5, 1]) {
          s.rule(
            [
              [150, y(part)],
              [970, y(part)],
            ],
            { dash: [3, 10] },
          );
          s.mono(`${part * 100} %`, 140, y(part) + 7, { size: 20, align: 'right', fill: colour.ink3 });
        }
        const until = 30 * ease(t, 0.8, 4.6);
        const points = [];
        for (let second = 0; second <= until; second += 0.25) points.push([x(second), y(won(second * races))]);
        if (points.length > 1) s.rule(points, { stroke: colour.coral, width: 5 });
        [1, 5, 10].forEach((second) => {
          s.fade(until > second ? shown(t, 1.4 + second * 0.2) : 0, () => {
            const chance = won(second * races);
            s.hex(x(second), y(chance), 9, { fill: colour.sea, stroke: colour.coral });
            s.mono(`${second} s: ${Math.round(chance * 100)} %`, x(second) + 22, y(chance) + 26, {
              size: 24,
              fill: colour.coral,
            });
          });
        });
        s.fade(shown(t, 5), () => {
          s.rule(
            [
              [150, 517],
              [960, 517],
            ],
            { stroke: colour.blue, width: 5, progress: ease(t, 5, 6.4) },
          );
          s.mono('one race a day', 950, 496, { size: 24, align: 'right', fill: colour.blue });
        });
        s.fade(shown(t, 8.8), () => {
          s.card(1004, 160, 204, 360, { stroke: colour.violet });
          s.mono('ANSWERED', 1024, 202, { ...label, spacing: 1 });
          ['www', 'mail', 'vpn', 'shop'].forEach((name, index) => {
            s.fade(shown(t, 9.2 + index * 0.4), () => {
              s.mono(name, 1024, 258 + index * 66, { size: 24 });
              s.mono('198.51.100.66', 1024, 286 + index * 66, { size: 20, fill: colour.coral });
            });
          });
        });
      },
    },
  ],
};
