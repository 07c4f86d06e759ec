// Protection against DNS spoofing: port, letter case and signature in addition to 16 bits. The film computes all times.
import { tries } from './memory-race.mjs';
import { colour, ease, shown } from './stage.mjs';

const numbers = 65_536;
const ports = 65_536 - 1_024;
const name = '8301.harbour.example';
const letters = name.replace(/[^a-z]/g, '').length;

// Average time of guessing, at this number of tries per second.
const seconds = (numbers / tries).toFixed(1);
const days = Math.round((numbers * ports) / tries / 86_400);
const years = Math.round((numbers * ports * 2 ** letters) / tries / (365.25 * 86_400));

const label = { size: 18, fill: colour.ink3, spacing: 2 };

/** Returns the name with capitals for the letters whose bit is set. */
function cased(bits) {
  let at = 0;
  return [...name]
    .map((sign) => {
      if (!/[a-z]/.test(sign)) return sign;
      at += 1;
      return (bits >> (at - 1)) & 1 ? sign.toUpperCase() : sign;
    })
    .join('');
}
const asked = cased(0b10110011010010);
const forged = cased(0b01101010110100);

/** Draws a row of bits, each group in its colour, and the time that guessing takes. */
function bits(s, y, groups, time, hue, alpha, timeAlpha) {
  s.fade(alpha, () => {
    s.card(84, y, 1112, 84, { stroke: hue, cut: 16 });
    let x = 110;
    for (const [count, fill] of groups) {
      for (let at = 0; at < count; at += 1)
        s.card(x + at * 15, y + 26, 11, 32, { fill, stroke: fill, cut: 0, width: 1 });
      x += count * 15 + 14;
    }
    s.fade(timeAlpha, () => s.mono(time, 1166, y + 55, { size: 34, align: 'right', fill: hue }));
  });
}

function verdict(s, alpha, x, y, right, r = 20) {
  s.fade(alpha, () => {
    const hue = right ? colour.phosphor : colour.coral;
    s.hex(x, y, r, { fill: hue, stroke: hue });
    if (right) s.tick(x, y, r);
    else s.cross(x, y, r * 0.35, colour.sea);
  });
}

export const film = {
  out: 'curriculum/on-the-wire/a-false-memory/videos/a-mended-memory',
  poster: 26,
  bitrate: 47_000,
  scenes: [
    {
      title: 'A second number',
      length: 14.5,
      captions: [
        [
          0.3,
          4.4,
          'Until 2008, most resolvers always asked from the same\nport. An attacker only had to guess the number.',
        ],
        [
          4.6,
          9.2,
          'On 8 July 2008, all vendors publish the same change:\neach question leaves from another, random port.',
        ],
        [
          9.4,
          14.3,
          `Port and number must be right in the same packet.\n${seconds} seconds of guessing become ${days} days, on average.`,
        ],
      ],
      draw(s, t) {
        const random = [41_873, 9_205, 60_118, 23_554, 51_390, 17_746];
        const at = Math.min(5, Math.max(0, Math.floor((t - 4.8) / 0.7)));
        const id = [28_277, 3_419, 61_052, 44_790, 12_338, 53_601][Math.floor(t / 0.7) % 6];
        const port = t < 4.8 ? 32_769 : random[at];
        s.card(84, 150, 1112, 150, { stroke: colour.violet });
        s.mono('THE RESOLVER’S QUESTION', 118, 192, label);
        s.mono('from port', 118, 256, { size: 26, fill: colour.ink3 });
        s.mono(String(port), 276, 258, { size: 36, fill: t < 4.8 ? colour.ink2 : colour.violet });
        s.mono('to port', 520, 256, { size: 26, fill: colour.ink3 });
        s.mono('53', 646, 258, { size: 36, fill: colour.ink2 });
        s.mono('number', 836, 256, { size: 26, fill: colour.ink3 });
        s.mono(String(id), 948, 258, { size: 36, fill: colour.beacon });
        bits(s, 334, [[16, colour.beacon]], `${seconds} s`, colour.coral, shown(t, 1.4), shown(t, 2.4));
        bits(
          s,
          438,
          [
            [16, colour.beacon],
            [16, colour.violet],
          ],
          `${days} days`,
          colour.violet,
          shown(t, 6.2),
          shown(t, 10.4),
        );
        s.mono(`AT ${tries.toLocaleString('en')} GUESSES A SECOND`, 1166, 566, { ...label, align: 'right' });
        s.mono('EACH BOX ONE BIT', 110, 566, label);
        s.fade(shown(t, 1.8), () => s.mono('number', 372, 386, { size: 24, fill: colour.beacon }));
        s.fade(shown(t, 6.6), () => s.mono('number and port', 626, 490, { size: 24, fill: colour.violet }));
      },
    },
    {
      title: 'Upper and lower case',
      length: 13.5,
      captions: [
        [
          0.3,
          4.4,
          'Names ignore upper and lower case. But an answer repeats\nthe question, and servers copy it letter by letter.',
        ],
        [4.6, 8.8, 'So the resolver picks upper or lower case at random,\nand accepts only the same pattern.'],
        [
          9,
          13.3,
          `${letters} letters are ${letters} more bits: now it takes ${years} years.\nThe digits of 8301 add nothing.`,
        ],
      ],
      draw(s, t) {
        const tossing = t < 5 ? 0 : Math.min(1, (t - 5) / 1.4);
        const line = [...asked].map((sign, at) => (at / asked.length < tossing ? sign : sign.toLowerCase()));
        s.card(84, 150, 1112, 208, { stroke: colour.violet });
        const part = (words, y, hue) =>
          [...words].forEach((sign, at) => {
            const capital = /[A-Z]/.test(sign);
            s.mono(sign, 350 + at * 23.4, y, {
              size: 39,
              fill: capital ? hue : /[a-z]/.test(sign) ? colour.ink2 : colour.ink3,
            });
          });
        s.mono('asked', 118, 208, { size: 26, fill: colour.ink3 });
        part(line, 210, colour.phosphor);
        s.fade(shown(t, 2.2), () => {
          s.mono('true answer', 118, 270, { size: 26, fill: colour.ink3 });
          part(line, 272, colour.phosphor);
        });
        verdict(s, shown(t, 6.8), 1150, 258, true);
        s.fade(shown(t, 7.2), () => {
          s.mono('a guess', 118, 332, { size: 26, fill: colour.ink3 });
          part([...forged], 334, colour.coral);
        });
        verdict(s, shown(t, 8), 1150, 322, false);
        s.fade(shown(t, 8.8), () => {
          bits(
            s,
            392,
            [
              [16, colour.beacon],
              [16, colour.violet],
              [letters, colour.phosphor],
            ],
            `${years} years`,
            colour.phosphor,
            1,
            shown(t, 10),
          );
          [
            ['number', 110, colour.beacon],
            ['port', 364, colour.violet],
            ['letters', 618, colour.phosphor],
          ].forEach(([words, x, hue]) => {
            s.mono(words, x, 510, { size: 22, fill: hue });
          });
          s.mono(`AT ${tries.toLocaleString('en')} GUESSES A SECOND`, 1166, 566, { ...label, align: 'right' });
        });
      },
    },
    {
      title: 'A signature',
      length: 14.5,
      captions: [
        [
          0.3,
          4.8,
          'DNSSEC does not make guessing harder. It signs records.\nThe root signs the key of example, and so on down.',
        ],
        [
          5,
          9.2,
          'A resolver that checks must know one key in advance:\nthe root’s. The signature of the true answer is right.',
        ],
        [
          9.4,
          14.3,
          'Luck does not help any more. Number, port and letters\nare right. The signature is not: the answer is dropped.',
        ],
      ],
      draw(s, t) {
        [
          ['the root', colour.beacon],
          ['example', colour.blue],
          ['harbour.example', colour.phosphor],
        ].forEach(([words, hue], index) => {
          const x = 84 + index * 396;
          s.fade(shown(t, 0.6 + index * 1.2), () => {
            s.card(x, 150, 320, 118, { stroke: hue });
            s.text(words, x + 30, 198, { size: 27, weight: 600 });
            s.mono(index === 0 && t > 5 ? 'key, known' : 'key', x + 30, 240, { size: 23, fill: hue });
          });
          if (index > 0) {
            s.fade(shown(t, 0.6 + index * 1.2), () => {
              s.rule(
                [
                  [x - 76, 209],
                  [x - 4, 209],
                ],
                { stroke: colour.ink3, width: 3, progress: ease(t, 0.6 + index * 1.2, 1.4 + index * 1.2) },
              );
              s.rule(
                [
                  [x - 18, 199],
                  [x - 4, 209],
                  [x - 18, 219],
                ],
                { stroke: colour.ink3, width: 3 },
              );
            });
          }
        });
        const answer = (alpha, x, title, address, hue, rows) => {
          s.fade(alpha, () => {
            s.card(x, 306, 540, 270, { stroke: hue });
            s.mono(title, x + 32, 346, label);
            s.mono(`harbour.example  A`, x + 32, 390, { size: 24, fill: colour.ink2 });
            s.mono(address, x + 32, 428, { size: 30, fill: hue });
            rows.forEach(([words, at, right], index) => {
              const left = x + 32 + (index % 2) * 256;
              const y = 484 + Math.floor(index / 2) * 52;
              s.text(words, left + 44, y + 8, { size: 24 });
              verdict(s, shown(t, at), left + 16, y, right, 16);
            });
          });
        };
        answer(shown(t, 5), 84, 'TRUE', '203.0.113.80', colour.phosphor, [
          ['number', 5.6, true],
          ['port', 5.8, true],
          ['letters', 6, true],
          ['signature', 7, true],
        ]);
        answer(shown(t, 9.4), 656, 'FORGED, WITH A LUCKY HAND', '198.51.100.66', colour.coral, [
          ['number', 10, true],
          ['port', 10.3, true],
          ['letters', 10.6, true],
          ['signature', 11.8, false],
        ]);
        s.fade(shown(t, 12.4), () => s.chip('SERVFAIL', 1096, 418, colour.coral, 24));
      },
    },
    {
      title: 'Effects of a false entry',
      length: 14,
      captions: [
        [
          0.3,
          4.6,
          'Suppose that the attack works. A browser connects to the\nwrong address, sees a wrong certificate, and warns you.',
        ],
        [4.8, 8.8, 'A mail server delivers the mail. Most of them encrypt,\nbut they accept any certificate.'],
        [
          9,
          13.8,
          'An authority that used this resolver would issue a real\ncertificate. So authorities now ask from several places.',
        ],
      ],
      draw(s, t) {
        const far = [1070, 386];
        s.card(84, 146, 1112, 84, { stroke: colour.violet });
        s.mono('THE RESOLVER REMEMBERS', 118, 196, label);
        s.pieces([['harbour.example '], ['198.51.100.66', colour.coral]], 500, 198, 25);
        s.mono('86400 s', 1164, 198, { size: 25, align: 'right', fill: colour.beacon });
        s.depths([[...far, 40]]);
        s.place(...far, { icon: 'eye', name: '198.51.100.66', hue: colour.coral, r: 48 });
        [
          ['a browser', 'https?', 'warns: wrong certificate', colour.phosphor, 0.6],
          ['a mail server', 'a letter', 'mail delivered', colour.coral, 4.8],
          ['an authority', 'who is there?', 'certificate issued', colour.coral, 9],
        ].forEach(([who, sends, result, hue, at], index) => {
          const y = 308 + index * 112;
          s.fade(shown(t, at - 0.4), () => {
            s.card(84, y - 46, 380, 92, { stroke: t > at + 3 ? hue : colour.blue });
            s.text(who, 114, y - 4, { size: 27, weight: 600 });
            s.rule(
              [
                [472, y + (386 - y) * 0.05],
                [1012, y + (386 - y) * 0.91],
              ],
              { dash: [3, 10], stroke: colour.ink3 },
            );
            s.packet([440, y], far, ease(t, at, at + 1.8), sends);
            s.packet(far, [440, y], ease(t, at + 1.9, at + 3.1), '', colour.coral);
          });
          s.fade(shown(t, at + 3), () => s.mono(result, 114, y + 29, { size: 21, fill: hue }));
        });
        s.fade(shown(t, 12), () => s.chip('seen from elsewhere: another address', 850, 556, colour.phosphor, 22));
      },
    },
  ],
};
