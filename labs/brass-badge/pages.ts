import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Claims } from './gate.ts';
import { bearers } from './gatehouse.ts';
import { brass, tin } from './keys.ts';

const menu: [path: string, name: string][] = [
  ['/', 'Your badge'],
  ['/yard', 'Yard'],
  ['/foremen', 'Foremen’s room'],
  ['/strongroom', 'Strongroom'],
  ['/day-pass', 'Day passes'],
  ['/keys', 'Keys'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Dry Dock, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><strong>Dry Dock</strong> Port Ostrel</p>
  <nav aria-label="Dry Dock">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>${body}</main>
<footer>The gatehouse is open day and night. At night the guard is a dog, and the dog can read.</footer>
</body>
</html>`;

const ownBadge = html`<form method="post" action="/own"><button class="quiet">Put your own badge back on</button></form>`;

export const platePage = (badge: string, claims: Claims): Html =>
  frame(
    'Your badge',
    '/',
    html`
<h1>Good morning, ${claims.name}</h1>
<p class="lead">The gate has checked your badge and let you through. This is what it read.</p>
<section class="${claims.role === 'guest' ? 'plate tin' : 'plate'}" aria-label="Badge">
  <i class="rivet" aria-hidden="true"></i><i class="rivet" aria-hidden="true"></i>
  <p class="role">${claims.role}</p>
  <p class="name">${claims.name}</p>
  <dl>
    <div><dt>sub</dt><dd>${claims.sub}</dd></div>
    <div><dt>serial</dt><dd>${claims.serial ?? 'none'}</dd></div>
    <div><dt>exp</dt><dd>${claims.exp}</dd></div>
  </dl>
</section>
<h2>As it is written</h2>
<p>The cookie <code>badge</code> holds it. Header, claims and signature, with a dot between them.</p>
<pre tabindex="0" aria-label="The badge as text">${badge}</pre>
<h2>Wear another one</h2>
<p>Did you get a new badge? Paste it here. The gate checks it at the next door.</p>
<form method="post" action="/wear">
  <label for="badge">Badge</label>
  <textarea id="badge" name="badge" rows="4" spellcheck="false" autocomplete="off" required></textarea>
  <button>Put it on</button>
</form>
${ownBadge}`,
  );

export const yardPage = (claims: Claims): Html =>
  frame(
    'Yard',
    '/yard',
    html`
<h1>The yard</h1>
<p class="lead">Mind the chains, ${claims.name}.</p>
<ul class="slips">
  <li><strong>Dock 1</strong> The <i>Marigold</i>, a trawler. In for a new hull around an old badge.</li>
  <li><strong>Dock 2</strong> Empty. It has been filling with rain since March, and a heron wants to rent it.</li>
  <li><strong>Dock 3</strong> A lightship. It is being painted in the dark, so that the painters can see what it is for.</li>
  <li><strong>Tea kitchen</strong> Open to all badges, also to tin ones. The biscuits are RS256.</li>
</ul>`,
  );

export const foremenPage = (claims: Claims, chalked: string): Html =>
  frame(
    'The foremen’s room',
    '/foremen',
    html`
<h1>The foremen’s room</h1>
<p class="lead">Warm, dry, two chairs too few. The door lets ${claims.name} in.</p>
<section class="slate" aria-label="The slate">
  <h2>On the slate</h2>
  <p>Pump at four. Do not lend Kessler the black paint.</p>
  <p>Password for the pilots’ launch: <code>${chalked}</code></p>
</section>
<h2>Register of badges</h2>
<div class="wide" tabindex="0" role="region" aria-label="Register of badges">
<table>
  <thead><tr><th scope="col">sub</th><th scope="col">Name</th><th scope="col">Role</th><th scope="col">Serial</th><th scope="col">Remark</th></tr></thead>
  <tbody>${bearers.map(
    (one) => html`
    <tr><td><code>${one.sub}</code></td><th scope="row">${one.name}</th><td>${one.role}</td><td><code>${one.serial}</code></td><td>${one.remark}</td></tr>`,
  )}
  </tbody>
</table>
</div>`,
  );

export const strongroomPage = (claims: Claims, kept: string): Html =>
  frame(
    'The strongroom',
    '/strongroom',
    html`
<h1>The strongroom</h1>
<p class="lead">Good evening, ${claims.name}. The door has compared the serial, and opens.</p>
<ul class="slips">
  <li><strong>Top shelf</strong> The first brass badge ever struck. It says <q>BAGDE</q>.</li>
  <li><strong>Middle shelf</strong> A letter about what came in on a Tuesday, sealed. On the envelope: <code>${kept}</code></li>
  <li><strong>Bottom shelf</strong> One blue suitcase with the sticker of a lighthouse. It has its own key.</li>
</ul>`,
  );

export const passPage = (pass: string | undefined): Html =>
  frame(
    'Day passes',
    '/day-pass',
    html`
<h1>Day passes</h1>
<p class="lead">For visitors: made of tin, printed while you wait, valid for four hours, for the yard and the tea kitchen.</p>
${
  pass
    ? html`<p role="status">Here it is. Please wear it where the dog can see it.</p>
<pre tabindex="0" aria-label="The day pass as text">${pass}</pre>`
    : null
}
<form method="post" action="/day-pass">
  <label for="name">Name of the visitor</label>
  <input id="name" name="name" maxlength="40" autocomplete="off">
  <button>Print a pass</button>
</form>`,
  );

export const keysPage = (): Html =>
  frame(
    'Keys',
    '/keys',
    html`
<h1>Keys of the gatehouse</h1>
<p class="lead">A signature that nobody can check is only an ornament. So here are the keys to check it.</p>
<ul class="keys">
  <li>
    <h2>Brass, for badges</h2>
    <p><code>${brass.kid}</code> RSA, 2048 bits, <code>RS256</code></p>
    <p><a href="/keys/brass.pem">The public half, as PEM</a></p>
    <p>The private half is in the gatehouse, and the dog sleeps on it.</p>
  </li>
  <li>
    <h2>Tin, for day passes</h2>
    <p><code>${tin.kid}</code> 32 random bytes, <code>HS256</code></p>
    <p>This one has no public half. It is an old method, and we keep it until the tin is used up.</p>
  </li>
</ul>`,
  );

export const refusedPage = (text: string): Html =>
  frame(
    'Refused',
    '',
    html`
<h1>The gate stays shut</h1>
<p class="lead">${text}</p>
<form method="post" action="/wear">
  <label for="badge">Another badge</label>
  <textarea id="badge" name="badge" rows="4" spellcheck="false" autocomplete="off" required></textarea>
  <button>Put it on</button>
</form>
${ownBadge}`,
  );

export const shutPage = (title: string, text: string, claims: Claims): Html =>
  frame(
    title,
    '',
    html`
<h1>${title}</h1>
<p class="lead">${text}</p>
<p>The signature is right, and you are ${claims.name}. But you may not enter this room.</p>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">To the gate</a></p>`);
