// CORS: the permission, the preflight, the rules with cookies, and the echo that permits every origin.
import { desk, ends, gate, page } from './origin-wall.mjs';
import { colour, ease, shown } from './stage.mjs';

const club = 'https://fans.harbour.example';

/** Draws two headers that the browser compares. */
function headers(s, asked, granted, askedAlpha, grantedAlpha, hue) {
  s.fade(askedAlpha, () => {
    s.card(84, 436, 506, 108, { stroke: colour.coral });
    s.mono('THE BROWSER WROTE', 116, 474, { size: 18, fill: colour.ink3, spacing: 2 });
    s.mono(asked, 116, 518, { size: 20, fill: colour.coral });
  });
  s.fade(grantedAlpha, () => {
    s.card(650, 436, 546, 108, { stroke: hue });
    s.mono('THE SERVER ANSWERED', 682, 474, { size: 18, fill: colour.ink3, spacing: 2 });
    s.mono(granted, 682, 518, { size: 20, fill: hue });
  });
}

/** Draws a message of the exchange: the sender, and the text in the monospaced font. */
function line(s, t, at, y, left, words, hue, note) {
  s.fade(shown(t, at), () => {
    const x = left ? 110 : 470;
    s.card(x, y - 32, 700, 56, { stroke: hue, cut: 12 });
    s.mono(words, x + 26, y + 4, { size: 24, fill: hue });
    if (note) s.text(note, left ? 840 : 110, y + 4, { size: 24, fill: colour.ink3 });
  });
}

/** Draws the answer to a request with a cookie, and whether the script may read it. */
function answer(s, t, at, y, lines, reads, why) {
  const hue = reads ? colour.phosphor : colour.coral;
  s.fade(shown(t, at), () => {
    s.card(110, y, 760, 108, { stroke: colour.line });
    lines.forEach(([name, value, ink = colour.ink], index) => {
      s.mono(name, 142, y + 44 + index * 38, { size: 20, fill: colour.ink2 });
      s.mono(value, 142 + (name.length + 1) * 12, y + 44 + index * 38, { size: 20, fill: ink });
    });
  });
  s.fade(shown(t, at + 1), () => {
    s.card(894, y, 276, 108, { stroke: hue });
    if (reads) s.tick(932, y + 54, 28, colour.phosphor);
    else s.cross(932, y + 54, 12);
    s.text(why, 968, y + 63, { size: 26, fill: hue });
  });
}

export const film = {
  out: 'curriculum/in-the-browser/who-may-read-this/videos/a-server-that-says-yes',
  poster: 8.3,
  bitrate: 44_000,
  scenes: [
    {
      title: 'The server may permit it',
      length: 13.5,
      captions: [
        [
          0.3,
          4.4,
          'A tide table is public. The club’s script asks for it,\nand the browser adds the origin of the script.',
        ],
        [4.6, 8.6, 'The answer contains a permission:\nscripts of any origin may read it.'],
        [8.8, 13.3, 'The wall opens for this one answer.\nThis is CORS: the server permits, the browser obeys.'],
      ],
      draw(s, t) {
        ends(s, { server: 'tides.example', gap: t < 3.6 || t > 8.4 ? page[1] : undefined });
        s.packet(page, desk, ease(t, 0.8, 3.8), 'GET /today', colour.coral);
        headers(s, `Origin: ${club}`, 'Access-Control-Allow-Origin: *', shown(t, 1.6), shown(t, 4.8), colour.phosphor);
        // The answer waits at the wall while the browser compares the two headers.
        if (t < 7) s.packet(desk, [gate - 10, page[1]], ease(t, 4.6, 7.6), 'high water 14:32', colour.beacon);
        else s.fade(1 - ease(t, 8.6, 9), () => s.chip('high water 14:32', 600, 236, colour.beacon));
        s.packet([gate + 90, page[1]], page, ease(t, 8.8, 10.6), undefined, colour.beacon);
        s.fade(shown(t, 10.4), () => s.chip('high water 14:32', page[0], 186, colour.phosphor, 20));
      },
    },
    {
      title: 'Some requests ask first',
      length: 15,
      captions: [
        [
          0.3,
          5,
          'A form can never send a DELETE. So the browser asks\nbefore it sends one, in a request without cookies.',
        ],
        [5.2, 8.4, 'The answer contains no permission.\nThe DELETE never leaves the browser.'],
        [
          8.6,
          14.8,
          'A server that wants such requests permits them.\nThen the browser sends the real one, with Mara’s cookie.',
        ],
      ],
      draw(s, t) {
        s.mono('THE BROWSER  →', 110, 162, { size: 18, fill: colour.coral, spacing: 2 });
        s.mono('←  THE DESK', 1170, 162, { size: 18, fill: colour.beacon, align: 'right', spacing: 2 });
        const first = 1 - 0.72 * ease(t, 8.4, 9);
        s.fade(first, () => {
          line(s, t, 0.8, 216, true, 'OPTIONS /berths/14: DELETE?', colour.coral, 'no cookie');
          line(s, t, 5.2, 286, false, '405, and no permission', colour.beacon);
          s.fade(shown(t, 6.6), () => {
            s.card(110, 324, 700, 56, { stroke: colour.line, cut: 12 });
            s.mono('DELETE /berths/14', 136, 360, { size: 24, fill: colour.ink3 });
            s.rule(
              [
                [130, 352],
                [386, 352],
              ],
              { stroke: colour.coral, width: 4, progress: ease(t, 7, 7.6) },
            );
            s.text('not sent', 840, 360, { size: 24, fill: colour.coral });
          });
        });
        line(s, t, 8.8, 430, true, 'OPTIONS /berths/14: DELETE?', colour.coral, 'no cookie');
        line(s, t, 10.2, 500, false, '204: this origin, DELETE, with cookies', colour.phosphor);
        line(s, t, 11.8, 570, true, 'DELETE /berths/14', colour.coral, 'Cookie: sid=ax2W');
      },
    },
    {
      title: 'With a cookie, two words more',
      length: 13.5,
      captions: [
        [
          0.3,
          4.4,
          'The club asks with Mara’s cookie. “Any origin may read”\nis not enough now: the browser refuses a star.',
        ],
        [4.6, 8.4, 'The server has to name the origin that asked.\nThe browser refuses that alone, too.'],
        [8.6, 13.3, 'Only name and credentials together open the wall.\nNo server should do that by accident.'],
      ],
      draw(s, t) {
        const origin = 'Access-Control-Allow-Origin:';
        const credentials = 'Access-Control-Allow-Credentials:';
        answer(
          s,
          t,
          0.8,
          150,
          [
            [origin, '*', colour.coral],
            [credentials, 'true'],
          ],
          false,
          'not read',
        );
        answer(s, t, 4.8, 290, [[origin, club, colour.beacon]], false, 'not read');
        answer(
          s,
          t,
          8.8,
          430,
          [
            [origin, club, colour.beacon],
            [credentials, 'true', colour.beacon],
          ],
          true,
          'read',
        );
      },
    },
    {
      title: 'An echo permits every origin',
      length: 14.5,
      captions: [
        [
          0.3,
          5,
          'A list of names is tedious to maintain. So a developer\ncopies the origin of each request into the answer.',
        ],
        [5.2, 9.2, 'Now every origin is permitted, by name\nand with credentials.'],
        [
          9.4,
          14.3,
          'Every site whose requests carry her cookie reads her page.\nThe wall is still there. It stops no one.',
        ],
      ],
      draw(s, t) {
        s.card(110, 146, 1060, 84, { stroke: colour.beacon });
        s.mono('AT THE DESK', 142, 196, { size: 18, fill: colour.ink3, spacing: 2 });
        s.pieces(
          [
            ['Access-Control-Allow-Origin: ', colour.ink2],
            ['request.headers.origin', colour.beacon],
          ],
          330,
          197,
          25,
        );
        ['https://fans.harbour.example', 'https://old.harbour.example', 'https://mole.example', 'null'].forEach(
          (origin, index) => {
            const y = 284 + index * 72;
            s.fade(shown(t, index === 0 ? 1.6 : 4.6 + index * 0.8), () => {
              s.mono(origin, 110, y + 9, { size: 25, fill: colour.coral });
              s.rule(
                [
                  [560, y],
                  [640, y],
                ],
                { stroke: colour.ink3, progress: ease(t, 2 + index, 3 + index) },
              );
            });
            s.fade(shown(t, index === 0 ? 2.6 : 5.4 + index * 0.8), () => {
              s.card(650, y - 30, 520, 60, { stroke: colour.phosphor, cut: 12 });
              s.tick(682, y, 24, colour.phosphor);
              s.mono(origin, 714, y + 8, { size: 23, fill: colour.phosphor });
            });
          },
        );
        s.fade(shown(t, 9.6), () => s.chip('Mara: berth 14  →  any site', 640, 568, colour.coral, 22));
      },
    },
  ],
};
