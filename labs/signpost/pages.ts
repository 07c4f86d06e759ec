import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { type Notice, notices } from './board.ts';
import type { Card } from './card.ts';

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Signpost, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">The Signpost</p>
  <nav aria-label="The Signpost">${link('/', 'Read a link', at)}${link('/board', 'Notice board', at)}</nav>
</header>
<main>${body}</main>
<footer>The Signpost opens a link so that you do not have to. It is in the data shed, behind the fish market.</footer>
</body>
</html>`;

const examples = [
  ['http://ferries.ostrel.example/', 'The ferries'],
  ['http://ferries.ostrel.example/timetable', 'Their old timetable'],
  ['http://gazette.ostrel.example/', 'The Gazette'],
  ['http://board.ostrel.example/', 'The notice board'],
] as const;

const preview = (address: string): string => `/?url=${encodeURIComponent(address)}`;

export const signpostPage = (address: string, found: Card | string | undefined): Html =>
  frame(
    'Read a link',
    '/',
    html`
<h1>Where does it lead?</h1>
<p class="lead">Give the Signpost an address. It reads the page, and shows you a preview.</p>
<form method="get" action="/" class="ask">
  <label for="url">Address</label>
  <div class="row">
    <input id="url" name="url" value="${address}" maxlength="1000" placeholder="http://" autocomplete="off" spellcheck="false">
    <button>Go and see</button>
  </div>
</form>
${typeof found === 'string' ? refusal(found) : found ? card(found) : null}
<h2>Popular addresses</h2>
<ul class="arms">${examples.map(([url, name]) => html`<li><a href="${preview(url)}">${name}</a> <span>${url}</span></li>`)}</ul>
<h2>Addresses that it refuses</h2>
<p class="text">It does not read the machines of the data shed. The Signpost resolves the host name, and refuses loopback, private networks, and the
169.254 of the cloud. It checks <em>before</em> it connects. We are strict about that.</p>`,
  );

const refusal = (text: string): Html => html`<section class="refusal" aria-labelledby="not-read">
  <h2 id="not-read">Not read</h2>
  <p>${text}</p>
</section>`;

const card = (found: Card): Html => html`<article class="card" aria-labelledby="card">
  <h2 id="card">${found.title}</h2>
  ${found.type === 'text/html' ? html`<p>${found.text}</p>` : html`<pre tabindex="0" aria-label="Contents">${found.text}</pre>`}
  ${
    found.links.length > 0
      ? html`<h3>Links on it</h3><ul class="links">${found.links.map((one) => html`<li><a href="${preview(one)}">${one}</a></li>`)}</ul>`
      : null
  }
  <h3>Requests</h3>
  <ol class="hops">${found.hops.map((hop) => html`<li>${hop}</li>`)}</ol>
  <p class="small">Status ${found.status}, ${found.type}</p>
</article>`;

export const boardPage = (pinned: string | null, addressOf: (notice: Notice) => string): Html => {
  const fresh = notices.find(({ id }) => id === pinned);
  return frame(
    'Notice board',
    '/board',
    html`
<h1>Notice board</h1>
<p class="lead">Anybody may pin up a notice. It gets its own address, which the Signpost can read.</p>
${
  fresh
    ? html`<p class="pinned" role="status">Pinned up: <a href="${preview(addressOf(fresh))}">${addressOf(fresh)}</a></p>`
    : null
}
<ul class="notices">${notices.toReversed().map(
      (one) => html`<li>
  <h2>${one.title}</h2>
  ${one.moved ? html`<p>Has moved to <span class="address">${one.moved}</span></p>` : html`<p>${one.text}</p>`}
  <p class="small"><a href="${preview(addressOf(one))}">${addressOf(one)}</a></p>
</li>`,
    )}</ul>
<h2>Pin up a notice</h2>
<form method="post" action="/board">
  <label for="title">Title</label>
  <input id="title" name="title" maxlength="60" autocomplete="off">
  <label for="text">Text</label>
  <textarea id="text" name="text" rows="3" maxlength="400"></textarea>
  <label for="moved">It has moved to <span>(leave empty if it has not moved)</span></label>
  <input id="moved" name="moved" maxlength="1000" placeholder="http://" autocomplete="off" spellcheck="false">
  <button>Pin it up</button>
</form>`,
  );
};

export const messagePage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the Signpost</a></p>`);
