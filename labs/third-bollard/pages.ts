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
<footer>Who goes there? Who went there? Please sign the book in either case.</footer>
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
<p class="lead">From sunset to sunrise nobody walks the north quay without a pass. There are three bollards on it. What is kept at the third is kept there at night only.</p>
${bollards(0)}
<p>You have come ashore with your boat's papers, and the watch has made you a pass. Your browser holds it, as a cookie called <code>pass</code>:</p>
<p class="pass">${pass}</p>
<p>It says who you are, and it has tonight's word in it. You needn't know the word: the watch reads it off the pass. You wouldn't keep it to yourself.</p>
<p><a class="button" href="/gate">Show your pass</a></p>`,
  );

export const passesPage: Html = frame(
  'About passes',
  '/passes',
  html`
<p class="lead">For the colleagues of the day watch, who keep asking. By Sergeant Dunmore.</p>
<ul class="rules">
  <li>A pass is a row of entries, <code>name=value</code>, with a semicolon between them: <code>name</code>, <code>rank</code>, <code>word</code>. Entries that mean nothing are left alone. If one stands
  there twice, the last one counts.</li>
  <li>Ranks are <code>deckhand</code>, <code>watchman</code> and <code>harbourmaster</code>, and reach as far as the first, the second and the third bollard.</li>
  <li>The rank alone says how far. The word is for the sergeant's book: whoever has a wrong one, or none, is written down and let through. The book is read in the morning.</li>
  <li>It is encrypted with AES in CBC mode, with a new IV each time, and padded after PKCS #7. What you hold is the IV and then the blocks, in hexadecimal. The key stays in the watch-house.</li>
  <li>We are polite. A pass that has suffered is answered with 400, so that one knows to ask for a new one. A pass that is whole, and of nobody whom we know, is answered with 403.</li>
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
    ? html`<p class="chest">At the third bollard hangs a lobster pot, and in it a tin, and in that a note for the harbour master: <code>${chest}</code></p>`
    : reach === 2
      ? html`<p>The second bollard has the better view. From here you can see the third one, and something that hangs on it.</p>`
      : html`<p>It is a good bollard. You look at it for a while.</p>`
}`,
  );

export const problemPage = (title: string, text: string): Html =>
  frame(title, '', html`<p class="lead">${text}</p><p><a href="/">The quay</a></p>`);
