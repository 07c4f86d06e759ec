// Man in the middle: the same key exchange with an attacker between both sides, and the signature that stops her.
import { end, ida, jon, power } from './secret-shared.mjs';
import { colour, ease, shown } from './stage.mjs';

const mallory = { steps: 15, sends: end(5, 15) };
const withIda = end(ida.sends, mallory.steps);
const withJon = end(jon.sends, mallory.steps);

const left = [190, 260];
const middle = [640, 260];
const right = [1090, 260];

function room(s, live = false, gap = true) {
  s.depths([left, middle, right].map(([x, y]) => [x, y, 50]));
  for (const [from, to] of [
    [left, middle],
    [middle, right],
  ])
    s.rule([from, to], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  s.place(...left, { icon: 'browser', name: 'Ida', r: 50 });
  s.place(...right, { name: 'jon.example', hue: colour.violet, r: 50 });
  s.place(...middle, { icon: 'eye', name: gap ? 'Mallory' : '', hue: colour.coral, r: 50, live });
}

/** Draws a computation and its result as a card. */
function sum(s, x, w, who, from, steps, result, hue) {
  s.card(x, 400, w, 152, { stroke: hue });
  s.text(who, x + 28, 446, { size: 24, weight: 600, fill: colour.ink2 });
  power(s, from, steps, '', x + 28, 512, { size: 34, stepFill: colour.beacon });
  s.mono('→', x + 118, 512, { size: 30, fill: colour.ink3 });
  s.mono(`${result}`, x + w - 30, 514, { size: 40, align: 'right', fill: hue });
}

/** Draws a letter at one end, and the key that locks it. */
function letter(s, x, key, words, hue) {
  s.card(x, 400, 352, 170, { stroke: hue });
  s.mono(words, x + 28, 452, { size: 27 });
  s.chip(`key ${key}`, x + 92, 518, hue, 24);
}

export const film = {
  out: 'curriculum/behind-the-lock/a-secret-across-the-room/videos/the-one-in-between',
  poster: 20,
  bitrate: 58_000,
  scenes: [
    {
      title: 'Nothing arrives as it was sent',
      length: 13,
      captions: [
        [
          0.3,
          4.4,
          'This time Mallory sits between Ida and Jon. She does\nnot just listen: she takes Ida’s 11 and keeps it.',
        ],
        [4.6, 8.6, 'She sends Jon her own number.\nHer secret is 15, and her walk ends at 19.'],
        [8.8, 12.8, 'She keeps Jon’s 13 as well,\nand Ida gets the 19, too.'],
      ],
      draw(s, t) {
        room(s, t > 2.4);
        s.packet(left, middle, ease(t, 0.8, 3), `${ida.sends}`, colour.blue, 74);
        s.packet(middle, right, ease(t, 5, 7.4), `${mallory.sends}`, colour.coral, 74);
        s.packet(right, middle, ease(t, 8.2, 10), `${jon.sends}`, colour.violet, 74);
        s.packet(middle, left, ease(t, 10.2, 12), `${mallory.sends}`, colour.coral, 74);
        s.chip(`${ida.steps} steps`, left[0], 420, colour.beacon);
        s.chip(`${jon.steps} steps`, right[0], 420, colour.beacon);
        s.fade(shown(t, 4.6), () => s.chip(`${mallory.steps} steps`, middle[0], 420, colour.beacon));
        [
          [left[0], 11.8],
          [right[0], 7.2],
        ].forEach(([x, at]) => {
          s.fade(shown(t, at), () =>
            s.mono(`got ${mallory.sends}`, x, 506, { size: 30, align: 'center', fill: colour.coral }),
          );
        });
        s.fade(shown(t, 2.8), () =>
          s.mono(`kept ${ida.sends}`, middle[0] - 10, 506, { size: 30, align: 'right', fill: colour.blue }),
        );
        s.fade(shown(t, 9.8), () => s.mono(`and ${jon.sends}`, middle[0] + 10, 506, { size: 30, fill: colour.violet }));
      },
    },
    {
      title: 'Two keys instead of one',
      length: 12.5,
      captions: [
        [
          0.3,
          4.6,
          'Ida takes nine steps of 19 and arrives at 10. Mallory\narrives there too, with Ida’s 11 and fifteen steps.',
        ],
        [4.8, 8.8, 'Jon takes fourteen steps of 19, up to 18.\nMallory gets there from Jon’s 13.'],
        [9, 12.3, 'Every result is right. No number was broken.\nOnly the partners are wrong.'],
      ],
      draw(s, t) {
        room(s, true);
        const a = shown(t, 0.8);
        const b = shown(t, 5);
        s.fade(a, () => {
          sum(s, 72, 250, 'Ida', mallory.sends, ida.steps, end(mallory.sends, ida.steps), colour.blue);
        });
        s.fade(shown(t, 2.4), () => {
          sum(s, 352, 272, 'Mallory, as Jon', ida.sends, mallory.steps, withIda, colour.blue);
        });
        s.fade(shown(t, 6.6), () => {
          sum(s, 656, 272, 'Mallory, as Ida', jon.sends, mallory.steps, withJon, colour.violet);
        });
        s.fade(b, () => {
          sum(s, 958, 250, 'Jon', mallory.sends, jon.steps, end(mallory.sends, jon.steps), colour.violet);
        });
        s.fade(shown(t, 3.2), () => s.chip(`key ${withIda}`, 415, 260, colour.blue, 24));
        s.fade(shown(t, 7.4), () => s.chip(`key ${withJon}`, 865, 260, colour.violet, 24));
      },
    },
    {
      title: 'Encrypted on both sides, readable in between',
      length: 13,
      captions: [
        [0.3, 4.2, 'Ida locks her letter with key 10\nand sends it. On the line it is noise.'],
        [4.4, 8.4, 'Mallory opens it, reads it, changes it,\nand locks it again with key 18.'],
        [8.6, 12.8, 'Jon’s key fits. Neither of the two\nhas a reason to be suspicious.'],
      ],
      draw(s, t) {
        room(s, t > 4);
        s.packet(left, middle, ease(t, 1, 3.6), '· · · ·', colour.blue, 74);
        s.packet(middle, right, ease(t, 7.4, 9.8), '· · · ·', colour.violet, 74);
        s.fade(shown(t, 0.5), () => letter(s, 72, withIda, 'pay Otto 40', colour.blue));
        s.fade(shown(t, 4.2), () => {
          s.card(464, 400, 352, 170, { stroke: colour.coral });
          s.mono('pay Otto 40', 492, 452, { size: 27 });
        });
        s.fade(shown(t, 5.8), () => {
          s.rule(
            [
              [488, 444],
              [676, 444],
            ],
            { stroke: colour.coral, width: 3, progress: ease(t, 5.8, 6.2) },
          );
          s.mono('pay Mallory 900', 492, 526, { size: 27, fill: colour.coral });
        });
        s.fade(shown(t, 9.8), () => letter(s, 856, withJon, 'pay Mallory 900', colour.violet));
      },
    },
    {
      title: 'A signature on the number',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          'One question was open: whose number is this? Now Jon\nsigns the numbers he saw and sent, with his own key.',
        ],
        [
          5,
          9.4,
          'A certificate from an authority that Ida trusts\nproves that this signing key belongs to jon.example.',
        ],
        [
          9.6,
          14.8,
          'Mallory can copy the certificate: it is public. She can’t\nsign her 19 with Jon’s key, so Ida ends the connection.',
        ],
      ],
      draw(s, t) {
        const good = t < 9.6;
        s.depths([
          [190, 290, 50],
          [1090, 290, 50],
        ]);
        s.place(190, 290, { icon: 'browser', name: 'Ida', r: 50 });
        s.fade(shown(t, 0, 9.6), () => s.place(1090, 290, { name: 'jon.example', hue: colour.violet, r: 50 }));
        s.fade(shown(t, 9.6), () => s.place(1090, 290, { icon: 'eye', name: 'Mallory', hue: colour.coral, r: 50 }));
        const paper = (alpha, number, hue, rows) => {
          s.fade(alpha, () => {
            s.card(350, 150, 580, 400, { stroke: hue });
            s.mono('TO IDA', 386, 196, { size: 18, fill: colour.ink3, spacing: 2 });
            s.mono(`my number: ${number}`, 386, 248, { size: 30, fill: hue });
            s.mono('CERTIFICATE', 386, 316, { size: 18, fill: colour.ink3, spacing: 2 });
            s.mono('jon.example', 386, 362, { size: 30 });
            s.mono(`SIGNED: ${ida.sends}, ${number}`, 386, 430, { size: 18, fill: colour.ink3, spacing: 2 });
            rows();
          });
        };
        const mark = (alpha, y, right) => {
          s.fade(alpha, () => {
            const hue = right ? colour.phosphor : colour.coral;
            s.hex(876, y - 10, 20, { fill: hue, stroke: hue });
            if (right) s.tick(876, y - 10, 20);
            else s.cross(876, y - 10, 7, colour.sea);
          });
        };
        if (good) {
          paper(shown(t, 0.6, 9.6), jon.sends, colour.violet, () => {
            s.mono('with jon.example’s key', 386, 476, { size: 27 });
            mark(shown(t, 6.2), 362, true);
            mark(shown(t, 7), 476, true);
          });
        } else {
          paper(shown(t, 9.8), mallory.sends, colour.coral, () => {
            s.mono('with some other key', 386, 476, { size: 27, fill: colour.coral });
            mark(shown(t, 11), 362, true);
            mark(shown(t, 12), 476, false);
          });
        }
        s.fade(shown(t, 7.6, 9.6), () => s.chip('key 3', 190, 452, colour.phosphor));
        s.fade(shown(t, 12.6), () => s.chip('refused', 190, 452, colour.coral));
      },
    },
  ],
};
