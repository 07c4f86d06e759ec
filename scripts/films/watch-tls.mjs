// The same request without TLS and with it, as a listener on the path sees it.
import { colour, ease, shown } from './stage.mjs';

const you = [190, 250];
const ear = [640, 250];
const far = [1090, 250];

function line(s, live = true) {
  s.depths([you, ear, far].map(([x, y]) => [x, y, 50]));
  s.rule([you, far], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  s.place(...you, { icon: 'browser', name: 'you', r: 50 });
  s.place(...far, { name: 'clinic.example', hue: colour.beacon, r: 50 });
  s.place(...ear, { icon: 'eye', hue: colour.coral, r: 50, live });
}

function through(s, t, at, outward, words, hue, soft = 1.6) {
  const [a, b] = outward ? [you, far] : [far, you];
  s.packet(a, ear, ease(t, at, at + soft), words, hue, 74);
  s.packet(ear, b, ease(t, at + soft, at + 2 * soft), words, hue, 74);
}

/** Draws the notes of the listener; each line is [second, text, colour]. */
function notes(s, t, lines) {
  s.card(330, 352, 620, 222, { stroke: colour.coral });
  s.mono('WHAT THE LISTENER READS', 360, 390, { size: 18, fill: colour.ink3, spacing: 2 });
  lines.forEach(([at, words, fill = colour.ink], index) => {
    s.fade(shown(t, at), () => s.mono(words, 360, 434 + index * 38, { size: 25, fill }));
  });
}

export const film = {
  out: 'curriculum/on-the-wire/watch-the-wire/videos/what-a-listener-sees',
  poster: 8.5,
  scenes: [
    {
      title: 'Without TLS',
      length: 11,
      captions: [
        [0.3, 4.4, 'A listener is on the path: in the café,\nat the provider, along the cable.'],
        [4.6, 10.8, 'Without TLS, the listener reads everything: the page,\nthe cookie, and the answer.'],
      ],
      draw(s, t) {
        line(s);
        through(s, t, 1.2, true, 'GET /results', colour.beacon);
        through(s, t, 5.2, false, '200 OK', colour.beacon);
        notes(s, t, [
          [2.8, 'GET /results?patient=88'],
          [3.2, 'Host: clinic.example'],
          [3.6, 'Cookie: sid=ax2W', colour.coral],
          [6.8, 'Blood group: O negative', colour.coral],
        ]);
      },
    },
    {
      title: 'The first messages',
      length: 12.5,
      captions: [
        [0.3, 5, 'With TLS, the first message is still not encrypted.\nIt names the host: clinic.example.'],
        [5.2, 8.3, 'Each side sends a key share,\nand keeps a secret.'],
        [
          8.5,
          12.3,
          'Your secret and the other’s share make the same key\nat both ends. The listener has neither secret.',
        ],
      ],
      draw(s, t) {
        line(s);
        through(s, t, 0.8, true, 'ClientHello', colour.beacon);
        through(s, t, 5.2, false, 'ServerHello', colour.violet);
        notes(s, t, [
          [2.4, 'ClientHello'],
          [2.9, 'server name: clinic.example', colour.coral],
          [3.5, 'key share: 4b 97 59 c9 …', colour.ink2],
          [6.8, 'key share: e1 0c 5d 33 …', colour.ink2],
        ]);
        s.fade(shown(t, 9), () => {
          s.chip('same key', 190, 440, colour.phosphor, 24);
          s.chip('same key', 1090, 440, colour.phosphor, 24);
        });
      },
    },
    {
      title: 'The certificate',
      length: 10.5,
      captions: [
        [0.3, 5.2, 'The server shows a certificate, and proves\nthat it has the key for it. Your browser checks both.'],
        [5.4, 10.3, 'Without this check, you would have\na perfectly secret talk with an unknown machine.'],
      ],
      draw(s, t) {
        s.depths([
          [190, 330, 50],
          [1090, 330, 50],
        ]);
        s.rule(
          [
            [190, 330],
            [1090, 330],
          ],
          { stroke: colour.phosphor, dash: [3, 10], width: 3 },
        );
        s.place(190, 330, { icon: 'browser', name: 'you', r: 50 });
        s.place(1090, 330, { name: 'clinic.example', hue: colour.beacon, r: 50 });
        const p = ease(t, 0.8, 3);
        s.move(640, 330, 960 - 320 * p, 330, 0.2 + 0.8 * p, () => {
          s.card(430, 180, 420, 300, { stroke: t > 4.8 ? colour.phosphor : colour.beacon });
          s.mono('CERTIFICATE', 462, 230, { size: 20, fill: colour.ink3, spacing: 2 });
          s.mono('clinic.example', 462, 284, { size: 30 });
          s.text('valid until March', 462, 336, { fill: colour.ink2 });
          s.text('signed by an authority', 462, 380, { fill: colour.ink2 });
          s.text('and it has the key', 462, 424, { fill: colour.ink2 });
          [284, 336, 380, 424].forEach((y, index) => {
            s.fade(shown(t, 3.4 + index * 0.4), () => {
              s.hex(800, y - 8, 15, { fill: colour.phosphor, stroke: colour.phosphor });
              s.tick(800, y - 8, 15);
            });
          });
        });
      },
    },
    {
      title: 'Encrypted data',
      length: 11,
      captions: [
        [0.3, 4.6, 'Now the same request again. The listener sees\nonly noise of a certain length.'],
        [
          4.8,
          10.8,
          'Path, cookie, status, page: everything is encrypted.\nThe receiver would also notice a changed byte.',
        ],
      ],
      draw(s, t) {
        line(s);
        through(s, t, 0.8, true, '8f 1c e0 47 …', colour.phosphor);
        through(s, t, 5, false, 'b2 66 09 fa …', colour.phosphor);
        notes(s, t, [
          [2.4, '17 03 03 01 2c  8f 1c e0 47 …', colour.ink2],
          [2.9, '300 bytes, to 203.0.113.80', colour.coral],
          [6.6, '17 03 03 0e 10  b2 66 09 fa …', colour.ink2],
          [7.1, '3600 bytes, back', colour.coral],
        ]);
      },
    },
    {
      title: 'Still visible',
      length: 10.5,
      captions: [
        [
          0.3,
          4.8,
          'Still visible: addresses, usually the host name, sizes\nand times. Often that is enough for a good guess.',
        ],
        [5, 10.3, 'Hidden: the path, the headers, the page,\nyour password.'],
      ],
      draw(s, t) {
        [
          [110, 'seen', colour.coral, ['203.0.113.80, port 443', 'clinic.example', 'how much', 'when'], 0.6],
          [
            660,
            'hidden',
            colour.phosphor,
            ['path and query', 'headers and cookies', 'status and page', 'your password'],
            5,
          ],
        ].forEach(([x, title, hue, items, at]) => {
          s.fade(shown(t, at - 0.4), () => {
            s.card(x, 160, 510, 390, { stroke: hue });
            s.text(title, x + 36, 222, { font: 'head', weight: 600, size: 34, fill: hue });
          });
          items.forEach((item, index) => {
            s.fade(shown(t, at + 0.3 + index * 0.6), () => {
              s.hex(x + 52, 282 + index * 66, 10, { fill: hue, stroke: hue });
              s.text(item, x + 82, 292 + index * 66, { size: 30 });
            });
          });
        });
      },
    },
  ],
};
