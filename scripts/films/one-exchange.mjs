// From the address bar to the page: one HTTP exchange.
import { colour, ease, shown } from './stage.mjs';

const you = [250, 330];
const far = [1030, 330];
const request = [
  [['GET', colour.beacon], [' '], ['/quay', colour.phosphor], [' HTTP/1.1', colour.blue]],
  [['Host:', colour.ink2], [' harbour.example']],
  [['Connection:', colour.ink2], [' close']],
  [],
];
const answer = [
  [
    ['HTTP/1.1 ', colour.blue],
    ['200 OK', colour.phosphor],
  ],
  [['Content-Type:', colour.ink2], [' text/plain; charset=utf-8']],
  [['Content-Length:', colour.ink2], [' 14']],
  [['Connection:', colour.ink2], [' close']],
];

function ends(s, t, y, x, from) {
  s.fade(shown(t, from), () => s.chip('0d 0a', x + 62, y - 8, colour.ink3, 20));
}

export const film = {
  out: 'curriculum/foundations/http/videos/one-exchange',
  poster: 35,
  scenes: [
    {
      title: 'The address',
      length: 10,
      captions: [
        [0.3, 4.5, 'You type an address and press Enter:\nhttp://harbour.example/quay'],
        [4.7, 9.8, 'The browser splits it: how to speak,\nwhom to ask, and what to ask for.'],
      ],
      draw(s, t) {
        s.card(140, 190, 1000, 96, { stroke: t > 3.6 ? colour.beacon : colour.line });
        const typed = Math.floor(27 * ease(t, 0.5, 3.2));
        const split = ease(t, 4.6, 5.2) > 0.5;
        const parts = [
          ['http', split ? colour.blue : colour.ink],
          ['://', split ? colour.ink3 : colour.ink],
          ['harbour.example', split ? colour.beacon : colour.ink],
          ['/quay', split ? colour.phosphor : colour.ink],
        ];
        let left = typed;
        const visible = parts.map(([words, fill]) => {
          const piece = words.slice(0, Math.max(0, left));
          left -= words.length;
          return [piece, fill];
        });
        const end = s.pieces(visible, 180, 252, 40);
        if (t < 3.6 && Math.floor(t * 2) % 2 === 0)
          s.rule(
            [
              [end + 4, 216],
              [end + 4, 262],
            ],
            { stroke: colour.beacon, width: 3 },
          );
        const boxes = [
          [140, 240, 228, 'SCHEME', 'http', 'how to speak', colour.blue],
          [420, 420, 528, 'HOST', 'harbour.example', 'whom to ask', colour.beacon],
          [880, 260, 768, 'PATH', '/quay', 'what to ask for', colour.phosphor],
        ];
        boxes.forEach(([x, w, from, label, value, note, hue], index) => {
          const at = 4.9 + index * 0.7;
          s.rule(
            [
              [from, 270],
              [from, 330],
              [x + w / 2, 330],
              [x + w / 2, 372],
            ],
            { stroke: hue, width: 2, progress: ease(t, at, at + 0.6) },
          );
          s.fade(shown(t, at + 0.4), () => {
            s.card(x, 372, w, 168, { stroke: hue });
            s.mono(label, x + 26, 412, { size: 20, fill: colour.ink3, spacing: 2 });
            s.mono(value, x + 26, 462, { size: 34, fill: hue });
            s.text(note, x + 26, 510, { fill: colour.ink2 });
          });
        });
      },
    },
    {
      title: 'The name',
      length: 11,
      captions: [
        [0.3, 4.1, 'The network delivers to numbers, not to names.\nSo your machine asks a resolver.'],
        [4.3, 7.3, 'The resolver knows, or finds out:\n203.0.113.80'],
        [7.5, 10.8, 'The port follows from the scheme.\nFor http it is 80.'],
      ],
      draw(s, t) {
        s.depths([you, far]);
        s.rule([you, far], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'browser', name: 'your machine' });
        s.place(...far, { icon: 'book', name: 'resolver', hue: colour.violet, live: t > 3.6 && t < 4.8 });
        s.packet(you, far, ease(t, 1, 3.8), 'harbour.example?');
        s.packet(far, you, ease(t, 4.5, 7), '203.0.113.80', colour.phosphor);
        s.fade(shown(t, 7.1), () => {
          s.card(410, 440, 460, 100, { stroke: colour.phosphor });
          s.mono('203.0.113.80', 450, 504, { size: 40, fill: colour.phosphor });
          s.fade(shown(t, 8), () => s.mono(':80', 738, 504, { size: 40, fill: colour.blue }));
        });
      },
    },
    {
      title: 'The connection',
      length: 9.5,
      captions: [
        [0.3, 5.1, 'Three short packets. May I talk to you?\nYou may, and may I? Yes.'],
        [5.3, 9.3, 'The connection is open. All bytes that one end sends\narrive at the other end.'],
      ],
      draw(s, t) {
        s.depths([you, far], t);
        const open = ease(t, 5.1, 6.2);
        s.rule([you, far], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.rule(
          [
            [250, 320],
            [1030, 320],
          ],
          { stroke: colour.phosphor, progress: open, width: 3 },
        );
        s.rule(
          [
            [250, 340],
            [1030, 340],
          ],
          { stroke: colour.phosphor, progress: open, width: 3 },
        );
        s.place(...you, { icon: 'browser', name: 'your machine' });
        s.place(...far, { name: 'the server', note: '203.0.113.80:80', hue: colour.beacon, live: open > 0.9 });
        s.packet(you, far, ease(t, 0.7, 2.2), 'SYN');
        s.packet(far, you, ease(t, 2.2, 3.7), 'SYN + ACK', colour.violet);
        s.packet(you, far, ease(t, 3.7, 5.2), 'ACK');
        s.fade(shown(t, 6), () =>
          s.text('open', 640, 290, { align: 'center', fill: colour.phosphor, weight: 600, size: 30 }),
        );
      },
    },
    {
      title: 'The request',
      length: 13,
      captions: [
        [0.3, 4.4, 'The browser writes a request. It is plain text.\nFirst line: method, path, version.'],
        [4.6, 8.2, 'Host names the site.\nEach line ends with two bytes, 0d and 0a.'],
        [8.4, 12.8, 'An empty line ends the request.\nIt has sixty-four bytes, and the browser sends them.'],
      ],
      draw(s, t) {
        const go = ease(t, 10, 12.2);
        s.depths([[1120, 330]]);
        s.rule(
          [
            [90, 330],
            [1062, 330],
          ],
          { stroke: colour.phosphor, width: 2, dash: [2, 10] },
        );
        s.place(1120, 330, { hue: colour.beacon, name: 'the server', live: t > 12 });
        s.move(470, 330, 470 + 650 * go, 330, 1 - 0.93 * go, () => {
          s.card(110, 170, 720, 320, { stroke: go > 0 ? colour.beacon : colour.line });
          request.forEach((line, index) => {
            const y = 234 + index * 66;
            const at = [0.8, 4.4, 5.6, 8.2][index];
            s.fade(shown(t, at), () => {
              const end = s.pieces(line, 150, y, 32);
              ends(s, t, y, end, [5.4, 5.8, 6.2, 8.6][index]);
            });
          });
          s.fade(shown(t, 8.8, 10.2), () => s.text('the empty line', 270, 432, { fill: colour.ink2 }));
        });
        s.fade(shown(t, 1.6, 4.2), () => {
          s.text('method', 150, 268, { size: 22, fill: colour.beacon });
          s.text('path', 252, 268, { size: 22, fill: colour.phosphor });
          s.text('version', 364, 268, { size: 22, fill: colour.blue });
        });
        s.fade(shown(t, 8.8, 10.2), () =>
          s.text('64 bytes', 470, 540, { align: 'center', size: 30, weight: 600, fill: colour.beacon }),
        );
      },
    },
    {
      title: 'At the server',
      length: 8.5,
      captions: [
        [0.3, 4, 'The server reads from front to back.\nMethod GET, path /quay.'],
        [4.2, 8.3, 'It searches the pages that it has,\nand finds the quay.'],
      ],
      draw(s, t) {
        s.depths([[260, 330]]);
        s.place(260, 330, { hue: colour.beacon, name: 'the server', live: true });
        s.fade(shown(t, 0.8), () => {
          s.rule(
            [
              [330, 330],
              [520, 330],
            ],
            { stroke: colour.beacon, dash: [2, 10] },
          );
          s.chip('GET /quay', 425, 290, colour.beacon, 24);
        });
        const at = 3 * ease(t, 3.4, 5.6) > 1.5 ? 2 : t > 3.9 ? 1 : 0;
        ['GET /', 'GET /lamp', 'GET /quay', 'POST /berths'].forEach((route, index) => {
          const y = 160 + index * 92;
          const here = t > 3.3 && index === at;
          const found = index === 2 && t > 5.4;
          s.fade(shown(t, 1.2 + index * 0.25), () => {
            s.card(540, y, 560, 74, { stroke: found ? colour.phosphor : here ? colour.beacon : colour.line });
            s.mono(route, 576, y + 48, { size: 30, fill: found || here ? colour.ink : colour.ink2 });
            if (found) {
              s.hex(1040, y + 37, 20, { fill: colour.phosphor, stroke: colour.phosphor });
              s.tick(1040, y + 37, 20);
            }
          });
        });
      },
    },
    {
      title: 'The answer',
      length: 12.5,
      captions: [
        [0.3, 4, 'The answer has the same shape.\nFirst the status. 200: here it is.'],
        [4.2, 7.5, 'Headers describe the body:\nplain text, fourteen bytes.'],
        [7.7, 12.3, 'An empty line, then the body. Count it:\nthirteen characters and a line feed.'],
      ],
      draw(s, t) {
        s.card(110, 150, 1060, 420, { stroke: colour.line });
        answer.forEach((line, index) => {
          s.fade(shown(t, [0.7, 4.2, 4.9, 5.6][index]), () => s.pieces(line, 150, 208 + index * 54, 30));
        });
        s.fade(shown(t, 1.6, 4.6), () => s.text('status', 480, 208, { fill: colour.phosphor }));
        s.fade(shown(t, 7.7), () =>
          s.rule(
            [
              [150, 416],
              [1130, 416],
            ],
            { dash: [4, 8], stroke: colour.ink3 },
          ),
        );
        [...'Berths 1 to 6', '0a'].forEach((letter, index) => {
          const at = 8.2 + index * 0.16;
          s.fade(shown(t, at, Infinity, 0.2), () => {
            const x = 150 + index * 68;
            s.card(x, 444, 58, 66, { cut: 10, stroke: letter === '0a' ? colour.ink3 : colour.beacon });
            s.mono(letter, x + 29, 488, {
              align: 'center',
              size: letter === '0a' ? 24 : 32,
              fill: letter === '0a' ? colour.ink3 : colour.ink,
            });
            s.mono(`${index + 1}`, x + 29, 542, { align: 'center', size: 20, fill: colour.ink3 });
          });
        });
      },
    },
    {
      title: 'The page',
      length: 9.5,
      captions: [
        [0.3, 3.9, 'The browser draws the body.\nThat is the page. Everything else was the journey.'],
        [
          4.1,
          9.3,
          'Address, name, connection, request, answer, page.\nYou can watch every step, and write one by hand.',
        ],
      ],
      draw(s, t) {
        s.browser(290, 150, 700, 220, 'harbour.example/quay', colour.ink3);
        s.fade(shown(t, 0.8), () => s.mono('Berths 1 to 6', 330, 284, { size: 38 }));
        ['address', 'name', 'connection', 'request', 'answer', 'page'].forEach((step, index) => {
          const x = 140 + index * 200;
          const done = ease(t, 4 + index * 0.5, 4.4 + index * 0.5);
          if (index > 0)
            s.rule(
              [
                [x - 166, 470],
                [x - 34, 470],
              ],
              { stroke: colour.phosphor, progress: done, width: 3 },
            );
          s.fade(ease(t, 3.4, 4), () => s.hex(x, 470, 32, { stroke: colour.line }));
          s.fade(done, () => {
            s.hex(x, 470, 32, { fill: colour.phosphor, stroke: colour.phosphor });
            s.tick(x, 470, 32);
            s.text(step, x, 540, { align: 'center', size: 26 });
          });
        });
      },
    },
  ],
};
