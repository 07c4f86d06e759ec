import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Visitor } from './watch.ts';

const menu: [path: string, name: string][] = [
  ['/', 'The quay'],
  ['/gate', 'Show your pass'],
  ['/passes', 'About passes'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Night Watch, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">The Night Watch <span>North quay, Port Ostrel</span></p>
  <nav aria-label="Night watch">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Please sign the book when you leave the quay.</footer>
</body>
</html>`;

const bollards = (reach: number): Html => html`
<ol class="quay">${[1, 2, 3].map(
  (number) =>
    html`<li${number <= reach ? html` class="lit"` : null}><b>${number}</b><span>${number <= reach ? 'lit for you' : 'in the dark'}</span></li>`,
)}</ol>`;

export const quayPage = (pass: string): Html =>
  frame(
    'The quay',
    '/',
    html`
<p class="lead">From sunset to sunrise you need a pass to walk on the north quay. There are three bollards on it. Something is hidden at the third one, but only at night.</p>
${bollards(0)}
<p>You have shown your boat's papers, and the watch has made you a pass. Your browser holds it, as a cookie called <code>pass</code>:</p>
<p class="pass">${pass}</p>
<p>It contains your name and tonight's word. You don't have to know the word: the watch reads it from the pass.</p>
<p><a class="button" href="/gate">Show your pass</a></p>`,
  );

export const passesPage: Html = frame(
  'About passes',
  '/passes',
  html`
<p class="lead">For our colleagues of the day watch. By Sergeant Dunmore.</p>
<ul class="rules">
  <li>A pass is a list of entries, <code>name=value</code>, with a semicolon between them: <code>name</code>, <code>rank</code>, <code>word</code>. The watch ignores unknown entries. If an entry appears
  twice, the last one counts.</li>
  <li>Ranks are <code>deckhand</code>, <code>watchman</code> and <code>harbourmaster</code>, and may walk to the first, the second and the third bollard.</li>
  <li>Only the rank decides how far you may walk. The word is for the sergeant's book: people with a wrong word, or none, may pass, but the sergeant writes them down.</li>
  <li>It is encrypted with AES in CBC mode, with a new IV each time, and padded with PKCS #7. A pass is the IV, followed by the blocks, in hexadecimal. Only the watch has the key.</li>
  <li>We are polite. The answer to a damaged pass is 400, so that its owner knows to ask for a new one. The answer to an undamaged pass with an unknown rank is 403.</li>
</ul>`,
);

/** @param chest contents at the third bollard, for visitors who may get there */
export const gatePage = ({ name, rank, reach, knowsTheWord }: Visitor, chest: string | undefined): Html =>
  frame(
    'Good evening',
    '/gate',
    html`
<p class="lead">${name}, ${rank}. ${knowsTheWord ? 'The word is right.' : 'That is not tonight’s word. The sergeant makes a note.'} You may walk to bollard ${reach}.</p>
${bollards(reach)}
${
  chest
    ? html`<p class="chest">A lobster pot hangs at the third bollard. In it is a tin with a note for the harbour master: <code>${chest}</code></p>`
    : reach === 2
      ? html`<p>The second bollard has the better view. From here you can see that something hangs at the third one.</p>`
      : html`<p>It is a good bollard. You look at it for a while.</p>`
}`,
  );

export const problemPage = (title: string, text: string): Html =>
  frame(title, '', html`<p class="lead">${text}</p><p><a href="/">The quay</a></p>`);
