import { Html, html } from '@hexpedition/lab-runtime/kit';
import { clients } from './clients.ts';
import { flotsam } from './flotsam.ts';
import type { Person } from './people.ts';

type Place = 'port' | 'quay-a' | 'quay-b' | 'clock' | 'flotsam';

const menu: [path: string, name: string, place: Place][] = [
  ['/', 'The port', 'port'],
  ['/quay-a', 'Quay A', 'quay-a'],
  ['/quay-b', 'Quay B', 'quay-b'],
  ['/tide-clock', 'Tide clock', 'clock'],
  ['/flotsam', 'Flotsam', 'flotsam'],
  ['/clerk', 'Write to the clerk', 'port'],
];

const frame = (place: Place, title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Two Quays, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body class="${place}">
<header>
  <nav aria-label="Port Ostrel">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>${body}</main>
<footer>Quay A and Quay B do not talk to each other. They send visitors with notes.</footer>
</body>
</html>`;

export const homePage = (): Html =>
  frame(
    'port',
    'The port',
    '/',
    html`
<h1>Two quays</h1>
<p class="lead">The port has two offices. One knows who you are. The other has your luggage.</p>
<ul class="signs">
  <li class="quay-a"><h2><a href="/quay-a">Quay A</a></h2><p>Harbour passes. Sign in here once, and use your pass everywhere.</p></li>
  <li class="quay-b"><h2><a href="/quay-b">Quay B</a></h2><p>Cargo desk. It no longer accepts passwords.</p></li>
  <li class="clock"><h2><a href="/tide-clock">Tide clock</a></h2><p>Shows the times of low water to people with a pass.</p></li>
  <li class="flotsam"><h2><a href="/flotsam">Flotsam</a></h2><p>Shows all requests that it gets.</p></li>
</ul>
<p>In this port all hosts are paths: <code>/quay-a</code> and <code>/quay-b</code> are two sites, and each has its own cookie.
Return addresses are paths, too.</p>`,
  );

export const passPage = (person: Person): Html =>
  frame(
    'quay-a',
    'Your harbour pass',
    '/quay-a',
    html`
<h1>Harbour pass</h1>
<p class="lead">Signed in as <strong>${person.name}</strong>, <code>${person.sub}</code>. You have agreed to everything before, so you get no more questions.</p>
<p><a href="/quay-a/clients">Programs that use it for sign-in</a></p>
<h2>For programs</h2>
<dl class="steps">
  <div><dt><code>GET /quay-a/authorize</code></dt><dd>Send people here, with <code>response_type=code</code>, <code>client_id</code>, <code>redirect_uri</code>, <code>scope</code>, and <code>state</code> and
  <code>code_challenge</code> if you like. They come back with a <code>code</code>. It is valid once, for two minutes.</dd></div>
  <div><dt><code>POST /quay-a/token</code></dt><dd>Exchange the code: <code>grant_type=authorization_code</code>, <code>client_id</code>, <code>code</code>, <code>redirect_uri</code>,
  <code>client_secret</code> if you have one, <code>code_verifier</code> if there was a challenge. You get an <code>access_token</code>.</dd></div>
  <div><dt><code>GET /quay-a/whoami</code></dt><dd>Ask for the user's data, with <code>Authorization: Bearer …</code>. The scope <code>name</code> gives the name, <code>papers</code> the papers.</dd></div>
</dl>`,
  );

export const clientsPage = (): Html =>
  frame(
    'quay-a',
    'Programs',
    '',
    html`
<h1>Programs</h1>
<p class="lead">We only send people back to the address that the program has registered.</p>
<div class="wide" tabindex="0" role="region" aria-label="Programs">
<table>
  <thead><tr><th scope="col">Program</th><th scope="col">client_id</th><th scope="col">redirect_uri</th><th scope="col">scope</th><th scope="col">Secret</th></tr></thead>
  <tbody>${clients.map(
    (one) => html`
    <tr><th scope="row">${one.name}</th><td><code>${one.id}</code></td><td><code>${one.returnTo}</code></td><td>${one.scopes.join(' ')}</td>
    <td>${one.secret ? 'has one' : 'none, it runs in the browser'}</td></tr>`,
  )}
  </tbody>
</table>
</div>
<p><a href="/quay-a">Harbour pass</a></p>`,
  );

export const refusalPage = (text: string): Html =>
  frame(
    'quay-a',
    'Refused',
    '',
    html`<h1>Not like this</h1><p class="lead">${text}</p><p><a href="/">The port</a></p>`,
  );

export const doorPage = (): Html =>
  frame(
    'quay-b',
    'Cargo desk',
    '/quay-b',
    html`
<h1>Cargo desk</h1>
<p class="lead">We do not know you, but Quay A does. Sign in there and come back with a code.</p>
<p><a class="button" href="/quay-b/login">Sign in with your harbour pass</a></p>`,
  );

export const deskPage = (person: Person): Html =>
  frame(
    'quay-b',
    'Your desk',
    '/quay-b',
    html`
<h1>Desk of ${person.name}</h1>
<p class="lead">Quay A has confirmed your name.</p>
${person.pinned ? html`<p class="pinned"><strong>Pinned to the desk</strong> <code>${person.pinned()}</code></p>` : null}
<h2>Consignments</h2>
<ul class="cargo">${person.consignments.map(
      ([number, what, remark]) => html`<li><code>${number}</code> <strong>${what}</strong> <span>${remark}</span></li>`,
    )}</ul>
<form method="post" action="/quay-b/logout"><button>Leave the desk</button></form>`,
  );

/** Runs in the browser, as the tide clock does: it has no server, and so no secret. */
const CLOCK = new Html(`<script type="module">
const out = document.querySelector('#clock');
const code = new URLSearchParams(location.search).get('code');
async function tell() {
  if (!code) return 'The clock has no code.';
  const form = { grant_type: 'authorization_code', client_id: 'tide-clock', redirect_uri: '/tide-clock/back', code };
  const token = await (await fetch('/quay-a/token', { method: 'POST', body: new URLSearchParams(form) })).json();
  if (!token.access_token) return 'The clock has stopped (' + token.error + ').';
  const headers = { Authorization: 'Bearer ' + token.access_token };
  const who = await (await fetch('/quay-a/whoami', { headers })).json();
  return 'Good tide, ' + who.name + '. Low water is at 16:12, and you have papers.';
}
out.textContent = await tell();
</script>`);

export const clockPage = (isBack: boolean): Html =>
  frame(
    'clock',
    'Tide clock',
    isBack ? '' : '/tide-clock',
    html`
<h1>Tide clock</h1>
<p class="lead">A clock that only runs in your browser. It asks for your papers, and does not say why.</p>
${
  isBack
    ? html`<p class="face" id="clock" role="status">One moment.</p>${CLOCK}`
    : html`<p><a class="button" href="/quay-a/authorize?response_type=code&amp;client_id=tide-clock&amp;redirect_uri=/tide-clock/back&amp;scope=name+papers">Show it your pass</a></p>`
}`,
  );

export const flotsamPage = (): Html =>
  frame(
    'flotsam',
    'Flotsam',
    '/flotsam',
    html`
<h1>Flotsam</h1>
<p class="lead">Send a request to any address below <code>/flotsam/</code>. Its full address appears here, for everybody to see. People test
their programs with it.</p>
${
  flotsam.length > 0
    ? html`<ol class="line">${flotsam.map(({ at, address }) => html`<li><span>${at}</span> <code>${address}</code></li>`)}</ol>`
    : html`<p class="empty">Nothing yet.</p>`
}`,
  );

export const clerkPage = (link: string | undefined, seen: string | undefined): Html =>
  frame(
    'port',
    'Write to the clerk',
    '/clerk',
    html`
<h1>Write to the clerk</h1>
<p class="lead">Tomas Pell keeps the cargo desk on Quay B. He has been signed in at Quay A since nine. He answers every letter, and opens every link in it at once,
because it might be about the umbrellas.</p>
${
  link === undefined
    ? null
    : seen === undefined
      ? html`<p class="note" role="status">That is not a link.</p>`
      : html`<p class="note" role="status">He has opened it and seen: ${new Html(seen)}.</p>`
}
<form method="post" action="/clerk">
  <label for="link">Link</label>
  <textarea id="link" name="link" rows="4" maxlength="2000" spellcheck="false" autocomplete="off" required>${link}</textarea>
  <button>Send it over</button>
</form>`,
  );

export const missingPage = (): Html =>
  frame(
    'port',
    'Not found',
    '',
    html`<h1>Not found</h1><p class="lead">This page does not exist.</p><p><a href="/">The port</a></p>`,
  );
