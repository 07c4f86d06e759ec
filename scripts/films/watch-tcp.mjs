// Three packets say hello: the TCP handshake, the first bytes, and two ways in which it fails.
import { colour, ease, shown } from './stage.mjs';

const left = 280;
const right = 1000;
const rows = [250, 340, 430];

/** Draws the two ends, and a timeline below each. */
function ladder(s, far = 'port 80') {
  for (const x of [left, right])
    s.rule(
      [
        [x, 214],
        [x, 580],
      ],
      { stroke: colour.line, width: 3 },
    );
  s.place(left, 176, { icon: 'browser', r: 42 });
  s.place(right, 176, { hue: colour.beacon, r: 42 });
  s.text('you', left - 64, 186, { align: 'right', weight: 600 });
  s.text(far, right + 64, 186, { weight: 600 });
}

/** Draws a message that moves from `from` to the other end, and leaves a line. */
function message(s, t, at, y, fromLeft, words, hue, soft = 1.8) {
  const [a, b] = fromLeft ? [left, right] : [right, left];
  const p = ease(t, at, at + soft);
  if (p === 0) return;
  const end = [a + (b - a) * p, y + 44 * p];
  s.rule([[a, y], end], { stroke: hue, width: 3 });
  s.hex(...end.map(Math.round), 9, { fill: hue, stroke: hue });
  s.fade(shown(t, at + 0.4), () => s.chip(words, 640, y + 6, hue, 26));
}

function handshake(s, t, from) {
  message(s, from > 0 ? 99 : t, 5, rows[0], true, 'SYN  seq=1000', colour.beacon);
  if (from > 0) message(s, from > 1 ? 99 : t, 1.4, rows[1], false, 'SYN+ACK  seq=7000 ack=1001', colour.violet, 2.4);
  if (from > 1) message(s, t, 1, rows[2], true, 'ACK  ack=7001', colour.phosphor);
}

export const film = {
  out: 'curriculum/on-the-wire/watch-the-wire/videos/three-packets-say-hello',
  poster: 27.5,
  scenes: [
    {
      title: 'SYN',
      length: 9.5,
      captions: [
        [0.3, 4.3, 'Before they send data, both sides must agree\non the number where counting begins.'],
        [4.5, 9.3, 'Your machine picks a random number, here 1000,\nand sends it. This packet is called SYN.'],
      ],
      draw(s, t) {
        ladder(s);
        s.fade(shown(t, 2.6), () => s.mono('1000', left - 40, 262, { align: 'right', fill: colour.beacon }));
        handshake(s, t, 0);
      },
    },
    {
      title: 'SYN and ACK',
      length: 11,
      captions: [
        [0.3, 5, 'The server answers: I have your 1000,\nand expect 1001 next. That is the ACK.'],
        [5.2, 10.8, 'In the same packet it sends a number of its own,\nhere 7000. That is its SYN.'],
      ],
      draw(s, t) {
        ladder(s);
        s.mono('1000', left - 40, 262, { align: 'right', fill: colour.beacon });
        s.fade(shown(t, 0.8), () => s.mono('7000', right + 40, 352, { fill: colour.violet }));
        handshake(s, t, 1);
      },
    },
    {
      title: 'ACK',
      length: 10.5,
      captions: [
        [0.3, 4.8, 'You confirm: I expect 7001. That is the third packet,\nand the connection is open.'],
        [5, 10.3, 'Each number was sent and came back, plus one.\nSo both know: the path works in both directions.'],
      ],
      draw(s, t) {
        ladder(s);
        s.mono('1000', left - 40, 262, { align: 'right', fill: colour.beacon });
        s.mono('7000', right + 40, 352, { fill: colour.violet });
        handshake(s, t, 2);
        s.fade(shown(t, 3.2), () => {
          s.text('open', left - 40, 530, { align: 'right', fill: colour.phosphor, weight: 600, size: 30 });
          s.text('open', right + 40, 530, { fill: colour.phosphor, weight: 600, size: 30 });
        });
      },
    },
    {
      title: 'The first bytes',
      length: 10.5,
      captions: [
        [0.3, 5, 'From now on, every byte has a number.\nYou send eighteen bytes, starting with 1001.'],
        [
          5.2,
          10.3,
          'The answer: I expect 1019 next. If a packet gets lost,\nthis number does not grow, and you send it again.',
        ],
      ],
      draw(s, t) {
        ladder(s);
        message(s, t, 0.9, 270, true, 'seq=1001  18 bytes', colour.beacon);
        message(s, t, 5.2, 400, false, 'ack=1019', colour.phosphor);
        s.fade(shown(t, 2.8), () => s.mono('1001 to 1018', right + 24, 330, { size: 24, fill: colour.beacon }));
      },
    },
    {
      title: 'Refused, or no answer',
      length: 14,
      captions: [
        [0.3, 4.4, 'A closed port answers at once: RST.\nYour program reads "connection refused".'],
        [
          4.6,
          9.2,
          'A filter that drops packets never answers. Your machine\nretries after one second, after two, after four.',
        ],
        [9.4, 13.8, 'A refusal is one answer, silence is another.\nPort scanners use the difference.'],
      ],
      draw(s, t) {
        s.fade(t < 4.6 ? 1 : 1 - ease(t, 4.4, 4.8), () => {
          ladder(s, 'port 81');
          message(s, t, 0.6, 270, true, 'SYN', colour.beacon, 1.2);
          message(s, t, 1.9, 380, false, 'RST', colour.coral, 1.2);
        });
        s.fade(ease(t, 4.7, 5), () => {
          ladder(s, 'port 82');
          [
            ['SYN', 0],
            ['SYN, 1 s later', 1],
            ['SYN, 2 s later', 2],
            ['SYN, 4 s later', 3],
          ].forEach(([words, index]) => {
            const at = 5 + [0, 0.9, 2, 3.6][index];
            const y = 250 + index * 84;
            const p = ease(t, at, at + 0.9);
            if (p === 0) return;
            s.rule(
              [
                [left, y],
                [left + 610 * p, y + 20 * p],
              ],
              { stroke: colour.beacon, width: 3 },
            );
            s.fade(shown(t, at + 0.2), () => s.chip(words, 580, y - 4, colour.beacon, 24));
            s.fade(ease(t, at + 0.8, at + 1.1), () => s.cross(left + 634, y + 20, 12));
          });
          s.rule(
            [
              [880, 230],
              [880, 580],
            ],
            { stroke: colour.coral, width: 2, dash: [8, 10] },
          );
        });
      },
    },
  ],
};
