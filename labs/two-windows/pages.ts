import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Report } from '../shared/visit.ts';
import { COUNTER, RECORDS } from './names.ts';
import { MAX_PAGE_LENGTH, site } from './site.ts';

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Two Windows, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><span class="panes" aria-hidden="true"></span>Two Windows</p>
  <nav aria-label="Two Windows">${link('/', 'Your site', at)}${link('/customs', 'The customs', at)}</nav>
</header>
<main>${body}</main>
<footer>Pages are hosted by Otto, in his kitchen. Records are kept by the customs, in theirs.</footer>
</body>
</html>`;

/** A page that was rejected, with the reason. */
interface Refused {
  host: string;
  page: string;
  wrong: string;
}

export const sitePage = (last: { report: Report | undefined } | undefined, refused?: Refused): Html =>
  frame(
    'Your site',
    '/',
    html`
<h1>Otto's hosting</h1>
<p class="lead">You get one page under any free name, and an inbox: <code>/drop</code> stores every request body that your page posts to it.</p>
<div class="windows">
<section class="window" aria-labelledby="page">
  <h2 id="page">Your page</h2>
  ${refused ? html`<p class="wrong" role="alert">Not saved. ${refused.wrong}</p>` : null}
  <form method="post" action="/site">
    <label for="host">Name</label>
    <div class="host"><span aria-hidden="true">https://</span><input id="host" name="host" value="${(refused ?? site).host}" maxlength="60" autocomplete="off" spellcheck="false" required></div>
    <label for="html">Page, in HTML</label>
    <textarea id="html" name="page" rows="13" maxlength="${MAX_PAGE_LENGTH}" spellcheck="false">
${(refused ?? site).page}</textarea>
    <button>Save</button>
  </form>
</section>
<section class="window" aria-labelledby="visit">
  <h2 id="visit">Your visitor</h2>
  <p>Inspector Lund follows every link about cheese. She opens <code>${site.origin()}/</code> in the browser in which she is signed in at the records.</p>
  <form method="post" action="/invite"><button>Send her the link</button></form>
  ${last ? visited(last.report) : null}
</section>
</div>`,
  );

const visited = (report: Report | undefined): Html => html`
  <h3>Last visit</h3>
  <p>${report ? html`She has visited your page, and found no cheese.${site.letters.length > 0 ? ' There is a new message.' : null}` : 'Your page kept her browser so busy that she closed it.'}</p>
  ${report && report.noted.length > 0 ? html`<p>Her browser reported:</p><ul class="noted">${report.noted.map((line) => html`<li>${line}</li>`)}</ul>` : null}
  <h3>Inbox</h3>
  ${site.letters.length > 0 ? site.letters.map((letter) => html`<pre tabindex="0">${letter}</pre>`) : html`<p>Empty.</p>`}`;

export const customsPage = (): Html =>
  frame(
    'The customs',
    '/customs',
    html`
<h1>Records of the customs</h1>
<p class="lead">For the developers of window two, at <code>${COUNTER}</code>.</p>
<div class="windows">
<section class="window" aria-labelledby="v1">
  <h2 id="v1">Version 1</h2>
  <p><code>GET ${RECORDS}/v1/held</code></p>
  <p>The goods that are held at present, their owners, and the reasons. For officers who are signed in.</p>
  <p>Older than window two. We do not know which programs use it, so we never change it.</p>
</section>
<section class="window" aria-labelledby="v2">
  <h2 id="v2">Version 2</h2>
  <p><code>GET ${RECORDS}/v2/vault</code></p>
  <p>The vault. For officers who are signed in, with the header <code>X-Window: 2</code>, so that nobody requests it by accident.</p>
  <p>Since the consultant's visit, only pages of <code>customs.example</code> can read it.</p>
</section>
</div>
<h2>Session</h2>
<p>An officer who signs in gets a cookie: <code>sid=…; Secure; HttpOnly; SameSite=None</code>. Window two is another site, and without <code>None</code> it didn't work.</p>
<h2>Try it</h2>
<p>In this lab you can open both versions under their path, <a href="/v1/held">/v1/held</a> and <a href="/v2/vault">/v2/vault</a>. You are not an officer, so the body shows little. Look at the headers.</p>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Your site</a></p>`);
