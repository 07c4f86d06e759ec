import { createHash } from 'node:crypto';
import { type Html, html, readFlag } from '@hexpedition/lab-runtime/kit';
import { NAME, type Report, reportThatHeld } from './archive.ts';
import { marchOf } from './march.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Score Archive, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <a href="/">Score Archive</a>
  <p>of the Harbour Band</p>
</header>
<main>${body}</main>
<footer>Rehearsals on Tuesday, as the neighbours know.</footer>
</body>
</html>`;

const problemOf = (problem: string | undefined) =>
  problem ? html`<p class="problem" id="problem" role="status">${problem}</p>` : null;
const described = (problem: string | undefined) => (problem ? html` aria-describedby="problem"` : null);

export const signInPage = (problem?: string): Html =>
  sheet(
    problem ? 'Wrong name or password' : 'Sign in',
    html`
<h1>All parts of all pieces, and no tuba</h1>
<p class="lead">The archive has all pieces that the band plays, and some that it has promised never to play again. Each member has a drawer.</p>
<form method="post" action="/sign-in" class="card">
  <label for="name">Name</label>
  <input id="name" name="name" value="${NAME}" maxlength="60" autocomplete="off" autocapitalize="off" spellcheck="false" required${described(problem)}>
  <label for="word">Password</label>
  <input id="word" name="word" maxlength="80" autocomplete="off" autocapitalize="off" spellcheck="false" required${described(problem)}>
  <button>Open the drawer</button>
  ${problemOf(problem)}
</form>
<p class="aside">Since the incident with the metronome, the archive counts wrong passwords. After five of them, you have to wait.</p>`,
  );

export interface Handed {
  /** Values of a report that was wrong. */
  report?: Report;
  problem?: string;
}

export const drawerPage = ({ report, problem }: Handed = {}): Html => {
  const held = reportThatHeld();
  const sum = createHash('sha256')
    .update(marchOf(readFlag('march')))
    .digest('hex');
  return sheet(
    problem ? 'Report refused' : 'The conductor’s drawer',
    html`
<h1>The conductor’s drawer</h1>
<p class="lead">A pencil, a spare pencil, a baton with tooth marks. On the label: <code>${readFlag('word')}</code></p>
<section class="part" aria-labelledby="piece">
  <h2 id="piece">The missing piece</h2>
  <dl>
    <div><dt>Piece</dt><dd>The Tide Waits for Nobody, but It Might for Us</dd></div>
    <div><dt>By</dt><dd>Klara Vogt, who has not slept since then</dd></div>
    <div><dt>File</dt><dd>march.abc, SHA-256 <code>${sum}</code></dd></div>
    <div><dt>Secret until</dt><dd>Founders’ Day. Varde played it on the eve, with more trombones.</dd></div>
  </dl>
</section>
<section class="part" aria-labelledby="report">
  <h2 id="report">Report to the watch</h2>
  ${
    held
      ? html`<p>The report is right. Sunniva Aas has stamped it: <code>${readFlag('order')}</code></p>
  <p>On 9 May, at ${held.time.slice(11, 19)} UTC, the machine ${held.machine} gave the order ${held.job}. We do not know who used it. It has been lent
  to everybody who asked, and once to a person who didn’t ask.</p>`
      : html`<p>Sunniva Aas wants three facts. Which machine ordered the band room to send the march?</p>
  <form method="post" action="/report">
    <label for="machine">Host name of the machine that gave the order</label>
    <input id="machine" name="machine" maxlength="80" value="${report?.machine}" autocomplete="off" autocapitalize="off" spellcheck="false" required${described(problem)}>
    <label for="time">Time of the order in UTC, as <code>hh:mm:ss</code></label>
    <input id="time" name="time" maxlength="80" value="${report?.time}" autocomplete="off" required${described(problem)}>
    <label for="job">Number of the order (job)</label>
    <input id="job" name="job" maxlength="80" value="${report?.job}" autocomplete="off" autocapitalize="off" spellcheck="false" required${described(problem)}>
    <button>Hand it in</button>
    ${problemOf(problem)}
  </form>`
  }
</section>`,
  );
};

export const messagePage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">To the sign-in</a></p>`);
