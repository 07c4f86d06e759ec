// Guessing at speed: the same list and the same table with a fast hash and with a slow one.
import { colour, ease, shown } from './stage.mjs';

// One Nvidia RTX 4090 with hashcat 6.2.6, as published: SHA-256, and bcrypt at cost 5, whose work doubles with each cost.
const fast = 21_975.5e6;
const slow = 184.0e3 / 2 ** (12 - 5);
const list = 14.3e6;
const people = 1e6;
const year = 365.25 * 24 * 3600;

const minutes = Math.round((list * people) / fast / 60);
const years = Math.round((list * people) / slow / year);
const hours = Math.round((100 * people) / slow / 3600);
const ratio = Math.round(fast / slow / 1e6);

const door = [250, 280];
const home = [1030, 280];

/** Formats 1437.5 as "1,400": two significant digits, in groups of three. */
function round(value) {
  const digits = 10 ** Math.floor(Math.log10(value) - 1);
  return `${Math.round(value / digits) * digits}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Draws a bar on a logarithmic scale from 1 to 10^11 guesses a second. */
function bar(s, y, name, rate, done, hue) {
  s.text(name, 110, y - 20, { size: 28, weight: 600 });
  s.card(110, y, 1060, 56, { stroke: colour.line, cut: 14 });
  const w = 1060 * (Math.log10(rate) / 11) * done;
  if (w > 20) s.card(110, y, w, 56, { fill: hue, stroke: hue, cut: 14 });
  s.fade(done, () => s.mono(`${round(rate)} a second`, 1170, y - 20, { size: 28, align: 'right', fill: hue }));
}

/** Draws a line of the bill: the type of the stored hash, and the time that the list takes. */
function bill(s, y, name, sum, time, hue, alpha, timeAlpha) {
  s.fade(alpha, () => {
    s.card(110, y, 1060, 100, { stroke: hue });
    s.text(name, 146, y + 46, { size: 28, weight: 600 });
    s.mono(sum, 146, y + 80, { size: 20, fill: colour.ink3 });
    s.fade(timeAlpha, () => s.mono(time, 1130, y + 62, { size: 34, align: 'right', fill: hue }));
  });
}

export const film = {
  out: 'curriculum/behind-the-lock/hash-and-salt/videos/guessing-at-speed',
  poster: 40,
  bitrate: 55_000,
  scenes: [
    {
      title: 'The table is gone',
      length: 11,
      captions: [
        [0.3, 4.8, 'At the log-in form, guessing is slow.\nAfter a few wrong passwords, the server makes you wait.'],
        [
          5,
          10.8,
          'With the stolen table at home, there is no such limit.\nThe only limit is the cost to compute one guess.',
        ],
      ],
      draw(s, t) {
        s.depths([door, home]);
        s.place(...door, { name: 'harbour.example', hue: colour.phosphor });
        s.place(...home, { icon: 'eye', name: 'the thief’s own machine', hue: colour.coral, live: t > 5 });
        const tries = Math.min(5, Math.max(0, Math.floor((t - 0.8) / 0.5)));
        for (let index = 0; index < tries; index += 1) s.cross(158 + index * 46, 458, 12, colour.ink3);
        s.fade(shown(t, 3.4), () => s.chip('wait 15 minutes', 250, 528, colour.phosphor, 24));
        s.fade(shown(t, 5), () => {
          for (let index = 0; index < 75; index += 1) {
            const alpha = Math.min(1, Math.max(0, (t - 5.2) * 20 - index));
            if (alpha > 0)
              s.fade(alpha, () => s.cross(838 + (index % 25) * 16, 446 + Math.floor(index / 25) * 26, 4, colour.coral));
          }
        });
        s.fade(shown(t, 9), () => s.chip('and so on', 1030, 540, colour.coral, 24));
      },
    },
    {
      title: 'Fast and slow',
      length: 14,
      captions: [
        [
          0.3,
          5,
          'One graphics card of 2022, by the published figures\nof a cracking tool: 22 billion SHA-256 hashes a second.',
        ],
        [5.2, 9.4, 'bcrypt was made to be slow. Set to cost 12, the same\ncard does some 1,400 a second.'],
        [
          9.6,
          13.8,
          `That is a factor of ${ratio} million. It costs the server\nabout a quarter of a second for each log-in.`,
        ],
      ],
      draw(s, t) {
        bar(s, 226, 'SHA-256', fast, ease(t, 0.8, 3), colour.coral);
        bar(s, 366, 'bcrypt, cost 12', slow, ease(t, 5.4, 7), colour.phosphor);
        for (let power = 0; power <= 11; power += 1) {
          const x = 110 + (1060 / 11) * power;
          s.rule(
            [
              [x, 448],
              [x, 458],
            ],
            { stroke: colour.ink3 },
          );
          s.mono('10', x - 4, 490, { size: 20, align: 'center', fill: colour.ink3 });
          s.mono(`${power}`, x + 10, 480, { size: 14, fill: colour.ink3 });
        }
        s.mono('GUESSES A SECOND, EACH MARK TEN TIMES THE LAST', 110, 534, { size: 18, fill: colour.ink3, spacing: 2 });
        s.fade(shown(t, 9.6), () => s.chip(`${ratio} million times fewer`, 996, 528, colour.beacon, 24));
      },
    },
    {
      title: 'The same list, the same table',
      length: 16,
      captions: [
        [
          0.3,
          5,
          'A million people, and a list of 14.3 million passwords\nfrom an old leak. Without salt, each is hashed once.',
        ],
        [
          5.2,
          10,
          `With salt, each is hashed once for each person.\nWith a fast hash, that is ${minutes} minutes of work.`,
        ],
        [10.2, 15.8, `With salt and bcrypt, one card needs ${years} years.\nA thousand cards need four months.`],
      ],
      draw(s, t) {
        bill(s, 150, 'SHA-256, no salt', '14.3 million', 'below 1 s', colour.coral, shown(t, 0.6), shown(t, 3));
        bill(
          s,
          286,
          'SHA-256, salted',
          '14.3 million × 1 million',
          `${minutes} minutes`,
          colour.beacon,
          shown(t, 5.2),
          shown(t, 7),
        );
        bill(
          s,
          422,
          'bcrypt at cost 12, salted',
          '14.3 million × 1 million',
          `${years} years`,
          colour.phosphor,
          shown(t, 10.2),
          shown(t, 12),
        );
      },
    },
    {
      title: 'Limits of slow hashes',
      length: 13,
      captions: [
        [
          0.3,
          5,
          'The thief does not need the whole list. He tries the\nhundred most common passwords on the million people:',
        ],
        [5.2, 8.6, `${hours} hours, with bcrypt. By tomorrow he has all the people\nwho chose one of these.`],
        [
          8.8,
          12.8,
          'Salt and slowness buy time for all the others:\ntime to learn about the theft and change the password.',
        ],
      ],
      draw(s, t) {
        s.card(110, 150, 470, 402, { stroke: colour.coral });
        s.mono('A HUNDRED COMMON ONES', 146, 192, { size: 18, fill: colour.ink3, spacing: 2 });
        ['123456', 'password', 'qwerty', 'sunshine', 'iloveyou'].forEach((word, index) => {
          s.fade(shown(t, 0.8 + index * 0.4), () => {
            s.mono(word, 146, 248 + index * 54, { size: 28, fill: colour.coral });
          });
        });
        s.fade(shown(t, 2.8), () => s.text('and 95 more', 146, 518, { size: 26, fill: colour.ink3 }));
        s.fade(shown(t, 3.4), () => {
          s.card(640, 150, 530, 180, { stroke: colour.coral });
          s.text('one of these hundred', 676, 206, { size: 28, weight: 600 });
          s.fade(shown(t, 5.4), () => s.mono(`${hours} hours`, 676, 286, { size: 48, fill: colour.coral }));
        });
        s.fade(shown(t, 8.8), () => {
          s.card(640, 372, 530, 180, { stroke: colour.phosphor });
          s.text('on no list, and long', 676, 428, { size: 28, weight: 600 });
          s.mono('out of reach', 676, 508, { size: 40, fill: colour.phosphor });
        });
      },
    },
  ],
};
