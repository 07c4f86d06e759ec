// The life of a session cookie from log-in to log-out, and the attacks that HttpOnly and SameSite stop.
import { colour, ease, shown } from './stage.mjs';

const you = [250, 310];
const far = [1030, 310];

function ends(s, live = false) {
  s.depths([you, far]);
  s.rule([you, far], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  s.place(...you, { icon: 'browser', name: 'Mara’s browser' });
  s.place(...far, { name: 'harbour.example', hue: colour.beacon, live });
}

function jar(s, alpha, words = 'sid=ax2W', gone = 0) {
  s.fade(alpha, () => {
    s.card(110, 466, 800, 92, { stroke: colour.phosphor });
    s.fade(1 - 0.75 * gone, () => {
      s.mono(words, 144, 523, { size: 32, fill: colour.phosphor });
      ['Secure', 'HttpOnly', 'SameSite=Lax'].forEach((order, index) => {
        s.chip(order, [396, 538, 720][index], 512, colour.ink2, 22);
      });
    });
    if (gone > 0)
      s.rule(
        [
          [130, 512],
          [880, 512],
        ],
        { stroke: colour.coral, width: 4, progress: gone },
      );
  });
}

export const film = {
  out: 'curriculum/web/sessions-and-tokens/videos/a-cookie-travels',
  poster: 18.6,
  scenes: [
    {
      title: 'The ticket is written',
      length: 10.5,
      captions: [
        [0.3, 4, 'Mara logs in. Her browser posts\nname and password to harbour.example.'],
        [
          4.2,
          10.3,
          'The server answers with a ticket and three orders:\nsid=ax2W, and Secure, HttpOnly, SameSite=Lax.',
        ],
      ],
      draw(s, t) {
        ends(s, t > 3.2 && t < 4.6);
        s.packet(you, far, ease(t, 0.9, 3.4), 'POST /login');
        s.packet(far, you, ease(t, 4.4, 7.2), 'Set-Cookie: sid=ax2W', colour.phosphor);
        jar(s, shown(t, 7.2));
      },
    },
    {
      title: 'The browser sends the ticket',
      length: 10,
      captions: [
        [
          0.3,
          5,
          'From now on, the browser sends the ticket with every\nrequest: its name and its value, nothing else.',
        ],
        [5.2, 9.8, 'The orders stay in the browser.\nThe server never sees them again.'],
      ],
      draw(s, t) {
        ends(s);
        jar(s, 1);
        s.packet(you, far, ease(t, 0.8, 3.2), 'GET /letters');
        s.packet([250, 310], far, ease(t, 0.8, 3.2), 'Cookie: sid=ax2W', colour.phosphor, -44);
        s.packet(far, you, ease(t, 3.3, 5), '200');
        s.packet(you, far, ease(t, 5.6, 7.8), 'GET /berths');
        s.packet(you, far, ease(t, 5.6, 7.8), 'Cookie: sid=ax2W', colour.phosphor, -44);
        s.packet(far, you, ease(t, 7.9, 9.4), '200');
      },
    },
    {
      title: 'A script wants to read it',
      length: 10.5,
      captions: [
        [0.3, 4.3, 'An attacker’s script runs in Mara’s page.\nIt reads document.cookie.'],
        [
          4.5,
          10.3,
          'It gets theme=dark, and no more. HttpOnly hides sid\nfrom scripts, so the script cannot steal the ticket.',
        ],
      ],
      draw(s, t) {
        s.browser(110, 150, 580, 400, 'harbour.example/book', colour.ink3);
        s.place(240, 330, { icon: 'script', hue: colour.coral, name: 'a script', live: t < 4.5 });
        s.fade(shown(t, 1.2), () => s.mono('document.cookie', 350, 318, { fill: colour.ink }));
        s.fade(shown(t, 5.4), () => s.mono('"theme=dark"', 350, 366, { fill: colour.coral }));
        s.card(800, 190, 360, 330, { stroke: colour.line });
        s.mono('COOKIES', 832, 240, { size: 20, fill: colour.ink3, spacing: 2 });
        s.mono('theme=dark', 832, 306, { size: 30, fill: t > 4.2 ? colour.coral : colour.ink });
        s.mono('sid=ax2W', 832, 398, { size: 30, fill: colour.phosphor });
        s.text('HttpOnly', 832, 440, { fill: colour.ink2 });
        s.rule(
          [
            [690, 294],
            [796, 294],
          ],
          { stroke: colour.coral, width: 3, progress: ease(t, 2.4, 3.6) },
        );
        s.rule(
          [
            [690, 388],
            [780, 388],
          ],
          { stroke: colour.coral, width: 3, progress: ease(t, 2.4, 3.6), dash: [6, 6] },
        );
        s.fade(shown(t, 3.6), () =>
          s.rule(
            [
              [788, 346],
              [788, 456],
            ],
            { stroke: colour.phosphor, width: 7 },
          ),
        );
      },
    },
    {
      title: 'But it can use the ticket',
      length: 10.5,
      captions: [
        [0.3, 4.9, 'But the script can send requests from here.\nThe browser attaches the ticket, as always.'],
        [
          5.1,
          10.3,
          'Mara’s letters come back, and the script reads them.\nHttpOnly protects the value of the ticket, not its use.',
        ],
      ],
      draw(s, t) {
        s.depths([you, far]);
        s.rule([you, far], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'script', name: 'the script, in her page', hue: colour.coral });
        s.place(...far, { name: 'harbour.example', hue: colour.beacon });
        const out = ease(t, 0.9, 4.6);
        s.packet(you, far, out, 'fetch("/letters")', colour.coral);
        s.fade(shown(t, 2), () => s.packet(you, far, out, 'Cookie: sid=ax2W', colour.phosphor, -44));
        s.packet(far, you, ease(t, 5.2, 8), 'Dear Mara …');
        s.fade(shown(t, 8), () =>
          s.text('read here, with her ticket', 250, 470, { align: 'center', fill: colour.coral }),
        );
      },
    },
    {
      title: 'Another site sends a form',
      length: 14.5,
      captions: [
        [
          0.3,
          4.6,
          'Another site sends a form to the harbour. SameSite=None:\nthe browser adds the ticket, and the forgery works.',
        ],
        [4.8, 9.3, 'With Lax, the browser sends the form without the ticket.\nThe server does not know who is asking.'],
        [
          9.5,
          14.3,
          'With a click on a link, even Lax sends the ticket.\nSo a link may show data, but must never change it.',
        ],
      ],
      draw(s, t) {
        s.text('from prizes.example', 72, 168, { fill: colour.ink2, size: 24 });
        s.text('at harbour.example', 1208, 168, { fill: colour.ink2, size: 24, align: 'right' });
        [
          ['form, POST', 'SameSite=None', true, 'done, as Mara', colour.coral],
          ['form, POST', 'SameSite=Lax', false, 'who are you?', colour.phosphor],
          ['link, GET', 'SameSite=Lax', true, 'page, as Mara', colour.beacon],
        ].forEach(([what, order, along, result, hue], index) => {
          const at = 0.5 + index * 4.6;
          const y = 240 + index * 122;
          s.fade(shown(t, at - 0.4), () => {
            s.card(72, y - 46, 270, 92, { stroke: colour.line });
            s.mono(what, 98, y - 2, { size: 26 });
            s.mono(order, 98, y + 30, { size: 20, fill: colour.ink2 });
            s.rule(
              [
                [350, y],
                [930, y],
              ],
              { dash: [3, 10], stroke: colour.ink3 },
            );
            s.packet(
              [290, y],
              [980, y],
              ease(t, at + 0.4, at + 3),
              along ? 'sid=ax2W' : 'no cookie',
              along ? colour.phosphor : colour.ink2,
              30,
            );
          });
          s.fade(shown(t, at + 3), () => {
            s.card(938, y - 40, 270, 80, { stroke: hue });
            s.text(result, 1073, y + 9, { align: 'center', fill: hue });
          });
        });
      },
    },
    {
      title: 'The ticket ends',
      length: 10,
      captions: [
        [0.3, 5, 'Mara logs out. The server deletes the session\nand tells the browser to delete the ticket.'],
        [5.2, 9.8, 'A thief who copied the ticket has a number\nthat the server no longer accepts.'],
      ],
      draw(s, t) {
        ends(s);
        s.packet(you, far, ease(t, 0.5, 2), 'POST /logout');
        s.packet(far, you, ease(t, 2.4, 4.2), 'sid=; Max-Age=0', colour.coral);
        jar(s, 1, 'sid=ax2W', ease(t, 4.2, 5));
        s.fade(shown(t, 1.9), () => {
          s.mono('ax2W: mara', 1030, 200, { align: 'center', fill: colour.ink2 });
          s.rule(
            [
              [935, 191],
              [1125, 191],
            ],
            { stroke: colour.coral, width: 4, progress: ease(t, 2.1, 2.7) },
          );
        });
        s.fade(shown(t, 5.4), () => s.packet([480, 310], far, ease(t, 5.6, 7.6), 'a copy: sid=ax2W', colour.coral));
        s.fade(shown(t, 7.6), () => s.chip('401', 880, 300, colour.phosphor));
      },
    },
  ],
};
