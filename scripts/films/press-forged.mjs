// CSRF: another site's form sends a request with the bank's cookie; the token and the SameSite rule stop it.
import { colour, ease, shown } from './stage.mjs';

const mark = '7c19e0b4';
const you = [190, 226];
const bank = [1090, 226];

const label = { size: 18, fill: colour.ink3, spacing: 2 };

/** Draws a field of a form: its name and its value. */
function field(s, x, y, w, name, value, hue = colour.ink) {
  s.mono(name, x, y, { size: 22, fill: colour.ink3 });
  s.mono(value, x + w, y, { size: 24, align: 'right', fill: hue });
}

/** Draws the part of a request that this bank reads. */
function request(s, x, title, body, hue) {
  s.card(x, 352, 516, 226, { stroke: hue });
  s.mono(title, x + 34, 392, label);
  s.mono('POST /transfer', x + 34, 434, { size: 25 });
  s.mono('Host: bank.example', x + 34, 472, { size: 25, fill: colour.ink2 });
  s.mono('Cookie: sid=ax2W', x + 34, 510, { size: 25, fill: colour.phosphor });
  s.mono(body, x + 34, 552, { size: 25, fill: hue });
}

function verdict(s, alpha, x, y, right) {
  s.fade(alpha, () => {
    const hue = right ? colour.phosphor : colour.coral;
    s.hex(x, y, 26, { fill: hue, stroke: hue });
    if (right) s.tick(x, y, 26);
    else s.cross(x, y, 9, colour.sea);
  });
}

export const film = {
  out: 'curriculum/in-the-browser/a-press-not-meant/videos/a-form-from-elsewhere',
  poster: 21,
  bitrate: 43_000,
  scenes: [
    {
      title: 'A page with a hidden form',
      length: 13,
      captions: [
        [
          0.3,
          4.4,
          'Mara is logged in at bank.example. Her browser has the\nbank’s cookie. In another tab she opens a strange page.',
        ],
        [4.6, 8.6, 'That page contains an invisible form. It is already\nfilled in, and it posts to the bank.'],
        [8.8, 12.8, 'A script submits it. Nothing forbids that:\na form may post to any server.'],
      ],
      draw(s, t) {
        s.browser(84, 150, 560, 410, 'prizes.example', colour.coral);
        s.text('You have won a kayak', 364, 270, { font: 'head', weight: 600, size: 36, align: 'center' });
        s.fade(shown(t, 4.8), () => {
          s.card(118, 318, 492, 210, { stroke: colour.coral, fill: '#1a1526', cut: 16 });
          s.mono('A FORM, HIDDEN', 146, 356, label);
          field(s, 146, 404, 436, 'sent to', 'bank.example/transfer', colour.coral);
          field(s, 146, 450, 436, 'to', 'mallory');
          field(s, 146, 496, 436, 'amount', '900');
        });
        s.browser(704, 150, 492, 240, 'bank.example', colour.phosphor);
        s.text('Good evening, Mara', 738, 270, { size: 30, weight: 600 });
        s.text('Your balance', 738, 340, { size: 24, fill: colour.ink3 });
        s.mono('4,120.00', 1162, 342, { size: 32, align: 'right' });
        s.fade(shown(t, 1.4), () => {
          s.card(704, 430, 492, 130, { stroke: colour.line });
          s.mono('COOKIES OF THIS BROWSER', 738, 472, label);
          s.mono('bank.example', 738, 524, { size: 26, fill: colour.ink2 });
          s.mono('sid=ax2W', 1162, 524, { size: 26, align: 'right', fill: colour.phosphor });
        });
        s.fade(shown(t, 9), () => s.chip('submit()', 510, 350, colour.beacon, 22));
        s.packet([560, 410], [1280, 410], ease(t, 9.6, 12), '', colour.coral);
      },
    },
    {
      title: 'The browser adds the cookie',
      length: 14,
      captions: [
        [0.3, 4.4, 'When Mara pays Otto on the bank’s own page,\nthe browser adds the cookie. It identifies her.'],
        [
          4.6,
          9,
          'When the strange page sends its form, the browser adds\nthe same cookie, because the request is for the bank.',
        ],
        [
          9.2,
          13.8,
          'The bank pays Mallory. The strange page never sees\nthe cookie or the answer. It needs neither of them.',
        ],
      ],
      draw(s, t) {
        s.depths([
          [...you, 46],
          [...bank, 46],
        ]);
        s.rule([you, bank], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'browser', name: 'Mara’s browser', r: 46 });
        s.place(...bank, { name: 'bank.example', hue: colour.beacon, r: 46 });
        s.packet(you, bank, ease(t, 0.8, 3.2), 'to=otto', colour.phosphor);
        s.packet(you, bank, ease(t, 5, 7.6), 'to=mallory', colour.coral);
        s.fade(shown(t, 1.4), () => {
          request(s, 84, 'FROM THE BANK’S OWN PAGE', 'to=otto&amount=40', colour.ink);
        });
        s.fade(shown(t, 5.6), () => {
          request(s, 680, 'FROM PRIZES.EXAMPLE', 'to=mallory&amount=900', colour.coral);
        });
        verdict(s, shown(t, 3.2), 548, 412, true);
        verdict(s, shown(t, 9.4), 1144, 412, true);
        s.fade(shown(t, 9.4), () => s.chip('900 to Mallory', 640, 296, colour.coral, 24));
      },
    },
    {
      title: 'A mark it cannot read',
      length: 14.5,
      captions: [
        [0.3, 4.6, 'So the bank puts a random mark into each form for\nMara, and expects it back with the form.'],
        [
          4.8,
          9.6,
          'The strange page can write any form. To learn the mark,\nit would have to read the bank’s page. It may not.',
        ],
        [9.8, 14.3, 'Its form comes with the right cookie\nand without the mark. The bank refuses.'],
      ],
      draw(s, t) {
        s.card(84, 146, 520, 200, { stroke: colour.phosphor });
        s.mono('FORM IN A PAGE OF BANK.EXAMPLE', 116, 186, label);
        field(s, 116, 236, 440, 'to', 'otto');
        field(s, 116, 278, 440, 'amount', '40');
        s.fade(shown(t, 1), () => field(s, 116, 320, 440, 'mark', mark, colour.beacon));
        s.fade(shown(t, 4.8), () => {
          s.card(84, 378, 520, 200, { stroke: colour.coral });
          s.mono('FORM IN A PAGE OF PRIZES.EXAMPLE', 116, 418, label);
          field(s, 116, 468, 440, 'to', 'mallory');
          field(s, 116, 510, 440, 'amount', '900');
          field(s, 116, 552, 440, 'mark', '?', colour.coral);
        });
        // The attempt to read the other page, and the wall that stops it.
        s.fade(shown(t, 6.4), () => {
          s.rule(
            [
              [564, 545],
              [582, 545],
              [582, 366],
            ],
            { stroke: colour.coral, width: 3, dash: [6, 6], progress: ease(t, 6.4, 7.4) },
          );
          s.fade(shown(t, 7.4), () => {
            s.rule(
              [
                [484, 362],
                [604, 362],
              ],
              { stroke: colour.phosphor, width: 7 },
            );
          });
        });
        s.card(900, 262, 296, 200, { stroke: colour.beacon });
        s.text('bank.example', 932, 312, { size: 26, weight: 600 });
        s.mono('MARA’S MARK', 932, 366, label);
        s.mono(mark, 932, 414, { size: 34, fill: colour.beacon });
        s.rule(
          [
            [604, 246],
            [900, 330],
          ],
          { stroke: colour.ink3, dash: [3, 10] },
        );
        s.packet([560, 234], [960, 347], ease(t, 1.8, 4.2), mark, colour.phosphor);
        verdict(s, shown(t, 4.2, 9.8), 1150, 402, true);
        s.fade(shown(t, 4.8), () => {
          s.rule(
            [
              [604, 478],
              [900, 396],
            ],
            { stroke: colour.ink3, dash: [3, 10] },
          );
        });
        s.packet([560, 490], [960, 379], ease(t, 10, 12.2), 'no mark', colour.coral);
        verdict(s, shown(t, 12.2), 1150, 402, false);
        s.fade(shown(t, 12.6), () => s.chip('403', 1048, 520, colour.coral));
      },
    },
    {
      title: 'A cookie with SameSite',
      length: 14.5,
      captions: [
        [
          0.3,
          5,
          'The cookie can help, too. With SameSite=Lax, the browser\ndoes not send it with a form that another site posts.',
        ],
        [
          5.2,
          9.4,
          'When Mara follows a link, the browser does send it.\nSo a link may show data, but must never change it.',
        ],
        [
          9.6,
          14.3,
          'And news.bank.example counts as the same site: its forms\ncarry the cookie. Only the mark protects Mara then.',
        ],
      ],
      draw(s, t) {
        s.mono('STARTED BY', 106, 174, label);
        s.mono('AT BANK.EXAMPLE', 1176, 174, { ...label, align: 'right' });
        [
          ['prizes.example', 'posts a form', false, 'who are you?', colour.phosphor],
          ['prizes.example', 'a link, followed', true, 'a page, shown', colour.beacon],
          ['news.bank.example', 'posts a form', true, 'no mark: 403', colour.phosphor],
        ].forEach(([who, what, along, result, hue], index) => {
          const at = 0.6 + index * 4.6;
          const y = 248 + index * 128;
          s.fade(shown(t, at - 0.4), () => {
            s.card(84, y - 48, 340, 96, { stroke: index === 2 ? colour.violet : colour.coral });
            s.mono(who, 112, y - 5, { size: 26 });
            s.text(what, 112, y + 29, { size: 22, fill: colour.ink2 });
            s.rule(
              [
                [432, y],
                [906, y],
              ],
              { dash: [3, 10], stroke: colour.ink3 },
            );
            s.packet(
              [370, y],
              [960, y],
              ease(t, at + 0.4, at + 2.9),
              along ? 'sid=ax2W' : 'no cookie',
              along ? colour.phosphor : colour.ink2,
            );
          });
          s.fade(shown(t, at + 2.9), () => {
            s.card(914, y - 40, 282, 80, { stroke: hue });
            s.text(result, 1055, y + 9, { align: 'center', fill: hue });
          });
        });
      },
    },
  ],
};
