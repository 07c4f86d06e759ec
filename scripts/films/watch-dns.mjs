// A name becomes an address: one DNS question, from the root to the name server and back.
import { colour, ease, shown } from './stage.mjs';

const you = [250, 330];
const resolver = [1030, 330];
const walker = [230, 330];
const stops = [
  [1060, 190],
  [1060, 340],
  [1060, 490],
];

export const film = {
  out: 'curriculum/on-the-wire/watch-the-wire/videos/a-name-becomes-an-address',
  poster: 17.2,
  scenes: [
    {
      title: 'The question',
      length: 9.5,
      captions: [
        [0.3, 4.4, 'Your machine wants to talk to harbour.example.\nIt knows the name, and needs the address.'],
        [4.6, 9.3, 'So it asks its resolver, in one small packet.\nUsually by UDP, at port 53.'],
      ],
      draw(s, t) {
        s.depths([you, resolver]);
        s.rule([you, resolver], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'browser', name: 'your machine' });
        s.place(...resolver, { icon: 'book', name: 'the resolver', note: 'port 53', hue: colour.violet, live: t > 8 });
        s.fade(shown(t, 1.2, 4.8), () => s.chip('harbour.example = ?', 250, 220, colour.ink));
        s.packet(you, resolver, ease(t, 5, 8.4), 'A harbour.example?');
      },
    },
    {
      title: 'From the root down',
      length: 17,
      captions: [
        [
          0.3,
          5.6,
          'If the resolver doesn’t know, it begins at the top.\nThe root answers: ask the servers of example.',
        ],
        [5.8, 11.1, 'They answer: ask the name server\nof harbour.example.'],
        [11.3, 16.8, 'This server does not need to ask. It is responsible\nfor the name, and answers: 203.0.113.80.'],
      ],
      draw(s, t) {
        s.depths([walker, ...stops.map(([x, y]) => [x, y, 40])]);
        s.place(...walker, { icon: 'book', name: 'the resolver', hue: colour.violet });
        [
          ['the root', 'ask example'],
          ['example', 'ask ns.harbour.example'],
          ['harbour.example', '203.0.113.80'],
        ].forEach(([name, says], index) => {
          const stop = stops[index];
          const at = 0.8 + index * 5.5;
          const hue = index === 2 ? colour.phosphor : colour.blue;
          s.fade(shown(t, at - 0.6), () => {
            s.rule([walker, stop], { dash: [3, 10], stroke: colour.ink3 });
            s.place(...walker, { icon: 'book', hue: colour.violet });
            s.place(...stop, { hue, r: 40, live: t > at + 2 && t < at + 4.6 });
            s.mono(name, 1060, stop[1] + 68, { align: 'center', size: 24, fill: hue });
          });
          s.packet(walker, stop, ease(t, at, at + 2.1), 'harbour.example?');
          s.packet(stop, walker, ease(t, at + 2.3, at + 4.7), says, hue);
        });
      },
    },
    {
      title: 'The answer',
      length: 10,
      captions: [
        [0.3, 4.8, 'The resolver sends it to you:\nname, lifetime, class, type, address.'],
        [5, 9.8, 'The lifetime is 300 seconds. Until then,\nthe answer may be stored.'],
      ],
      draw(s, t) {
        s.depths([you, resolver]);
        s.rule([you, resolver], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'browser', name: 'your machine' });
        s.place(...resolver, { icon: 'book', name: 'the resolver', hue: colour.violet });
        s.packet(resolver, you, ease(t, 0.4, 2.8), '203.0.113.80', colour.phosphor);
        s.fade(shown(t, 2.8), () => {
          s.card(150, 476, 980, 92, { stroke: colour.phosphor });
          s.pieces(
            [
              ['harbour.example.'],
              ['   300', t > 5 ? colour.beacon : colour.ink2],
              ['   IN   A   ', colour.ink2],
              ['203.0.113.80', colour.phosphor],
            ],
            190,
            533,
            30,
          );
        });
      },
    },
    {
      title: 'The cache',
      length: 11.5,
      captions: [
        [
          0.3,
          5.4,
          'A second machine asks. This time, no other server is\nneeded: the resolver remembers, and answers at once.',
        ],
        [
          5.6,
          11.3,
          'The seconds count down. At zero, it deletes the answer,\nand the next question makes it ask again.',
        ],
      ],
      draw(s, t) {
        const left = Math.round(t < 6 ? 241 : 241 * (1 - ease(t, 6, 9.6)));
        s.depths([you, resolver]);
        s.rule([you, resolver], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'browser', name: 'another machine', hue: colour.blue });
        s.place(...resolver, { icon: 'book', name: 'the resolver', hue: colour.violet, live: t > 2 && t < 3.4 });
        s.packet(you, resolver, ease(t, 0.7, 2.4), 'harbour.example?');
        s.packet(resolver, you, ease(t, 2.9, 4.8), '203.0.113.80', colour.phosphor);
        s.fade(left > 0 ? 1 : 1 - ease(t, 9.6, 10.2), () => {
          s.card(710, 470, 460, 96, { stroke: colour.violet });
          s.mono('203.0.113.80', 744, 530, { size: 30 });
          s.mono(`${left} s`, 1136, 530, { size: 30, fill: colour.beacon, align: 'right' });
        });
      },
    },
    {
      title: 'Not encrypted, not signed',
      length: 10.5,
      captions: [
        [0.3, 5, 'None of this was encrypted or signed.\nEvery machine on the path can read each name,'],
        [
          5.2,
          10.3,
          'and can forge an answer if it is faster. DNS over HTTPS\nhides questions; DNSSEC proves the source of answers.',
        ],
      ],
      draw(s, t) {
        s.depths([you, [640, 330], resolver]);
        s.rule([you, resolver], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'browser', name: 'your machine' });
        s.place(...resolver, { icon: 'book', name: 'the resolver', hue: colour.violet });
        s.place(640, 330, { icon: 'eye', name: 'somebody', hue: colour.coral, live: t > 2 });
        s.packet(you, [640, 330], ease(t, 0.8, 2.6), 'harbour.example?', colour.beacon, 92);
        s.packet([640, 330], resolver, ease(t, 2.6, 4.4), 'harbour.example?', colour.beacon, 92);
        s.packet([640, 330], you, ease(t, 5.6, 7.8), '198.51.100.66', colour.coral, 92);
        s.fade(shown(t, 7.8), () =>
          s.text('believed?', 250, 230, { align: 'center', fill: colour.coral, size: 30, weight: 600 }),
        );
      },
    },
  ],
};
