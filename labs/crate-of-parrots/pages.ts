import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { type Crate, type Docket, HEIGHTS, MOST_PERCHES, parrots } from './aviary.ts';

const menu: [path: string, name: string][] = [
  ['/', 'Your crate'],
  ['/docket', 'Docket'],
  ['/list', 'Packing list'],
  ['/source', 'How it works'],
];

export const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Parrots in Transit, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">Parrots <span>in Transit</span></p>
  <nav aria-label="Parrots in Transit">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>${body}</main>
<footer>This side up. If in doubt, ask the parrots. They will tell you for the whole crossing.</footer>
</body>
</html>`;

export const cratePage = (crate: Crate): Html =>
  frame(
    'Your crate',
    '/',
    html`
<h1>Crate of ${crate.owner}</h1>
<p class="lead">The server stores nothing. Your browser keeps the packing list, and the server rebuilds the crate from it at every visit.</p>
<section class="crate" aria-label="The crate">
${
  crate.heard.length > 0
    ? html`<ol>${crate.heard.map(
        (one, index) => html`<li>
  <p class="height">${one.height} cm</p>
  <h2>${one.name}</h2>
  <p class="says">${one.says}</p>
  <form method="post" action="/remove"><input type="hidden" name="perch" value="${index}"><button class="quiet">Let go <span>of ${one.name}</span></button></form>
</li>`,
      )}</ol>`
    : html`<p class="empty">Straw. It is good straw.</p>`
}
</section>
<h2>Add a parrot</h2>
${
  crate.heard.length < MOST_PERCHES
    ? html`<form method="post" action="/add" class="add">
  <p><label for="parrot">Parrot</label>
  <select id="parrot" name="parrot">${parrots.map(({ name }) => html`<option>${name}</option>`)}</select></p>
  <p><label for="height">Perch, in centimetres</label>
  <select id="height" name="height">${HEIGHTS.map((height) => html`<option>${height}</option>`)}</select></p>
  <button>Into the crate</button>
</form>`
    : html`<p>The crate is full, as you can hear.</p>`
}
${startAgain}`,
  );

const startAgain = html`<form method="post" action="/new"><button class="quiet">Start with an empty crate</button></form>`;

export const docketPage = (docket: Docket): Html =>
  frame(
    'Docket',
    '/docket',
    html`
<h1>Docket</h1>
<p class="lead">Printed from our templates, with the gaps filled in. Please stick it to the top of the crate.</p>
<pre class="docket" tabindex="0" aria-label="The docket">${String(docket)}</pre>`,
  );

export const listPage = (list: string): Html =>
  frame(
    'Packing list',
    '/list',
    html`
<h1>Packing list</h1>
<p class="lead">Your browser keeps this list for us in the cookie <code>crate</code>, as Base64 of this text.</p>
<p>Did you get a list from somewhere else? Paste it here.</p>
<form method="post" action="/list">
  <label for="list">Packing list</label>
  <textarea id="list" name="list" rows="18" spellcheck="false" autocomplete="off">${list}</textarea>
  <button>Pack it like this</button>
</form>`,
  );

export const spiltPage = (reason: string): Html =>
  frame(
    'Not unpacked',
    '',
    html`
<h1>The crate has come open</h1>
<p class="lead">This packing list could not be unpacked. The foreman wrote down why:</p>
<pre tabindex="0" aria-label="The reason">${reason}</pre>
<p><a href="/list">Back to the packing list</a></p>
${startAgain}`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Your crate</a></p>`);
