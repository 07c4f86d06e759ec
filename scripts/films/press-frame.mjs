// Clickjacking: a transparent framed page receives the press, and a header forbids the frame.
import { colour, ease, shown } from './stage.mjs';

const label = { size: 18, fill: colour.ink3, spacing: 2 };

/** Draws the gull of the game: two beating wings and a body. */
function gull(s, x, y, t) {
  const { context } = s;
  const lift = 16 * Math.sin(t * 6);
  context.strokeStyle = colour.ink;
  context.lineWidth = 6;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(x - 52, y - lift);
  context.quadraticCurveTo(x - 26, y - 34, x, y);
  context.quadraticCurveTo(x + 26, y - 34, x + 52, y - lift);
  context.stroke();
  context.lineCap = 'butt';
  s.hex(x, y + 4, 11, { fill: colour.ink, stroke: colour.ink });
}

function button(s, x, y, w, words, hue, dark = true) {
  s.card(x - w / 2, y - 34, w, 68, { fill: dark ? hue : colour.raised, stroke: hue, cut: 14 });
  s.text(words, x, y + 10, { align: 'center', size: 28, weight: 600, fill: dark ? colour.sea : hue });
}

/** Draws the page of the bank, which waits for one press. */
function payment(s, x, y, w = 440) {
  s.card(x, y, w, 260, { stroke: colour.coral, fill: '#1a1526' });
  s.mono('bank.example/transfer', x + 32, y + 44, { size: 22, fill: colour.ink2 });
  s.text('Pay 900 to Mallory?', x + 32, y + 100, { size: 32, weight: 600 });
  s.text('logged in as Mara', x + 32, y + 138, { size: 24, fill: colour.ink3 });
  button(s, x + w / 2, y + 200, 220, 'Pay now', colour.coral);
}

/** Draws a pointer with its tip at (x, y). */
function pointer(s, x, y) {
  const { context } = s;
  context.beginPath();
  for (const [dx, dy] of [
    [0, 0],
    [0, 42],
    [10, 33],
    [18, 50],
    [26, 46],
    [18, 30],
    [32, 30],
  ])
    context.lineTo(x + dx, y + dy);
  context.closePath();
  context.fillStyle = colour.ink;
  context.fill();
  context.strokeStyle = colour.sea;
  context.lineWidth = 2;
  context.stroke();
}

/** Calls `draw` for a plane of 560 by 300 that is tilted into the screen, with its centre at (x, y). */
function plane(s, x, y, draw) {
  s.context.save();
  s.context.transform(0.86, 0, -0.5, 0.46, x, y);
  s.context.translate(-280, -150);
  draw();
  s.context.restore();
}

function verdict(s, x, y, right, r = 20) {
  const hue = right ? colour.phosphor : colour.coral;
  s.hex(x, y, r, { fill: hue, stroke: hue });
  if (right) s.tick(x, y, r);
  else s.cross(x, y, r * 0.35, colour.sea);
}

export const film = {
  out: 'curriculum/in-the-browser/a-press-not-meant/videos/a-pane-over-the-button',
  poster: 7.4,
  bitrate: 52_000,
  scenes: [
    {
      title: 'A game',
      length: 13,
      captions: [
        [0.3, 3.8, 'A page has a game.\nCatch the gull: press as fast as you can.'],
        [
          4,
          8.6,
          'The page puts a frame over the game, and in the frame\nis the bank. Its button is exactly above the game’s.',
        ],
        [8.8, 12.8, 'Then it makes the frame transparent.\nThe bank is invisible now.'],
      ],
      draw(s, t) {
        s.browser(140, 146, 1000, 430, 'game.example', colour.blue);
        s.text('Catch the gull', 640, 258, { font: 'head', weight: 600, size: 40, align: 'center' });
        gull(s, 640 + 330 * Math.sin(t * 0.9 - 1), 366 + 26 * Math.sin(t * 2.3), t);
        button(s, 640, 490, 220, 'Catch', colour.blue, false);
        const glide = ease(t, 4.2, 6.4);
        s.fade(shown(t, 4.2) * (0.86 - 0.86 * ease(t, 9, 11)), () => payment(s, 420 + 520 * (1 - glide), 290));
        s.fade(shown(t, 9) * (1 - ease(t, 12, 12.8)), () => s.chip('opacity: 0', 1000, 258, colour.beacon, 24));
        pointer(s, 880 - 240 * ease(t, 10.6, 12), 560 - 70 * ease(t, 10.6, 12));
      },
    },
    {
      title: 'The press hits the bank',
      length: 14,
      captions: [
        [0.3, 4.6, 'Seen from the side: the game is below,\nand the bank above it, like a pane of glass.'],
        [4.8, 8.8, 'A press hits the top layer,\neven if that layer is invisible.'],
        [
          9,
          13.8,
          'The request comes from the bank’s own page, with its\ncookie and its mark. Nothing in it is forged.',
        ],
      ],
      draw(s, t) {
        const apart = ease(t, 0.4, 2);
        plane(s, 372, 470, () => {
          s.card(0, 0, 560, 300, { stroke: colour.blue, width: 3 });
          s.text('Catch the gull', 280, 92, { font: 'head', weight: 600, size: 44, align: 'center' });
          button(s, 280, 204, 240, 'Catch', colour.blue, false);
        });
        plane(s, 372, 470 - 200 * apart, () => {
          s.fade(0.3 + 0.4 * apart, () => s.card(0, 0, 560, 300, { stroke: colour.coral, width: 3, fill: '#1a1526' }));
          s.fade(apart, () => {
            s.text('Pay 900 to Mallory?', 280, 92, { size: 44, weight: 600, align: 'center' });
            button(s, 280, 204, 240, 'Pay now', colour.coral);
          });
        });
        const fall = ease(t, 5, 6.4);
        const landing = [396, 300];
        s.fade(shown(t, 4.8), () => pointer(s, landing[0], landing[1] - 110 * (1 - fall)));
        s.fade(shown(t, 6.3, 8.4), () => {
          const ring = 30 + 40 * ease(t, 6.3, 7.6);
          s.context.beginPath();
          s.context.ellipse(landing[0], landing[1], ring, ring * 0.46, 0, 0, 7);
          s.context.strokeStyle = colour.beacon;
          s.context.lineWidth = 4;
          s.context.stroke();
        });
        s.fade(apart * (1 - ease(t, 8.6, 9)), () => {
          s.text('on top, transparent', 730, 262, { size: 28, weight: 600, fill: colour.coral });
          s.mono('bank.example', 730, 298, { size: 24, fill: colour.ink2 });
          s.text('below, visible', 730, 462, { size: 28, weight: 600, fill: colour.blue });
          s.mono('game.example', 730, 498, { size: 24, fill: colour.ink2 });
        });
        s.fade(shown(t, 9), () => {
          s.card(720, 166, 476, 394, { stroke: colour.coral });
          s.mono('REQUEST TO THE BANK', 752, 210, label);
          [
            ['POST /transfer', undefined],
            ['Origin: https://bank.example', 9.8],
            ['Cookie: sid=ax2W', 10.6],
            ['mark=7c19e0b4', 11.4],
            ['to=mallory', 12.2],
            ['amount=900', 12.2],
          ].forEach(([words, at], index) => {
            const y = 270 + index * 52;
            s.mono(words, 752, y, { size: 22, fill: at ? colour.ink : colour.ink2 });
            if (at) s.fade(shown(t, at), () => verdict(s, 1160, y - 9, true, 18));
          });
        });
      },
    },
    {
      title: 'The bank forbids the frame',
      length: 12.5,
      captions: [
        [0.3, 4.6, 'So the bank states with every page which sites may\nput it into a frame. Here: none.'],
        [4.8, 8.4, 'The browser obeys, and shows an empty frame.\nThere is no button in it now.'],
        [8.6, 12.3, 'The press hits an empty frame, or the game.\nThe most that you can catch is a gull.'],
      ],
      draw(s, t) {
        s.card(84, 146, 1112, 138, { stroke: colour.phosphor });
        s.mono('HTTP/1.1 200 OK', 118, 188, { size: 24, fill: colour.ink3 });
        s.fade(shown(t, 0.8), () => {
          s.pieces(
            [
              ['Content-Security-Policy: ', colour.ink2],
              ["frame-ancestors 'none'", colour.phosphor],
            ],
            118,
            226,
            26,
          );
        });
        s.fade(shown(t, 2), () => {
          s.pieces(
            [
              ['X-Frame-Options: ', colour.ink2],
              ['DENY', colour.phosphor],
            ],
            118,
            264,
            26,
          );
        });
        s.browser(84, 312, 660, 264, 'game.example', colour.blue);
        gull(s, 240 + 40 * Math.sin(t * 0.9), 440 + 14 * Math.sin(t * 2.3), t);
        button(s, 240, 528, 200, 'Catch', colour.blue, false);
        s.fade(shown(t, 4.8), () => {
          s.card(404, 392, 312, 164, { stroke: colour.ink3, fill: '#111a2c', cut: 16 });
          s.text('bank.example', 560, 462, { align: 'center', size: 24, fill: colour.ink3 });
          s.text('refused to connect', 560, 496, { align: 'center', size: 24, fill: colour.ink3 });
        });
        s.fade(shown(t, 1.4, 4.8), () => {
          s.card(404, 392, 312, 164, { stroke: colour.coral, fill: '#1a1526', cut: 16 });
          s.text('Pay 900 to Mallory?', 560, 444, { align: 'center', size: 24, weight: 600 });
          button(s, 560, 504, 170, 'Pay now', colour.coral);
        });
        s.fade(shown(t, 5.6), () => {
          s.card(784, 312, 412, 264, { stroke: colour.line });
          s.mono('REQUEST TO THE BANK', 816, 356, label);
          s.mono('a request', 816, 414, { size: 26, fill: colour.ink2 });
          s.mono('for the page', 816, 450, { size: 26, fill: colour.ink2 });
          s.fade(shown(t, 8.8), () => s.mono('and no press', 816, 510, { size: 26, fill: colour.phosphor }));
        });
      },
    },
    {
      title: 'A list of permitted sites',
      length: 13,
      captions: [
        [0.3, 4.6, 'The header is a list. It may be empty,\nor name the page’s own origin,'],
        [4.8, 8.6, 'or other origins, too.\nAll other sites get an empty frame.'],
        [
          8.8,
          12.8,
          'X-Frame-Options is older and knows the first two only.\nIf both are sent, frame-ancestors counts.',
        ],
      ],
      draw(s, t) {
        s.mono('FRAME-ANCESTORS', 106, 182, label);
        s.mono('FRAMED BY A PAGE OF', 884, 158, { ...label, align: 'center' });
        ['bank', 'shop', 'game'].forEach((name, column) => {
          s.mono(`${name}.example`, 700 + column * 192, 194, {
            size: 19,
            align: 'center',
            fill: [colour.beacon, colour.violet, colour.blue][column],
          });
        });
        [
          ["'none'", 'X-Frame-Options: DENY', 0.8, [false, false, false]],
          ["'self'", 'X-Frame-Options: SAMEORIGIN', 2.8, [true, false, false]],
          ["'self' https://shop.example", 'X-Frame-Options: no such value', 5, [true, true, false]],
        ].forEach(([value, old, at, may], row) => {
          const y = 258 + row * 122;
          s.fade(shown(t, at), () => {
            s.card(84, y - 44, 1112, 104, { stroke: colour.line });
            s.mono(value, 112, y + 16 - 18 * ease(t, 8.8, 9.4), { size: 26, fill: colour.phosphor });
            s.fade(shown(t, 9), () => s.mono(old, 112, y + 38, { size: 21, fill: colour.ink3 }));
            may.forEach((right, column) => {
              s.fade(shown(t, at + 0.5 + column * 0.35), () => verdict(s, 700 + column * 192, y + 8, right, 24));
            });
          });
        });
      },
    },
  ],
};
