import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { pim } from './people.ts';

const menu: [path: string, name: string][] = [
  ['/', 'Your wires'],
  ['/board', 'Board'],
  ['/desk', 'Desk'],
  ['/manual', 'Manual'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Wire Room, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><strong>Wire Room</strong> <span aria-hidden="true">·–– ·–·</span> Port Ostrel</p>
  <nav aria-label="Wire Room">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
  <p class="who">At the key: <strong>${pim.name}</strong>, ${pim.call}</p>
</header>
<div class="paper"><main>${body}</main></div>
<footer>Wires are charged by the character. A full stop is the word STOP, which costs four characters.</footer>
</body>
</html>`;

interface Shown {
  id: number;
  at: string;
  text: string;
  from: { call: string; name: string };
}

const wire = (one: Shown): Html => html`<li>
  <p class="head"><b>${one.id}</b> ${one.at} <span>${one.from.call}, ${one.from.name}</span></p>
  <p class="text">${one.text}</p>
</li>`;

const asked = (query: string): Html => html`<details><summary>The query of this page</summary>
<pre tabindex="0" aria-label="The query">${query}</pre>
<p>Sent to <code>/graphql</code>. You can send your own query at the <a href="/desk">desk</a>.</p></details>`;

const INBOX = `{
  me {
    name
    privateWires { id at text from { call name } }
  }
}`;

/** Pages use the same API as every client. */
type Ask = (query: string) => unknown;

export function inboxPage(ask: Ask): Html {
  const { me } = ask(INBOX) as { me: { privateWires: Shown[] } };
  return frame(
    'Your wires',
    '/',
    html`
<h1>Your wires</h1>
<p class="lead">Private messages to you.</p>
<ul class="wires">${me.privateWires.map(wire)}</ul>
${asked(INBOX)}`,
  );
}

const BOARD = '{ board { id at text from { call name } } }';

export function boardPage(ask: Ask): Html {
  const { board } = ask(BOARD) as { board: Shown[] };
  return frame(
    'Board',
    '/board',
    html`
<h1>The board</h1>
<p class="lead">For everybody.</p>
<ul class="wires">${board.map(wire)}</ul>
${asked(BOARD)}`,
  );
}

/** Value of the desk before the first query. */
export const EXAMPLE = `{
  me {
    call
    name
    desk
  }
}`;

export const deskPage = (query: string, reply: string | undefined): Html =>
  frame(
    'Desk',
    '/desk',
    html`
<h1>The desk</h1>
<p class="lead">Write a query in GraphQL. The answer has the same shape as the query.</p>
<form method="post" action="/desk">
  <label for="query">Query</label>
  <textarea id="query" name="query" rows="12" spellcheck="false" autocomplete="off">${query}</textarea>
  <button>Send</button>
</form>
${reply === undefined ? null : html`<h2 id="reply">Reply</h2><pre class="reply" tabindex="0" aria-labelledby="reply">${reply}</pre>`}`,
  );

const entries: [field: string, text: string][] = [
  ['me', 'You. With call, name, desk and privateWires.'],
  ['board', 'The wires on the board, newest first. Each has id, at, from, to, isSealed and text.'],
  ['operator(call: "PH")', 'Also you, by your call sign. Other call signs are refused.'],
  ['wire(id: 4103)', 'One wire, if it is on the board or was sent to you.'],
  [
    'mutation { send(to: "QL", text: "…") { id } }',
    'Sends one. Without a call sign, everyone can read it on the board.',
  ],
];

export const manualPage = (): Html =>
  frame(
    'Manual',
    '/manual',
    html`
<h1>Manual</h1>
<p class="lead">The queries that are allowed, second edition. The first edition allowed more.</p>
<dl>${entries.map(([field, text]) => html`<div><dt><code>${field}</code></dt><dd>${text}</dd></div>`)}</dl>
<h2>For programs</h2>
<p>Programs send <code>POST /graphql</code> with JSON: <code>{"query": "{ me { name } }"}</code></p>
<h2>Permissions</h2>
<p>Everybody may read the board. Only the receiver may read a wire. The room checks that for every query for an operator or a wire, and it has
never accepted biscuits as a bribe.</p>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Your wires</a></p>`);
