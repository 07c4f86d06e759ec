import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { BOARD, NUMBER, OFFICE } from './names.ts';
import type { Step } from './step.ts';

/** Maximum characters of a paper. */
export const MAX_LENGTH = 6000;

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stamp Office, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">Port Ostrel <b>Stamp Office</b></p>
  <nav aria-label="Stamp Office">${link('/', `Application ${NUMBER}`, at)}${link('/instructions', 'Instructions', at)}${link('/paper', 'Leave a paper', at)}</nav>
</header>
<main>${body}</main>
<footer>Form 1 is for obtaining Form 2. Form 2 is out of print.</footer>
</body>
</html>`;

export const applicationPage = (stamp: string | undefined, seal: string | undefined): Html =>
  frame(
    `Application ${NUMBER}`,
    '/',
    html`
<article class="form">
  <p class="no">No. ${NUMBER}</p>
  <h1>Permit to play the tuba on the north mole</h1>
  <dl>
    <div><dt>Applicant</dt><dd>Joris Bakker</dd></div>
    <div><dt>Hours</dt><dd>Between the last ferry and the first complaint</dd></div>
    <div><dt>Filed</dt><dd>Eleven times</dd></div>
    <div><dt>Remark of the clerk</dt><dd>“There is no hurry about music.” <i>A. Blank</i></dd></div>
  </dl>
  <div class="marks">
    <section class="${stamp ? 'mark on' : 'mark'}" aria-labelledby="stamp"><h2 id="stamp">Stamp</h2><p>${stamp ? html`<code>${stamp}</code>` : 'Waiting'}</p></section>
    <section class="${seal ? 'mark seal on' : 'mark seal'}" aria-labelledby="seal"><h2 id="seal">Seal</h2><p>${seal ? html`<code>${seal}</code>` : stamp ? 'Waiting' : 'Waiting for the stamp'}</p></section>
  </div>
</article>`,
  );

export const instructionsPage = (): Html =>
  frame(
    'Instructions',
    '/instructions',
    html`
<h1>How the office works</h1>
<p class="lead">For the public, so that it stops asking.</p>
<ol class="rules">
  <li>Mr. Blank is signed in at his desk from eight to four. He has never signed out; he has never seen the button.</li>
  <li>His desk is at <code>${OFFICE}/desk</code>, and its cookie says <code>HttpOnly; SameSite=Lax</code>.</li>
  <li>Papers for him appear at <code>${BOARD}/paper</code>. He opens each at once, in the same browser. It can reach these two addresses, and it runs no scripts.</li>
  <li>Mr. Blank thinks that a button is there to be pressed. He presses the first one. If there is none, he follows the first link.</li>
</ol>
<h2>Specimen of the desk</h2>
<p>These are the clerk's two forms. They are here for instruction. If you press a button, you get an error, as you should.</p>
<div class="specimen">
  <form method="post" action="/desk/stamp">
    <input type="hidden" name="application" value="${NUMBER}">
    <p>The <b>stamp</b> says that a clerk has looked at it.</p>
    <button>Stamp ${NUMBER}</button>
  </form>
  <form method="post" action="/desk/seal">
    <input type="hidden" name="application" value="${NUMBER}">
    <input type="hidden" name="token" value="new-each-morning">
    <p>The <b>seal</b> says that it was the right clerk. The office only seals stamped applications.</p>
    <button>Seal ${NUMBER}</button>
  </form>
</div>`,
  );

export const deskPage = (state: string, token: string): Html =>
  frame(
    'Desk',
    '/desk',
    html`
<h1>Desk of A. Blank</h1>
<p class="lead">Application ${NUMBER} is ${state}.</p>
<div class="specimen">
  ${['stamp', 'seal'].map(
    (act) => html`<form method="post" action="/desk/${act}">
    <input type="hidden" name="application" value="${NUMBER}">
    <input type="hidden" name="token" value="${token}">
    <button>${act === 'stamp' ? 'Stamp' : 'Seal'} ${NUMBER}</button>
  </form>`,
  )}
</div>`,
  );

const EXAMPLE = `<h1>Good morning, Mr. Blank</h1>
<form action="${BOARD}/thanks">
  <input type="hidden" name="what" value="nothing">
  <button>Press here for a biscuit</button>
</form>`;

const leave = (paper: string): Html => html`<form method="post" action="/paper" class="leave">
  <label for="paper">The paper, in HTML</label>
  <textarea id="paper" name="paper" rows="10" maxlength="${MAX_LENGTH}" spellcheck="false" required>
${paper}</textarea>
  <button>Leave it for Mr. Blank</button>
</form>`;

export const paperPage = (): Html =>
  frame(
    'Leave a paper',
    '/paper',
    html`
<h1>Leave a paper</h1>
<p class="lead">It appears on the board, and he opens it while you wait.</p>
${leave(EXAMPLE)}`,
  );

export const openedPage = (steps: Step[], paper: string): Html =>
  frame(
    'Opened',
    '/paper',
    html`
<h1>Mr. Blank has opened it</h1>
<ol class="steps">${steps.map(({ why, request, outcome }) => html`<li><p>${why}</p>${request ? html`<code>${request}</code>` : null}<p class="outcome">${outcome}</p></li>`)}</ol>
<p>Look at <a href="/">application ${NUMBER}</a>, or leave another paper.</p>
${leave(paper)}`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Application ${NUMBER}</a></p>`);
