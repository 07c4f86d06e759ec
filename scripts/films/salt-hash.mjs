// From a password to a row: hashes without salt, with salt, and at log-in. The film computes all digests.
import { colour, ease, shown } from './stage.mjs';

const bytes = (text) => new TextEncoder().encode(text);
const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));
const toHex = (data) => Array.from(data, (value) => value.toString(16).padStart(2, '0')).join('');

async function sha256(...parts) {
  const data = new Uint8Array(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

const users = [
  ['mara', 'lantern42', '5e0fd27bb14c93a86f20e8b7710d4ac9'],
  ['otto', 'driftwood', 'c19a6604fe73215d8b52049fd3ee17a0'],
  ['ines', 'lantern42', '07d8b3ef4a6195c2302f9e84bd5c71fa'],
  ['tomas', 'sunshine', 'a4427ce91fd058366be8370192c5f4db'],
];
const rows = await Promise.all(
  users.map(async ([name, password, salt]) => ({
    name,
    password,
    salt,
    plain: toHex(await sha256(bytes(password))),
    salted: toHex(await sha256(fromHex(salt), bytes(password))),
  })),
);
const words = await Promise.all(
  ['lantern42', 'sunshine', 'password1'].map(async (word) => [word, toHex(await sha256(bytes(word)))]),
);
const first = await sha256(bytes('lantern42'));
const second = await sha256(bytes('lantern43'));
const flipped = first.reduce((sum, value, at) => sum + (value ^ second[at]).toString(2).replaceAll('0', '').length, 0);

/** Draws a text, the function, and 64 digits in two lines. */
function hashed(s, y, text, digest, done, other) {
  s.card(84, y, 280, 92, { stroke: colour.line });
  s.mono(text.slice(0, -1), 116, y + 57, { size: 30 });
  s.mono(text.slice(-1), 116 + 18 * (text.length - 1), y + 57, { size: 30, fill: colour.beacon });
  s.fade(done, () => {
    s.rule(
      [
        [364, y + 46],
        [612, y + 46],
      ],
      { stroke: colour.ink3, progress: done },
    );
    s.chip('SHA-256', 486, y + 46, colour.violet, 24);
    s.card(612, y, 584, 92, { stroke: colour.violet });
  });
  [...digest].forEach((digit, at) => {
    const alpha = Math.min(1, Math.max(0, done * 80 - at));
    if (alpha > 0)
      s.fade(alpha, () => {
        s.mono(digit, 636 + (at % 32) * 17, y + 40 + Math.floor(at / 32) * 34, {
          size: 24,
          fill: other && other[at] !== digit ? colour.coral : colour.ink,
        });
      });
  });
}

/** Draws the stolen table: name, salt if there is one, the beginning of the hash. */
function table(s, t, { salted = false, marked = () => 0, at = 0.3 } = {}) {
  s.card(84, 146, 640, 314, { stroke: colour.violet });
  const head = { size: 18, fill: colour.ink3, spacing: 2 };
  s.mono('NAME', 120, 188, head);
  if (salted) s.mono('SALT', 258, 188, head);
  s.mono('HASH', salted ? 456 : 258, 188, head);
  rows.forEach((row, index) => {
    const y = 244 + index * 56;
    s.fade(shown(t, at + index * 0.3), () => {
      const hit = marked(row);
      s.fade(hit, () => s.card(100, y - 37, 608, 52, { fill: '#2a1a2a', stroke: colour.coral, cut: 12 }));
      s.mono(row.name, 120, y, { size: 26 });
      if (salted) s.mono(`${row.salt.slice(0, 8)}…`, 258, y, { size: 26, fill: colour.beacon });
      s.mono(`${(salted ? row.salted : row.plain).slice(0, salted ? 12 : 14)}…`, salted ? 456 : 258, y, {
        size: 26,
        fill: hit > 0.5 ? colour.coral : colour.ink2,
      });
    });
  });
}

/** Draws a precomputed list of words with their hashes. */
function list(s, t, at, hits) {
  s.fade(shown(t, at), () => {
    s.card(772, 146, 424, 314, { stroke: colour.coral });
    s.mono('MADE IN ADVANCE', 806, 188, { size: 18, fill: colour.ink3, spacing: 2 });
    words.forEach(([word, digest], index) => {
      const y = 244 + index * 56;
      const hit = hits && rows.some(({ plain }) => plain === digest) && t > at + 1.4 + index;
      s.mono(`${digest.slice(0, 10)}…`, 806, y, { size: 24, fill: hit ? colour.coral : colour.ink3 });
      s.mono(word, 1164, y, { size: 24, align: 'right', fill: hit ? colour.coral : colour.ink2 });
    });
    s.mono('and a few million more', 806, 426, { size: 20, fill: colour.ink3 });
  });
}

export const film = {
  out: 'curriculum/behind-the-lock/hash-and-salt/videos/from-password-to-row',
  poster: 21,
  bitrate: 47_000,
  scenes: [
    {
      title: 'One way only',
      length: 12.5,
      captions: [
        [0.3, 4.6, 'A hash function turns any text into 256 bits.\nThe same text gives the same bits, every time.'],
        [4.8, 8.4, 'If one character changes,\nabout half of the bits change.'],
        [8.6, 12.3, 'There is no known way back to the text.\nYou can only guess, hash, and compare.'],
      ],
      draw(s, t) {
        hashed(s, 170, 'lantern42', toHex(first), ease(t, 0.8, 3.4));
        s.fade(shown(t, 4.8), () => {
          hashed(s, 300, 'lantern43', toHex(second), ease(t, 5, 7), t > 7 ? toHex(first) : undefined);
        });
        s.fade(shown(t, 7.2), () => s.chip(`${flipped} of 256 bits differ`, 904, 434, colour.coral, 24));
        s.fade(shown(t, 8.8), () => {
          s.rule(
            [
              [900, 512],
              [224, 512],
            ],
            { stroke: colour.ink3, dash: [3, 10], width: 3, progress: ease(t, 8.8, 9.8) },
          );
          s.chip('?', 224, 512, colour.coral);
          s.fade(shown(t, 9.8), () => s.cross(562, 512, 20));
        });
      },
    },
    {
      title: 'Equal passwords show',
      length: 14,
      captions: [
        [0.3, 4.6, 'So the server stores hashes and no passwords.\nThen the table is stolen.'],
        [4.8, 8.4, 'Mara and Ines chose the same password.\nThe thief sees this before guessing anything.'],
        [
          8.6,
          13.8,
          'And a precomputed list, made once for all servers\nof the world, cracks three of four rows at once.',
        ],
      ],
      draw(s, t) {
        const twin = rows[0].plain;
        const known = words.map(([, digest]) => digest);
        table(s, t, {
          marked: ({ plain }) =>
            Math.max(
              plain === twin ? shown(t, 4.8) : 0,
              known.includes(plain) ? shown(t, 10.2 + known.indexOf(plain)) : 0,
            ),
        });
        list(s, t, 8.6, true);
        rows.forEach(({ plain, password }, index) => {
          const at = known.indexOf(plain);
          if (at >= 0)
            s.fade(shown(t, 10.6 + at), () => {
              s.mono(password, 688, 244 + index * 56, { size: 26, align: 'right' });
            });
        });
        s.fade(shown(t, 5.2, 10), () => s.chip('the same', 404, 520, colour.coral));
        s.fade(shown(t, 12), () => s.chip('3 of 4, without hashing anything', 404, 520, colour.coral));
      },
    },
    {
      title: 'A salt for each row',
      length: 13,
      captions: [
        [0.3, 4.6, 'Now every row gets sixteen random bytes, its salt.\nThey are hashed together with the password.'],
        [4.8, 8.4, 'Mara and Ines still have the same password.\nYou cannot see that in the table.'],
        [8.6, 12.8, 'The precomputed list matches no row at all.\nThe thief would need a new list for each salt.'],
      ],
      draw(s, t) {
        table(s, t, { salted: true });
        list(s, t, 8.6, false);
        s.fade(shown(t, 1.6, 8.4), () => {
          s.pieces(
            [
              ['SHA-256(', colour.ink3],
              [' salt', colour.beacon],
              [' + ', colour.ink3],
              ['password ', colour.ink],
              [')', colour.ink3],
            ],
            120,
            530,
            30,
          );
        });
        s.fade(shown(t, 9.6), () => {
          s.cross(748, 303, 16);
          s.chip('no row found', 984, 520, colour.phosphor);
        });
      },
    },
    {
      title: 'At the log-in',
      length: 13.5,
      captions: [
        [0.3, 4.4, 'Mara types her password. The server reads the salt\nfrom her row, where it is stored in the open,'],
        [4.6, 8.2, 'hashes both, and compares.\nThe hashes are equal: she is logged in.'],
        [8.4, 13.3, 'A salt ends the bulk discount. One guess\nat one row costs the same as before.'],
      ],
      draw(s, t) {
        const { salt, salted, password } = rows[0];
        s.depths([[180, 290, 50]]);
        s.place(180, 290, { icon: 'browser', name: 'Mara', r: 50 });
        s.fade(shown(t, 0.6), () => s.chip(password, 180, 440, colour.ink, 26));
        s.card(370, 160, 820, 116, { stroke: colour.violet });
        s.mono('HER ROW', 404, 198, { size: 18, fill: colour.ink3, spacing: 2 });
        s.fade(shown(t, 1.4), () => s.mono(`${salt.slice(0, 8)}…`, 404, 246, { size: 28, fill: colour.beacon }));
        s.mono(`${salted.slice(0, 28)}…`, 620, 246, { size: 28, fill: colour.ink2 });
        s.fade(shown(t, 4.4), () => {
          s.card(370, 316, 820, 116, { stroke: t > 6 ? colour.phosphor : colour.line });
          s.mono('COMPUTED NOW', 404, 354, { size: 18, fill: colour.ink3, spacing: 2 });
          s.fade(shown(t, 4.8), () => {
            s.mono(`${salted.slice(0, 28)}…`, 620, 402, { size: 28, fill: t > 6 ? colour.phosphor : colour.ink });
          });
          s.mono(password, 404, 402, { size: 28 });
        });
        s.fade(shown(t, 6), () => {
          s.hex(1150, 374, 22, { fill: colour.phosphor, stroke: colour.phosphor });
          s.tick(1150, 374, 22);
        });
        s.fade(shown(t, 8.6), () => {
          s.chip('one guess, one row: one hash', 780, 490, colour.ink2, 24);
          s.chip('one guess, a million rows: a million hashes', 780, 552, colour.beacon, 24);
        });
      },
    },
  ],
};
