import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { type Box, E } from './boxes.ts';

const menu: [path: string, name: string][] = [
  ['/', 'The wall'],
  ['/letters', 'Sorting table'],
  ['/machine', 'How keys are made'],
  ['/counter', 'Counter'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Harbour Post, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><span class="horn" aria-hidden="true"></span>Harbour Post <span class="town">Port Ostrel</span></p>
  <nav aria-label="Post office">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Letters are delivered at noon. Another department delivers replies.</footer>
</body>
</html>`;

export const wallPage = (boxes: Box[]): Html =>
  frame(
    'The wall',
    '/',
    html`
<p class="lead">${boxes.length} letter boxes, each with an RSA key of its own. A person who writes a letter encrypts it with the number on the door. The owner of the box has the card
with the two primes. The post office has no cards.</p>
<p><a href="/keys.txt">All keys as a text file</a>: number, <i>e</i>, and <i>n</i> in hexadecimal.</p>
<ul class="wall">${boxes.map(
      (box) => html`<li><a href="/box/${box.number}"${box.letter ? html` class="full"` : null}><b>${box.number}</b>
<span>${box.owner}${box.letter ? ', one letter' : null}</span></a></li>`,
    )}</ul>`,
  );

export const paintingPage = (progress: string): Html =>
  frame(
    'The wall',
    '/',
    html`<p class="lead">We are painting the numbers on the doors: ${progress}. Please do not lean on them. This page reloads by itself.</p>`,
  );

export const boxPage = (box: Box): Html =>
  frame(
    `Box ${box.number}`,
    '',
    html`
<p class="lead">${box.owner}</p>
<dl class="key">
  <div><dt>n</dt><dd>${box.n.toString(16)}</dd></div>
  <div><dt>e</dt><dd>${String(E)}</dd></div>
</dl>
${box.letter ? html`<h2>One letter</h2><p class="letter">${box.letter}</p>` : html`<p>No letter.</p>`}`,
  );

export const lettersPage = (boxes: Box[]): Html =>
  frame(
    'Sorting table',
    '/letters',
    html`
<p class="lead">These letters came with the morning ferry. Each is encrypted with the key of its box, with the usual padding in front (PKCS #1, version 1.5), and written in
hexadecimal. <a href="/letters.txt">As a text file</a>: number of the box, letter.</p>
${boxes
  .filter((box) => box.letter)
  .map(
    (box) => html`<article class="envelope"><h2>To box <a href="/box/${box.number}">${box.number}</a>, ${box.owner}</h2>
<p class="letter">${box.letter}</p></article>`,
  )}`,
  );

export const machinePage: Html = frame(
  'How keys are made',
  '/machine',
  html`
<p class="lead">A machine in the cellar makes them. It has a crank.</p>
<ol class="book">
  <li><b>Make.</b> Brass, cast iron, one drum with random numbers, filled with random numbers in the factory.</li>
  <li><b>Use.</b> Switch it on. Turn the crank twice: two primes of 512 bits fall into the tray. Multiply them, paint the product on the door, write the primes on a card, and
  give the card to the owner. Pell does the turning, Quill the multiplying.</li>
  <li><b>Stirring.</b> With each turn of the crank, the draught from the door adds randomness to the drum. After some turns, nobody can predict the next number.</li>
  <li><b>Log.</b> Tuesday: switched on, made keys all day. In the evening Pell plugged in the kettle, and the fuse blew. Wednesday: switched on again, made the rest. Nice and quiet. Same
  first noise as on Tuesday.</li>
</ol>`,
);

export const counterPage = (parcel: Box, slip: string, typed: string, outcome: Html | null): Html =>
  frame(
    'Counter',
    '/counter',
    html`
<p class="lead">A parcel for box <a href="/box/${parcel.number}">${parcel.number}</a> is here. It ticks. You get it if you sign the slip with the key of that box.</p>
${outcome}
<form method="post" action="/counter">
  <p class="label">The slip, a hexadecimal number</p>
  <p class="letter">${slip}</p>
  <label for="signature">Signed: slip<sup>d</sup> mod n, in hexadecimal</label>
  <textarea id="signature" name="signature" rows="4" spellcheck="false" maxlength="600">${typed}</textarea>
  <button>Collect the parcel</button>
</form>`,
  );

export const collected = (flag: string): Html => html`
<div class="outcome"><p>“That is the signature”, says Quill, and pushes the parcel over the counter with a ruler. Inside there is an alarm clock, set to noon, with a tag:
<code>${flag}</code></p></div>`;

export const refused = (text: string): Html => html`<div class="outcome no"><p>${text}</p></div>`;

export const problemPage = (title: string, text: string): Html =>
  frame(title, '', html`<p class="lead">${text}</p><p><a href="/">The wall</a></p>`);
