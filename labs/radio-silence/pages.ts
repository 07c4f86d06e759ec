import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Transmission } from './traffic.ts';

const menu: [path: string, name: string][] = [
  ['/', 'Night log'],
  ['/bulletins', 'Bulletins'],
  ['/desk', 'Report'],
  ['/key', 'Morse key'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Coast Watch, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <div class="dial" aria-hidden="true"><i></i></div>
  <div class="head">
    <p class="brand"><strong>Coast Watch</strong> Port Ostrel, listening room</p>
    <nav aria-label="Listening room">${menu.map(([path, name]) =>
      path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
    )}</nav>
  </div>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Please hum quietly. The microphones record it.</footer>
</body>
</html>`;

const strip = ({ at, from, indicator, text }: Transmission): Html => html`
<article class="strip">
  <h2><span class="time">${at}</span> ${from}</h2>
  <p class="sheet">Indicator <b>${indicator}</b> · ${text.length / 2} bytes</p>
  <p class="text">${text}</p>
</article>`;

export const logPage = (log: Transmission[]): Html =>
  frame(
    'Night log',
    '/',
    html`
<p class="lead">Recorded by Sunniva Aas, with a pencil and cold feet. Six transmissions after the last ferry.</p>
<aside aria-labelledby="how">
  <h2 id="how">How they send</h2>
  <p>Everybody on this coast uses pads of Vogt &amp; Son, Printers. Each sheet has four hundred random bytes and five letters at its top.
  The sender sends the letters in plaintext, so that the receiver uses the same sheet. Then the message follows, <b>XOR</b> the sheet, byte by byte,
  in hexadecimal. Messages have small letters, digits, spaces, full stops and commas.</p>
  <p>The cover says that the cipher cannot be broken. Old Vogt is right about that. But young Vogt has orders to save paper.</p>
</aside>
${log.map(strip)}
<p><a href="/night.txt">The log as a text file</a>: an indicator and a message on each line.</p>`,
  );

export const bulletinsPage = (bulletins: string[]): Html =>
  frame(
    'Bulletins',
    '/bulletins',
    html`
<p class="lead">Ostrel Light sends its weather twice a day: in plaintext at noon, and encrypted at 21:00, because the rules demand it.
Holm has kept the light for thirty years and has never changed a sentence.</p>
<ol class="clear">${bulletins.map((text, i) => html`<li><span class="time">${bulletins.length - i} ${bulletins.length - i === 1 ? 'day' : 'days'} ago</span> ${text}</li>`)}</ol>`,
  );

export const deskPage = (typed: string, outcome: Html | null): Html =>
  frame(
    'Report',
    '/desk',
    html`
<p class="lead">Lieutenant Aas has a boat and six sailors, and needs your help. A person comes ashore tonight and has to say three words.</p>
${outcome}
<form method="post" action="/desk">
  <label for="words">The three words, as they were sent</label>
  <input id="words" name="words" value="${typed}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="80">
  <button>Tell the lieutenant</button>
</form>`,
  );

export const reported = (flag: string): Html => html`
<div class="answer"><p>The lieutenant has said the words to the man on the shore. He sighed, handed over the goods, and asked to be arrested
somewhere warm.</p><p>For your report: <code>${flag}</code></p></div>`;

export const notReported: Html = html`
<div class="answer no"><p>“The smugglers have laughed at me once already”, says the lieutenant. “Bring me the words from their message.”</p></div>`;

export const keyPage = (typed: { indicator: string; text: string }, outcome: Html | null): Html =>
  frame(
    'Morse key',
    '/key',
    html`
<p class="lead">The north quay is still listening, under the name Gull. She only answers the message that she expects, and only
if it is encrypted with a sheet that she has. She ignores all other messages.</p>
${outcome}
<form method="post" action="/key">
  <label for="indicator">Indicator, five letters</label>
  <input id="indicator" name="indicator" class="short" value="${typed.indicator}" autocomplete="off" spellcheck="false" maxlength="5">
  <label for="text">Message, encrypted, in hexadecimal</label>
  <textarea id="text" name="text" rows="4" spellcheck="false" maxlength="1600">${typed.text}</textarea>
  <button>Send</button>
</form>`,
  );

export const answered = (answer: Transmission): Html => html`<p class="lead">Somebody answers.</p>${strip(answer)}`;

export const static_: Html = html`
<div class="answer no"><p>No answer. You hear a dance band from Varde, very far away.</p></div>`;

export const refused = (text: string): Html => html`<div class="answer no"><p>${text}</p></div>`;

export const problemPage = (title: string, text: string): Html =>
  frame(title, '', html`<p class="lead">${text}</p><p><a href="/">Night log</a></p>`);
