import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Claim } from './claims.ts';

const frame = (own: Claim, title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lost Luggage, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="bar">
  <a class="brand" href="/">Port Ostrel <span>Lost Luggage</span></a>
  <p class="who">Signed in as <strong>${own.passenger}</strong></p>
</header>
<main>${body}</main>
<footer>Counter open from six to the last ferry. We auction lost things after a year, and tubas after a week.</footer>
</body>
</html>`;

export const homePage = (own: Claim): Html =>
  frame(
    own,
    'Your claims',
    html`
<h1>Your claims</h1>
<p class="lead">Welcome back. We are still searching, in the order of the claims.</p>
<a class="ticket link" href="/claims/${own.id}">
  <span class="number">${own.id}</span>
  <span class="what"><strong>${own.item}</strong>${own.crossing}</span>
  <span class="status">${own.status}</span>
</a>
<h2>How it works</h2>
<ol class="steps">
  <li>You lose something. We give it a number.</li>
  <li>We find something. We compare.</li>
  <li>You prove that it is yours. A photograph helps. Shouting does not.</li>
</ol>`,
  );

export const claimPage = (own: Claim, claim: Claim, secret: string | undefined): Html =>
  frame(
    own,
    `Claim ${claim.id}`,
    html`
<p class="back"><a href="/">Your claims</a></p>
<article class="ticket">
  <header>
    <p class="label">Claim</p>
    <h1 class="number">${claim.id}</h1>
    <p class="status">${claim.status}</p>
  </header>
  <dl>
    <div><dt>Passenger</dt><dd>${claim.passenger}</dd></div>
    <div><dt>Item</dt><dd>${claim.item}</dd></div>
    <div><dt>Crossing</dt><dd>${claim.crossing}</dd></div>
    <div><dt>Reported</dt><dd>${claim.reported}</dd></div>
  </dl>
</article>
<h2>Notes of the desk</h2>
<ul class="notes">
  ${claim.notes.map((note) => html`<li><p class="label">${note.at}, ${note.by}</p><p>${note.text}</p></li>`)}
  ${secret ? html`<li><p class="label">Same day, same author</p><p>The words are <code>${secret}</code></p></li>` : null}
</ul>`,
  );

export const missingPage = (own: Claim, path: string): Html =>
  frame(
    own,
    'Not found',
    html`
<h1>Not in our books</h1>
<p class="lead">There is nothing at <code>${path}</code>. We never gave out this number, or the owner has the thing back.</p>
<p><a href="/">Your claims</a></p>`,
  );
