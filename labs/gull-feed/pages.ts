import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Report } from '../shared/visit.ts';
import { entry } from './print.ts';
import { sightings } from './sightings.ts';
import type { Moderator } from './staff.ts';

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Gull Feed, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <a class="brand" href="/">${gull()}The Gull Feed</a>
  <nav aria-label="The Gull Feed">${link('/', 'By day', at)}${link('/night', 'By night', at)}${link('/desk', 'Desk', at)}</nav>
</header>
<main>${body}</main>
<footer>Society of Gull-Watchers, Port Ostrel. Since 1987. On paper, until a gull took the paper.</footer>
</body>
</html>`;

const gull = (): Html =>
  html`<svg viewBox="0 0 64 28" aria-hidden="true"><path d="M2 16C12 2 24 3 32 15C40 3 52 2 62 16C52 10 42 11 32 24C22 11 12 10 2 16Z"/></svg>`;

export const feedPage = (strained: boolean): Html =>
  frame(
    strained ? 'By night' : 'By day',
    strained ? '/night' : '/',
    html`
<div class="lead">
  <h1>${strained ? 'The feed by night' : 'Seen lately'}</h1>
  <p>${
    strained
      ? 'The same sightings, for the night watch. Since the incident with the flashing heron, a filter removes script tags, and attributes that begin with "on".'
      : 'Sightings of the gulls of Port Ostrel, the newest first. Be kind, be brief, and describe the legs.'
  }</p>
</div>
<div class="columns">
<section aria-labelledby="sightings">
  <h2 id="sightings">Sightings</h2>
  <ol class="feed">${sightings().map((one) => entry(one, strained))}</ol>
</section>
<aside aria-label="Take part">
  <form method="post" action="/sightings" class="card">
    <h2>Report a gull</h2>
    <p><label for="gull">Which gull</label><input id="gull" name="gull" maxlength="40" required></p>
    <p><label for="by">Your name</label><input id="by" name="by" maxlength="40" required></p>
    <p><label for="text">What it did</label><textarea id="text" name="text" rows="5" maxlength="4000" required></textarea></p>
    <button>Report</button>
  </form>
  ${strained ? call('brandt', 'Wake the captain', 'Captain Brandt has the night watch. If you wake him, he reads this page from top to bottom, in his own browser.') : call('odile', 'Call Odile', 'Odile Marr moderates by day. If you call her, she reads this page from top to bottom, in her own browser.')}
  <form method="post" action="/sweep" class="card quiet">
    <p>Removes the sightings of visitors. The sightings of the society stay.</p>
    <button>Sweep the feed</button>
  </form>
</aside>
</div>`,
  );

const call = (who: Moderator['id'], button: string, text: string): Html => html`
  <form method="post" action="/call" class="card quiet">
    <p>${text}</p>
    <button name="who" value="${who}">${button}</button>
  </form>`;

export const deskPage = (moderator: Moderator): Html =>
  frame(
    'Desk',
    '/desk',
    html`
<div class="lead"><h1>Desk of ${moderator.name}</h1><p>For moderators. These notes are private.</p></div>
<ul class="notes">${moderator.notes().map((note) => html`<li>${note}</li>`)}</ul>`,
  );

export function visitedPage({ name, reads }: Moderator, report: Report | undefined): Html {
  return frame(
    'Called',
    '',
    html`
<div class="lead">
  <h1>${name} ${report ? 'has read the page' : 'gave up'}</h1>
  <p>${report ? 'From top to bottom.' : 'The page kept the browser so busy that it had to be closed. Sweep the feed before you call again.'}</p>
</div>
${
  report && report.noted.length > 0
    ? html`<section aria-labelledby="noted"><h2 id="noted">Messages of the browser</h2>
<ul class="noted">${report.noted.map((line) => html`<li><code>${line}</code></li>`)}</ul></section>`
    : null
}
<p><a href="${reads}">Back to the feed</a></p>`,
  );
}

export const messagePage = (title: string, text: string): Html =>
  frame(
    title,
    '',
    html`<div class="lead"><h1>${title}</h1><p>${text}</p></div><p><a href="/">Back to the feed</a></p>`,
  );
