// Nonce reuse: a counter makes a key stream, and a stream used twice reveals both messages. Encrypted with AES.
import { colour, ease, shown } from './stage.mjs';

const bytes = (text) => new TextEncoder().encode(text);
const hex = (value) => value.toString(16).padStart(2, '0');
const block = 16;
const nonce = Uint8Array.from([0x6b, 0x1f, 0xd0, 0x92, 0x3c, 0xa7, 0x58, 0x0e, 0xe4, 0x71, 0x9b, 0x25]);

const key = await crypto.subtle.importKey(
  'raw',
  Uint8Array.from({ length: block }, (_, at) => (at * 53 + 29) % 256),
  'AES-CTR',
  false,
  ['encrypt'],
);
/** AES in counter mode: the nonce, and four bytes of counter from zero. */
async function ctr(data) {
  const counter = new Uint8Array(block);
  counter.set(nonce);
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 32 }, key, data));
}
const xor = (a, b) => a.map((value, at) => value ^ b[at]);

const first = bytes('meet me at the old pier.');
const second = bytes('sell the boat, tell none');
const stream = await ctr(new Uint8Array(first.length));
const firstSent = await ctr(first);
const secondSent = await ctr(second);
const both = xor(firstSent, secondSent);

const letters = first.length;
const step = 45;
const left = 100;
const size = 24;

/** A row of bytes with its name; letters or hex. `alpha` may depend on the place. */
function row(s, y, name, data, { fill = colour.ink, text = false, alpha = () => 1, from = 0 } = {}) {
  s.fade(Math.max(...Array.from(data, (_, at) => alpha(at + from))), () => {
    s.mono(name, left - 16, y - 36, { size: 17, fill: colour.ink3, spacing: 2 });
  });
  data.forEach((value, index) => {
    const at = index + from;
    s.fade(Math.min(1, Math.max(0, alpha(at))), () => {
      const sign = text ? (value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·') : hex(value);
      s.mono(sign, left + at * step + 10, y, {
        size: text ? 28 : size,
        align: 'center',
        fill: typeof fill === 'function' ? fill(value, at) : fill,
      });
    });
  });
}

/** Appears from left to right between two moments. */
const sweep = (t, from, to) => (at) => ease(t, from, to) * (letters + 2) - at;

const guess = bytes(' the ');
const readable = (data) => data.every((value) => value === 0x20 || value === 0x2c || (value >= 0x61 && value <= 0x7a));
/** Returns the text of the other letter at this position if the guess is right for one of them. */
const tried = (at) => xor(guess, both.slice(at, at + guess.length));
const hits = Array.from({ length: letters - guess.length + 1 }, (_, at) => at).filter((at) => readable(tried(at)));
/** Returns whether one of the letters has the guess at this position. */
const holds = (at) => [first, second].some((letter) => guess.every((value, index) => letter[at + index] === value));

export const film = {
  out: 'curriculum/behind-the-lock/the-repeating-block/videos/one-nonce-two-letters',
  poster: 36.5,
  bitrate: 51_000,
  scenes: [
    {
      title: 'A keystream from a counter',
      length: 13.5,
      captions: [
        [0.3, 4.6, 'AES encrypts a number that is used once, the nonce,\ntogether with a counter: 0, then 1, then 2.'],
        [
          4.8,
          8.8,
          'The result is a stream of bytes that is unpredictable\nwithout the key. The message is XORed with it.',
        ],
        [
          9,
          13.3,
          'The receiver makes the same stream, XORs again,\nand gets the message. Equal words now look different.',
        ],
      ],
      draw(s, t) {
        [0, 1].forEach((counter) => {
          const x = left - 16 + counter * block * step;
          const w = (counter === 0 ? block : letters - block) * step - 12;
          s.fade(shown(t, 0.6 + counter * 1.6), () => {
            s.card(x, 148, w, 74, { stroke: colour.violet, cut: 14 });
            if (counter === 0) {
              s.mono('nonce 6b1fd092…', x + 28, 195, { size: 26, fill: colour.ink2 });
              s.mono('counter 0', x + w - 40, 195, { size: 26, align: 'right', fill: colour.beacon });
            } else {
              s.mono('6b1f…', x + 28, 195, { size: 26, fill: colour.ink2 });
              s.mono('counter 1', x + w - 40, 195, { size: 26, align: 'right', fill: colour.beacon });
            }
          });
          s.fade(shown(t, 1.4 + counter * 1.6), () => {
            s.rule(
              [
                [x + w / 2, 222],
                [x + w / 2, 300],
              ],
              { stroke: colour.ink3 },
            );
            s.chip('AES', x + w / 2, 258, colour.violet, 22);
          });
        });
        row(s, 340, 'STREAM', stream, {
          fill: colour.violet,
          alpha: (at) => shown(t, at < block ? 2 : 3.6),
        });
        row(s, 440, 'LETTER', first, { text: true, alpha: sweep(t, 4.8, 6.4) });
        s.fade(shown(t, 6.4), () => s.mono('XOR', 1180, 386, { size: 20, align: 'right', fill: colour.ink3 }));
        row(s, 540, 'SENT', firstSent, { fill: colour.phosphor, alpha: sweep(t, 6.4, 8.6) });
      },
    },
    {
      title: 'The same nonce again',
      length: 14,
      captions: [
        [
          0.3,
          4.6,
          'A second message is sent with the same key and,\nby mistake, the same nonce. So the stream is the same.',
        ],
        [4.8, 9.2, 'A listener has both and XORs them with each other.\nThe stream is in both, so it cancels out.'],
        [9.4, 13.8, 'The result no longer depends on the key:\nit is one message, XORed with the other.'],
      ],
      draw(s, t) {
        row(s, 206, 'FIRST, AS SENT', firstSent, { fill: colour.phosphor });
        row(s, 306, 'SECOND, AS SENT', secondSent, { fill: colour.phosphor, alpha: sweep(t, 1, 3.4) });
        s.fade(shown(t, 5), () => {
          s.rule(
            [
              [left - 16, 336],
              [1188, 336],
            ],
            { stroke: colour.coral, progress: ease(t, 5, 6) },
          );
          s.mono('XOR', 1180, 262, { size: 20, align: 'right', fill: colour.coral });
        });
        row(s, 406, 'THE DIFFERENCE', both, { fill: colour.coral, alpha: sweep(t, 5.8, 8.4) });
        s.fade(shown(t, 9.6), () => {
          s.card(left - 16, 452, 1104, 96, { stroke: colour.coral });
          s.pieces(
            [
              ['(message 1 ', colour.ink],
              ['xor stream', colour.violet],
              [') xor (message 2 ', colour.ink],
              ['xor stream', colour.violet],
              [')', colour.ink],
            ],
            140,
            512,
            28,
          );
          for (const [x, at] of [
            [325, 10.6],
            [778, 10.9],
          ])
            s.fade(shown(t, at), () => {
              s.rule(
                [
                  [x, 503],
                  [x + 168, 503],
                ],
                { stroke: colour.coral, width: 3, progress: ease(t, at, at + 0.6) },
              );
            });
        });
      },
    },
    {
      title: 'Try a guess at each position',
      length: 15.5,
      captions: [
        [
          0.3,
          4.8,
          'The listener guesses a word, " the ", and XORs it\nwith the difference, at one position after another.',
        ],
        [5, 10.4, 'The result is mostly rubbish. If the guess is right,\nit is a piece of the other message.'],
        [
          10.6,
          15.3,
          'Two of the four results look like language. The listener\ncontinues word by word, until both messages are known.',
        ],
      ],
      draw(s, t) {
        row(s, 206, 'THE DIFFERENCE', both, { fill: colour.coral });
        const last = letters - guess.length;
        const at = Math.round(last * Math.min(1, Math.max(0, (t - 1.6) / 8.2)));
        const moving = t < 10.2;
        s.fade(shown(t, 0.8, 10.6), () => {
          const x = left - 12 + at * step;
          s.card(x, 240, guess.length * step, 74, { stroke: colour.beacon, cut: 12, fill: colour.sea });
          guess.forEach((value, index) => {
            s.mono(value === 0x20 ? '␣' : String.fromCharCode(value), left + (at + index) * step + 10, 287, {
              size: 28,
              align: 'center',
              fill: colour.beacon,
            });
          });
        });
        s.fade(shown(t, 1.4, 10.6), () => {
          const found = hits.includes(at);
          row(s, 388, 'WOULD MEAN', tried(at), {
            text: true,
            from: at,
            fill: found ? colour.phosphor : colour.ink3,
            alpha: (place) => (place >= at ? 1 : 0),
          });
        });
        hits.forEach((hit, index) => {
          const y = 474 + (index % 2) * 66;
          const hue = moving ? colour.beacon : holds(hit) ? colour.phosphor : colour.line;
          s.fade(moving && at <= hit ? 0 : 1, () => {
            s.card(left - 12 + hit * step, y - 36, guess.length * step, 52, { stroke: hue, cut: 12 });
            row(s, y, '', tried(hit), { text: true, from: hit, fill: hue === colour.line ? colour.ink3 : hue });
          });
        });
        s.fade(shown(t, 11), () => {
          row(s, 290, 'ONE', first, { text: true, alpha: sweep(t, 11.2, 13.4) });
          row(s, 380, 'THE OTHER', second, { text: true, alpha: sweep(t, 11.6, 13.8) });
        });
      },
    },
    {
      title: 'Use a nonce only once',
      length: 12.5,
      captions: [
        [
          0.3,
          4.6,
          'A nonce may be public, and it may be a simple counter.\nBut it must never be used twice with the same key.',
        ],
        [4.8, 8.6, 'It repeats if the counter restarts from zero,\nor if two machines share a key and both count.'],
        [
          8.8,
          12.3,
          'AES-GCM adds a tag that detects changes. With a repeated\nnonce, strangers can forge that tag, too.',
        ],
      ],
      draw(s, t) {
        [
          [
            84,
            colour.phosphor,
            'holds',
            ['a counter, saved before use', '96 random bits, each time', 'a fresh key for each session'],
            0.6,
          ],
          [
            656,
            colour.coral,
            'breaks',
            ['zero again after a restart', 'one key, two that count', 'the time, in seconds'],
            4.8,
          ],
        ].forEach(([x, hue, title, items, at]) => {
          s.fade(shown(t, at), () => {
            s.card(x, 156, 540, 350, { stroke: hue });
            s.text(title, x + 36, 220, { font: 'head', weight: 600, size: 34, fill: hue });
          });
          items.forEach((item, index) => {
            s.fade(shown(t, at + 0.5 + index * 0.7), () => {
              const y = 292 + index * 74;
              if (hue === colour.phosphor) {
                s.hex(x + 54, y - 9, 16, { fill: hue, stroke: hue });
                s.tick(x + 54, y - 9, 16);
              } else s.cross(x + 54, y - 9, 11, hue);
              s.text(item, x + 92, y, { size: 29 });
            });
          });
        });
      },
    },
  ],
};
