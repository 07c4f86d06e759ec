// XSS: joining strings to a page, the parser letter by letter, two ways in, and the encoding at the output.
import { colour, ease, shown } from './stage.mjs';

const comment = 'Nice pier <script>go()</script>';
const source = `<li>${comment}</li>`;
const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const encoded = comment.replace(/[&<>"']/g, (sign) => signs[sign]);

/** Returns how the parser reads each letter: as part of a tag, as text, or as a script's text. */
const states = [];
for (const [, tag, words] of source.matchAll(/(<[^>]*>)|([^<]+)/g)) {
  const inScript = states.at(-1) === 'tag' && source.slice(0, states.length).endsWith('<script>');
  for (const _ of tag ?? words) states.push(tag ? 'tag' : inScript ? 'script' : 'text');
}
const hues = { tag: colour.violet, text: colour.ink, script: colour.coral };

/** Draws a node of the tree that the parser builds, and the line from its parent. */
function node(s, alpha, words, x, y, hue, from) {
  s.fade(alpha, () => {
    if (from)
      s.rule(
        [
          [from[0], from[1] + 22],
          [from[0], y],
          [x - words.length * 7.8 - 18, y],
        ],
        { stroke: colour.ink3 },
      );
    s.chip(words, x, y, hue, 26);
  });
}

/** Draws a lane of the third scene: its name, and the dotted line on which packets move. */
function lane(s, name, y, places) {
  s.mono(name, 84, y - 76, { size: 18, fill: colour.ink3, spacing: 2 });
  s.rule(
    [
      [places[0][0], y],
      [places.at(-1)[0], y],
    ],
    { dash: [3, 10], width: 3, stroke: colour.ink3 },
  );
  for (const [x, icon, words, hue, live] of places) {
    s.place(x, y, { icon, hue, r: 40, live });
    s.text(words, x, y + 74, { size: 22, align: 'center', fill: colour.ink2 });
  }
}

export const film = {
  out: 'curriculum/in-the-browser/words-that-run/videos/a-comment-that-runs',
  poster: 24.5,
  bitrate: 48_000,
  scenes: [
    {
      title: 'A page is one long text',
      length: 12,
      captions: [
        [0.3, 4.4, 'Otto writes a comment in the harbour’s guestbook.\nThe server stores his words.'],
        [4.6, 8, 'For each visitor, it puts them\nbetween its own tags.'],
        [
          8.2,
          11.8,
          'The server sends one long text. It does not mark\nwhich letters are Otto’s and which are its own.',
        ],
      ],
      draw(s, t) {
        s.card(84, 150, 520, 116, { stroke: colour.beacon });
        s.mono('OTTO WRITES', 120, 190, { size: 18, fill: colour.ink3, spacing: 2 });
        s.mono('Nice pier, cold soup'.slice(0, Math.max(0, Math.floor((t - 0.8) * 9))), 120, 238, {
          size: 28,
          fill: colour.beacon,
        });
        s.fade(shown(t, 3.2), () => {
          s.card(84, 306, 520, 116, { stroke: colour.violet });
          s.mono('THE SERVER HAS', 120, 346, { size: 18, fill: colour.ink3, spacing: 2 });
          s.pieces(
            [
              ['<li>', colour.violet],
              ['  …  ', colour.ink3],
              ['</li>', colour.violet],
            ],
            120,
            394,
            28,
          );
        });
        s.fade(shown(t, 4.8), () => {
          const plain = ease(t, 8.4, 9.4);
          const wire = (server, otto) =>
            s.pieces(
              [
                ['<li>', server],
                ['Nice pier, cold soup', otto],
                ['</li>', server],
              ],
              330,
              517,
              30,
            );
          s.card(84, 462, 1112, 88, { stroke: colour.line });
          s.mono('ON THE WIRE', 120, 513, { size: 18, fill: colour.ink3, spacing: 2 });
          s.fade(1 - plain, () => wire(colour.violet, colour.beacon));
          s.fade(plain, () => wire(colour.ink, colour.ink));
        });
        s.fade(shown(t, 6.4), () => {
          s.browser(676, 150, 520, 272, 'harbour.example');
          s.text('Guestbook', 712, 268, { size: 32, weight: 600 });
          s.hex(722, 326, 6, { fill: colour.ink2, stroke: colour.ink2 });
          s.text('Nice pier, cold soup', 744, 335, { size: 28 });
        });
      },
    },
    {
      title: 'The parser reads',
      length: 17,
      captions: [
        [0.3, 4.6, 'The next comment contains brackets.\nThe browser’s parser reads, one letter after the other.'],
        [4.8, 8.6, 'A bracket, and a letter directly after it:\na tag begins here, no matter who wrote it.'],
        [8.8, 12.4, 'The following letters are no longer text of the page.\nThey are a program.'],
        [12.6, 16.8, 'So the comment has become part of the page’s tree,\nand the browser runs the script in it.'],
      ],
      draw(s, t) {
        const size = 30;
        const w = size * 0.6;
        const x = 640 - (source.length * w) / 2;
        const read = source.length * ease(t, 1, 3.4) * 0.34 + source.length * 0.66 * ease(t, 4.6, 12.2);
        const at = Math.min(source.length - 1, Math.floor(read));
        s.card(84, 176, 1112, 92, { stroke: colour.line });
        s.fade(shown(t, 0.3), () => {
          const from = x + source.indexOf(comment) * w;
          const to = from + comment.length * w;
          s.rule(
            [
              [from + 2, 250],
              [to - 2, 250],
            ],
            { stroke: colour.beacon, width: 2 },
          );
          s.mono('THE COMMENT', to, 166, { size: 16, fill: colour.beacon, align: 'right', spacing: 1 });
        });
        [...source].forEach((letter, index) => {
          const done = index < read;
          s.mono(letter, x + index * w, 234, { size, fill: done ? hues[states[index]] : colour.line });
        });
        if (t > 1 && read < source.length - 0.01) {
          s.card(x + at * w - 2, 202, w + 4, 44, { fill: 'transparent', stroke: colour.beacon, cut: 4 });
          const words = { tag: 'a tag', text: 'text', script: 'a script' }[states[at]];
          s.chip(words, Math.max(160, x + at * w + w / 2), 308, hues[states[at]], 22);
        }
        const past = (words) =>
          ease(read, source.indexOf(words) + words.length - 1, source.indexOf(words) + words.length);
        node(s, past('<li>'), 'li', 250, 400, colour.violet);
        node(s, past('Nice pier '), '"Nice pier "', 500, 470, colour.ink, [250, 400]);
        node(s, past('<script>'), 'script', 461, 540, colour.violet, [250, 400]);
        node(s, past('go()'), 'go()', 660, 540, colour.coral);
        s.fade(past('go()'), () =>
          s.rule(
            [
              [526, 540],
              [611, 540],
            ],
            { stroke: colour.ink3 },
          ),
        );
        s.fade(shown(t, 13), () => {
          s.card(800, 416, 396, 128, { fill: '#2a1a2a', stroke: colour.coral });
          s.mono('RUNS AS', 836, 458, { size: 18, fill: colour.ink3, spacing: 2 });
          s.mono('https://harbour.example', 836, 506, { size: 23, fill: colour.coral });
        });
      },
    },
    {
      title: 'Stored and reflected',
      length: 15.5,
      captions: [
        [0.3, 5, 'Stored: the comment waits on the server,\nand every visitor gets the script.'],
        [
          5.2,
          10.2,
          'Reflected: it waits in a link. Mara clicks, her browser\nsends it, and the server repeats it to her.',
        ],
        [10.4, 15.3, 'Either way, it runs in her page, so the browser\nadds her ticket to all requests of the script.'],
      ],
      draw(s, t) {
        const first = 230;
        const second = 446;
        lane(s, 'STORED', first, [
          [190, 'eye', 'the mole', colour.coral],
          [560, 'server', 'harbour.example', colour.beacon],
          [880, 'browser', 'Ines', t > 3.8 ? colour.coral : colour.blue, t > 3.8 && t < 5],
          [1090, 'browser', 'Mara', t > 4.6 ? colour.coral : colour.blue, t > 4.6 && t < 5.6],
        ]);
        s.packet([190, first], [560, first], ease(t, 0.6, 2.2), '<script>', colour.coral);
        s.packet([560, first], [880, first], ease(t, 2.4, 3.9), '<script>', colour.coral);
        s.packet([560, first], [1090, first], ease(t, 2.4, 4.8), undefined, colour.coral);
        s.fade(shown(t, 5), () => {
          lane(s, 'REFLECTED', second, [
            [190, 'eye', 'the mole', colour.coral],
            [640, 'browser', 'Mara', t > 10 ? colour.coral : colour.blue, t > 10 && t < 11],
            [1090, 'server', 'harbour.example', colour.beacon],
          ]);
        });
        s.packet([190, second], [640, second], ease(t, 5.4, 7), 'a link', colour.coral);
        s.packet([640, second], [1090, second], ease(t, 7.2, 8.6), '?q=<script>', colour.coral);
        s.packet([1090, second], [640, second], ease(t, 8.8, 10.2), '<script>', colour.coral);
        s.packet([640, second], [1090, second], ease(t, 11, 12.8), 'GET /letters', colour.coral, 84);
        s.packet([640, second], [1090, second], ease(t, 11, 12.8), 'Cookie: sid=ax2W', colour.phosphor);
        s.packet([1090, second], [640, second], ease(t, 13, 14.2), 'Dear Mara …', colour.beacon);
        s.packet([640, second], [190, second], ease(t, 14.1, 15.3), 'Dear Mara …', colour.beacon);
      },
    },
    {
      title: 'Encoded text stays text',
      length: 14,
      captions: [
        [0.3, 4.6, 'The fix belongs where the server writes the page.\nFive characters get another spelling.'],
        [4.8, 8.8, 'The parser reads the spelling and shows the character.\nNo tag begins here.'],
        [9, 13.8, 'The visitors see the comment\nwith all its brackets. Nothing runs.'],
      ],
      draw(s, t) {
        Object.entries(signs).forEach(([sign, name], index) => {
          s.fade(shown(t, 0.6 + index * 0.35), () => {
            const x = 84 + index * 226;
            s.card(x, 148, 208, 72, { stroke: colour.line, cut: 14 });
            s.mono(sign, x + 26, 194, { size: 30, fill: colour.coral });
            s.mono('→', x + 60, 193, { size: 24, fill: colour.ink3 });
            s.mono(name, x + 92, 193, { size: 26, fill: colour.phosphor });
          });
        });
        s.fade(shown(t, 2.8), () => {
          s.card(84, 254, 1112, 84, { stroke: colour.line });
          const parts = encoded.split(/(&[^;]+;)/).filter(Boolean);
          s.pieces(
            [
              ['<li>', colour.violet],
              ...parts.map((part) => [part, part.startsWith('&') ? colour.phosphor : colour.ink]),
              ['</li>', colour.violet],
            ],
            640 - ((encoded.length + 9) * 16.2) / 2,
            306,
            27,
          );
        });
        node(s, shown(t, 5), 'li', 190, 400, colour.violet);
        s.fade(shown(t, 5.8), () => {
          s.rule(
            [
              [190, 422],
              [190, 470],
              [224, 470],
            ],
            { stroke: colour.ink3 },
          );
          s.card(224, 444, 380, 52, { stroke: colour.ink, cut: 12, fill: colour.sea });
          s.mono(comment, 240, 478, { size: 19 });
        });
        s.fade(shown(t, 8.8), () => {
          s.browser(676, 372, 520, 188, 'harbour.example', colour.phosphor);
          s.text('Guestbook', 712, 478, { size: 28, weight: 600 });
          s.hex(722, 522, 5, { fill: colour.ink2, stroke: colour.ink2 });
          s.text(comment, 742, 530, { size: 24 });
        });
      },
    },
  ],
};
