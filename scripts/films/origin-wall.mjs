// The same-origin policy: two tabs, the parts of an origin, and what the browser permits. The film computes the verdicts.
import { colour, ease, shown } from './stage.mjs';

export const page = [190, 270];
export const gate = 420;
export const desk = [1080, 270];

const home = 'https://desk.harbour.example/berths';
const others = [
  ['https://desk.harbour.example/till', 'another path'],
  ['https://desk.harbour.example:443/', '443 is the port of https anyway'],
  ['http://desk.harbour.example/', 'the scheme'],
  ['https://fans.harbour.example/', 'the host'],
  ['https://desk.harbour.example:8443/', 'the port'],
].map(([address, words]) => ({ address, words, same: new URL(address).origin === new URL(home).origin }));

/** Draws the wall in the browser: a column of hexes, with a gap for a permitted answer. */
export function wall(s, x, from, to, { hue = colour.violet, gap } = {}) {
  for (let y = from; y <= to; y += 33)
    if (!gap || Math.abs(y - gap) > 24) s.hex(x, y, 16, { fill: colour.raised, stroke: hue });
}

/** Draws a page's script, the browser's wall beside it, and a server. */
export function ends(s, { script = 'fans.harbour.example', server = 'desk.harbour.example', gap, live } = {}) {
  s.depths([
    [page[0], page[1], 50],
    [desk[0], desk[1], 50],
  ]);
  s.rule([page, desk], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  s.place(...page, { icon: 'script', hue: colour.coral, r: 50 });
  s.mono(script, page[0], page[1] + 88, { size: 22, align: 'center', fill: colour.ink2 });
  s.place(...desk, { hue: colour.beacon, r: 50, live });
  s.mono(server, desk[0], desk[1] + 88, { size: 22, align: 'center', fill: colour.ink2 });
  wall(s, gate, 171, 369, { gap });
  s.mono('THE BROWSER', gate, 410, { size: 16, align: 'center', fill: colour.violet, spacing: 1 });
}

/** Draws a row: a permitted use of another site's resources, and the part that the script may not read. */
function allowed(s, t, y, at, what, may, mayNot) {
  s.fade(shown(t, at), () => {
    s.text(what, 110, y + 9, { size: 28, weight: 600 });
    s.card(330, y - 36, 360, 72, { stroke: colour.phosphor, cut: 14 });
    s.tick(366, y, 24, colour.phosphor);
    s.text(may, 398, y + 9, { size: 26 });
  });
  s.fade(shown(t, at + 0.8), () => {
    s.card(726, y - 36, 444, 72, { stroke: colour.coral, cut: 14 });
    s.cross(762, y, 10);
    s.text(mayNot, 794, y + 9, { size: 26, fill: colour.ink2 });
  });
}

export const film = {
  out: 'curriculum/in-the-browser/who-may-read-this/videos/the-answer-stays-behind',
  poster: 37.5,
  bitrate: 44_000,
  scenes: [
    {
      title: 'Two tabs, one browser',
      length: 12,
      captions: [
        [0.3, 4.2, 'Mara has two tabs open: the berth desk, where she is\nlogged in, and the fan club of the harbour.'],
        [4.4, 7.6, 'One browser runs both.\nOne jar holds the cookies of both.'],
        [7.8, 11.8, 'So what stops the club’s script from reading\nthe page of the desk?'],
      ],
      draw(s, t) {
        s.browser(84, 150, 500, 262, 'desk.harbour.example', colour.beacon);
        s.text('Hello Mara.', 120, 268, { size: 30, weight: 600 });
        s.text('You lie at berth 14.', 120, 316, { size: 28 });
        s.text('You owe 220.', 120, 360, { size: 28 });
        s.fade(shown(t, 1.6), () => {
          s.browser(696, 150, 500, 262, 'fans.harbour.example', colour.coral);
          s.text('Pictures of the regatta', 732, 268, { size: 30, weight: 600 });
          s.mono('<script src="club.js">', 732, 336, { size: 26, fill: colour.coral });
        });
        s.fade(shown(t, 4.4), () => {
          s.card(84, 456, 1112, 92, { stroke: colour.phosphor });
          s.mono('THE JAR', 120, 510, { size: 18, fill: colour.ink3, spacing: 2 });
          s.mono('sid=ax2W', 268, 512, { size: 30, fill: colour.phosphor });
          s.mono('goes along to desk.harbour.example', 460, 511, { size: 24, fill: colour.ink2 });
        });
        s.fade(shown(t, 7.8), () => wall(s, 640, 166, 400));
        s.fade(shown(t, 9.4), () => s.chip('?', 640, 283, colour.violet));
      },
    },
    {
      title: 'Three parts of an origin',
      length: 15,
      captions: [
        [
          0.3,
          5,
          'The browser looks at three parts of an address:\nscheme, host and port. Together they are the origin.',
        ],
        [5.2, 8.6, 'If all three are equal, two pages share everything.\nThe path does not count.'],
        [
          8.8,
          14.8,
          'If one of them differs, the wall separates the pages.\nThe club is a neighbour of the desk, but a stranger.',
        ],
      ],
      draw(s, t) {
        const size = 34;
        const w = size * 0.6;
        const parts = [
          ['https', 'SCHEME', colour.beacon, 0.8],
          ['://'],
          ['desk.harbour.example', 'HOST', colour.blue, 1.8],
          [':443', 'PORT', colour.violet, 2.8],
          ['/berths'],
        ];
        let x = 640 - (parts.reduce((sum, [words]) => sum + words.length, 0) * w) / 2;
        for (const [words, name, hue, at] of parts) {
          const long = words.length * w;
          const here = x;
          s.mono(words, here, 190, { size, fill: name && t > at ? hue : colour.ink3 });
          if (name)
            s.fade(shown(t, at), () => {
              s.rule(
                [
                  [here + 3, 206],
                  [here + long - 3, 206],
                ],
                { stroke: hue, width: 3 },
              );
              s.mono(name, here + long / 2, 234, { size: 16, align: 'center', fill: hue, spacing: 1 });
            });
          x += long;
        }
        others.forEach(({ address, words, same }, index) => {
          const y = 296 + index * 62;
          const at = same ? 5.2 + index * 1.4 : 8.8 + (index - 2) * 1.5;
          const hue = same ? colour.phosphor : colour.coral;
          s.fade(shown(t, at), () => {
            s.card(110, y - 26, 1060, 52, { stroke: hue, cut: 12 });
            if (same) s.tick(142, y, 24, colour.phosphor);
            else s.cross(142, y, 10);
            s.mono(address, 174, y + 9, { size: 25 });
            s.text(words, 1140, y + 9, { size: 24, align: 'right', fill: hue });
          });
        });
      },
    },
    {
      title: 'The request is sent, the answer is hidden',
      length: 15,
      captions: [
        [0.3, 5.2, 'The club’s script asks the desk for a page.\nThe browser sends the request, with Mara’s cookie.'],
        [5.4, 9.2, 'The desk sees a valid ticket\nand sends her page back.'],
        [9.4, 14.8, 'The browser receives it and does not pass it on.\nThe script only learns that something failed.'],
      ],
      draw(s, t) {
        ends(s, { gap: t < 4.6 ? page[1] : undefined, live: t > 4.4 && t < 6 });
        const out = ease(t, 0.9, 4.4);
        s.packet(page, desk, out, 'GET /berths', colour.coral);
        s.packet(page, desk, out, 'Cookie: sid=ax2W', colour.phosphor, -44);
        s.fade(shown(t, 4.8), () => {
          s.card(690, 436, 506, 132, { stroke: colour.line });
          s.mono('THE DESK’S LOG', 722, 476, { size: 18, fill: colour.ink3, spacing: 2 });
          s.mono('GET /berths', 722, 516, { size: 24 });
          s.mono('200', 1164, 516, { size: 24, align: 'right', fill: colour.phosphor });
          s.mono('Origin: https://fans.harbour.example', 722, 550, { size: 20, fill: colour.ink2 });
        });
        // The packet stops at the wall.
        const back = ease(t, 5.6, 8.8);
        if (t < 8.6) s.packet(desk, [gate - 30, page[1]], back, 'Mara: berth 14', colour.beacon);
        s.fade(shown(t, 8.6), () => s.chip('Mara: berth 14', 600, 236, colour.beacon, 24));
        s.fade(shown(t, 9.6), () => {
          s.cross(gate, 270, 20);
          s.card(84, 436, 506, 132, { stroke: colour.coral });
          s.mono('THE SCRIPT', 116, 476, { size: 18, fill: colour.ink3, spacing: 2 });
          s.mono('TypeError: Failed to fetch', 116, 530, { size: 26, fill: colour.coral });
        });
      },
    },
    {
      title: 'Show, run, send, not read',
      length: 14,
      captions: [
        [
          0.3,
          4.6,
          'Pages have always used images and scripts of other sites.\nSo the browser shows the images and runs the scripts.',
        ],
        [4.8, 8.8, 'It also sends forms to any site.\nThe wall prevents reading, and nothing else.'],
        [9, 13.8, 'The server has already carried out a change\nlong before the wall holds the answer back.'],
      ],
      draw(s, t) {
        s.mono('THE PAGE MAY', 330, 168, { size: 18, fill: colour.ink3, spacing: 2 });
        s.mono('ITS SCRIPT MAY NOT READ', 726, 168, { size: 18, fill: colour.ink3, spacing: 2 });
        allowed(s, t, 226, 0.6, 'a picture', 'show it', 'its pixels');
        allowed(s, t, 318, 1.9, 'a script', 'run it', 'its source');
        allowed(s, t, 410, 3.2, 'a page', 'show it in a frame', 'what stands in it');
        allowed(s, t, 502, 5, 'a form', 'send it', 'the answer');
        s.fade(shown(t, 9.2), () => {
          s.card(330, 466, 360, 72, { fill: '#2a2413', stroke: colour.beacon, cut: 14 });
          s.tick(366, 502, 24, colour.beacon);
          s.text('send it: it is done', 398, 511, { size: 26, fill: colour.beacon });
        });
      },
    },
  ],
};
