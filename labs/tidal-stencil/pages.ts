import { type Html, html } from '@hexpedition/lab-runtime/kit';

const menu: [path: string, name: string][] = [
  ['/', 'Workshop'],
  ['/ferry', 'The ferry'],
  ['/card', 'Your card'],
  ['/cupboard', 'Cupboards'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tvedt, Sign Painter, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><b>Tvedt</b> Names for boats, in paint</p>
  <nav aria-label="Workshop">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Port Ostrel, below the high-water mark. The sea washes off our work, and we do it again.</footer>
</body>
</html>`;

export const homePage: Html = frame(
  'Workshop',
  '/',
  html`
<p class="lead">Marit Tvedt has painted the names of boats for forty years. Twice a day the sea washes off her work at the bottom of the slip. She calls that a
subscription.</p>
<ul class="boats">
  <li><b>SECOND WIND</b><span>Washed off on Tuesday. Repainted. Washed off.</span></li>
  <li><b>PARAGRAPH 5</b><span>For the harbour office. They asked for a smaller paragraph.</span></li>
  <li><b>MINE</b><span>B. Kessler. He has an umbrella to match.</span></li>
</ul>
<h2>Since the break-in</h2>
<p>Someone from Varde has copied our stencils. Since then we encrypt everything with AES: <a href="/ferry">the pictures of the stencils</a>, and <a href="/card">the cards</a> that show who is
who in the workshop. The key is new each morning. The young man who set it up said that AES has never been broken. He was right, we have looked it up.</p>`,
);

export const ferryPage = (size: { width: number; height: number }, typed: string, outcome: Html | null): Html =>
  frame(
    'The ferry',
    '/ferry',
    html`
<p class="lead">The new ferry is launched on Sunday. Her name is secret until then, so the picture of the stencil is encrypted. We only know
this much: it has six letters, and it is not a word. The owners could not agree on a name.</p>
<p><a class="file" href="/stencil.bin">stencil.bin</a></p>
<p>One line of text gives the size, ${size.width} by ${size.height}. After the line end, the pixels follow, row by row, four bytes for each (red, green, blue, opaque), all of them encrypted. Nothing is
compressed. The young man said that this is safer.</p>
${outcome}
<form method="post" action="/ferry">
  <label for="name">What is on the stencil?</label>
  <input id="name" name="name" value="${typed}" autocomplete="off" spellcheck="false" maxlength="40">
  <button>Tell the Ostrel Courier</button>
</form>`,
  );

export const printed = (flag: string): Html => html`
<div class="outcome"><p>The Courier prints it on page one, over a picture of the wrong ferry. The fee for the scoop: <code>${flag}</code></p></div>`;

export const notPrinted: Html = html`
<div class="outcome no"><p>“We can guess ourselves”, says the Courier. “Bring us the name letter by letter.”</p></div>`;

export const cardPage = (name: string, made: { text: string; card: string } | null): Html =>
  frame(
    'Your card',
    '/card',
    html`
<p class="lead">Everybody who works here has a card. Apprentices get theirs at once, with any name. Marit makes the cards of masters by hand, at her kitchen
table.</p>
<form method="post" action="/card">
  <label for="name">Name on the card, up to 60 characters</label>
  <input id="name" name="name" value="${name}" autocomplete="off" spellcheck="false" maxlength="60">
  <button>Make a card</button>
</form>
${
  made
    ? html`<div class="made"><h2>Text</h2><p class="text">${made.text}</p><h2>Encrypted</h2><p class="hex">${made.card}</p></div>
<p>A card is its text, filled up with spaces to whole blocks of sixteen bytes, and encrypted with AES. <code>&amp;</code> and <code>=</code> in a name become a hyphen, and other special characters a question mark. Use it in the <a href="/cupboard">form at the cupboards</a>.</p>`
    : null
}`,
  );

export const cupboardPage = (card: string, outcome: Html | null): Html =>
  frame(
    'Cupboards',
    '/cupboard',
    html`
<p class="lead">There are two: one with brushes for apprentices, and one with the gold leaf and the old names of certain boats. The second one opens for cards of the grade <b>master</b>.</p>
${outcome}
<form method="post" action="/cupboard">
  <label for="card">Your card, in hexadecimal</label>
  <textarea id="card" name="card" rows="5" spellcheck="false" maxlength="2000">${card}</textarea>
  <button>Open</button>
</form>`,
  );

export const opened = (name: string, grade: string, flag: string | undefined): Html => html`
<div class="outcome"><p>Good morning, ${grade} ${name}.</p>${
  flag
    ? html`<p>The cupboard of the masters opens. It contains gold leaf, a bottle, and a list of old names of boats. At its top: <code>${flag}</code></p>`
    : html`<p>Here are the brushes. Somebody has half washed them.</p>`
}</div>`;

export const refused = (text: string): Html => html`<div class="outcome no"><p>${text}</p></div>`;

export const problemPage = (title: string, text: string): Html =>
  frame(title, '', html`<p class="lead">${text}</p><p><a href="/">Workshop</a></p>`);
