import { Html, html } from '@hexpedition/lab-runtime/kit';
import type { Report } from '../shared/visit.ts';
import { buoys, dutyCode, token } from './buoys.ts';
import { PANEL, PILOTS } from './names.ts';
import { panelScript } from './script.ts';
import { MAX_PAGE_LENGTH, site } from './site.ts';

const page = (title: string, head: Html | null, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Buoys of Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
${head}
</head>
${body}
</html>`;

/** @param operator whether the operator is looking; other visitors see a panel without function */
export const panelPage = (operator: boolean): Html =>
  page(
    'Panel',
    operator ? html`<meta name="token" content="${token}">` : html`<meta name="token" content="none">`,
    html`<body class="panel">
<header><p class="brand">Buoy panel</p><p>${operator ? html`On duty: Tove Ekdahl. Duty code <code id="code">${dutyCode()}</code>` : html`No operator is on duty here. This copy shows the lights and cannot switch them. <a href="/">Your site</a>`}</p></header>
<main>
<h1>Lights</h1>
<div id="board" role="status"></div>
<ul class="lights">${buoys.map(
      ({
        number,
        place,
        character,
        lit,
        remark,
      }) => html`<li data-buoy="${number}" class="light"><span class="${lit ? 'lamp lit' : 'lamp'}" aria-hidden="true"></span>
  <div><h2>${number} ${place}</h2><p>${lit ? 'Lit' : 'Dark'}, <code>${character}</code>. ${remark}</p></div>
  <button type="button" data-lamp="${number}">Light ${number}</button></li>`,
    )}</ul>
</main>
<footer>The pilots' page at ${PILOTS} shows this panel in a frame, and may send it orders.</footer>
<script>${new Html(panelScript)}</script>
</body>`,
  );

const frame = (title: string, body: Html): Html =>
  page(
    title,
    null,
    html`<body>
<header><p class="brand">Otto's hosting</p><nav aria-label="Otto's hosting"><a href="/">Your site</a><a href="/panel">The panel</a></nav></header>
<main>${body}</main>
<footer>Hosted in a kitchen. Backed up by Otto's mother.</footer>
</body>`,
  );

export const sitePage = (last: { report: Report | undefined } | undefined): Html =>
  frame(
    'Your site',
    html`
<h1>Weather for an operator on duty</h1>
<p class="lead">You get one page under any free name, and an inbox. In your visitor's browser, <code>/drop</code> under your name stores every request body that a page posts to it.</p>
<div class="desk">
<section aria-labelledby="page">
  <h2 id="page">Your page</h2>
  <form method="post" action="/site">
    <label for="host">Name, without <code>https://</code></label>
    <input id="host" name="host" value="${site.host}" maxlength="60" autocomplete="off" spellcheck="false" required>
    <label for="html">Page, in HTML</label>
    <textarea id="html" name="page" rows="16" maxlength="${MAX_PAGE_LENGTH}" spellcheck="false">
${site.page}</textarea>
    <button>Save</button>
  </form>
</section>
<section aria-labelledby="visit">
  <h2 id="visit">Your visitor</h2>
  <p>Tove Ekdahl is on duty at the buoys, and she is bored. She opens every page about the weather, here <code>${site.origin()}/</code>, in the browser in which she is signed in at <code>${PANEL}</code>.</p>
  <form method="post" action="/invite"><button>Send her the link</button></form>
  ${last ? visited(last.report) : null}
</section>
</div>`,
  );

const visited = (report: Report | undefined): Html => html`
  <h3>Last visit</h3>
  <p>${report ? 'She has visited your page. The weather has not changed.' : 'Your page kept her browser so busy that she closed it.'}</p>
  ${report && report.noted.length > 0 ? html`<p>Her browser reported:</p><ul class="noted">${report.noted.map((line) => html`<li>${line}</li>`)}</ul>` : null}
  <h3>Inbox</h3>
  ${site.letters.length > 1 ? html`<p>The newest message is on top.</p>` : null}
  ${site.letters.length > 0 ? site.letters.map((letter) => html`<pre tabindex="0">${letter}</pre>`) : html`<p>Empty.</p>`}`;

export const messagePage = (title: string, text: string): Html =>
  frame(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Your site</a></p>`);
