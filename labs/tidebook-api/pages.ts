import { Html, html } from '@hexpedition/lab-runtime/kit';
import { ines } from './skippers.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Tide Book, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">Tide Book</a><p>by the harbour of Port Ostrel</p></header>
<main>${body}</main>
<footer>The harbour of Port Ostrel makes this app, in the evenings, between two tides.</footer>
</body>
</html>`;

const wave = new Html(
  '<svg class="wave" viewBox="0 0 1440 90" preserveAspectRatio="none" aria-hidden="true"><path d="M0 45C180 5 300 5 480 45S780 85 960 45 1260 5 1440 45V90H0Z"/></svg>',
);

const icon = new Html(
  '<svg class="icon" viewBox="0 0 120 120" aria-hidden="true"><rect width="120" height="120" rx="28" fill="#0d5c63"/><circle cx="84" cy="36" r="14" fill="#ffe9b0"/><path d="M0 78c20-14 40-14 60 0s40 14 60 0v14a28 28 0 0 1-28 28H28A28 28 0 0 1 0 92Z" fill="#7fd1c1"/><path d="M30 30h34v44c-12-8-22-8-34 0Z" fill="#fff"/></svg>',
);

/** @param size bytes of the app */
export const shopPage = (size: number): Html =>
  sheet(
    'The app',
    html`
<section class="hero">
  ${icon}
  <div>
    <h1>The Tide Book</h1>
    <p class="lead">Water levels, notices and your own logbook. It shows when the water comes.</p>
    <p class="get"><a class="button" href="/tidebook.apk" download>Download version 4.0</a> <span>APK, ${(size / 1024).toFixed(1)} KB</span></p>
  </div>
</section>
${wave}
<div class="cols">
<section aria-labelledby="new">
  <h2 id="new">Changes</h2>
  <h3>4.0</h3>
  <ul>
    <li>A new interface to our server. Your logbook is private now. We apologise to the people who have read others.</li>
    <li>Pilots have a board. If you do not see it, you are not a pilot.</li>
    <li>You can switch the gull off.</li>
  </ul>
  <h3>3.4</h3>
  <ul>
    <li>The gull.</li>
  </ul>
  <p class="small">Version 3 keeps working until the last phone is updated. It is Captain Moss's, and he is thinking about it.</p>
</section>
<section class="card" aria-labelledby="you">
  <h2 id="you">Your test account</h2>
  <dl>
    <div><dt>Skipper</dt><dd>${ines.name}, number ${ines.id}</dd></div>
    <div><dt>Login</dt><dd><code>${ines.login}</code></dd></div>
    <div><dt>PIN</dt><dd><code>${ines.pin}</code></dd></div>
  </dl>
  <p>The app logs in with <code>POST /v2/sessions</code> and the body <code>{"user": "…", "pin": "…"}</code>. The answer has a token, which the app sends with each later request as <code>Authorization: Bearer …</code></p>
</section>
<section aria-labelledby="said">
  <h2 id="said">Reviews of skippers</h2>
  <blockquote><p>Told me that the water would be gone at ten. It was.</p><cite>Joris Bakker, ★★★★★</cite></blockquote>
  <blockquote><p>My logbook was read by eleven people. Nine have written to me about the spelling.</p><cite>Tomas Wren, ★★☆☆☆</cite></blockquote>
  <blockquote><p>I did not install it. The sea is outside the window.</p><cite>Captain R. Moss (ret.), ★☆☆☆☆</cite></blockquote>
</section>
</div>`,
  );

export const messagePage = (title: string, text: string): Html =>
  sheet(
    title,
    html`<section class="plain"><h1>${title}</h1><p class="lead">${text}</p><p><a href="/">To the Tide Book</a></p></section>`,
  );
