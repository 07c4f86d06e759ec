import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { caseRemark, ORDER, type Paper, papers, SERVING } from './papers.ts';

interface Sheet {
  title: string;
  /** Path of the selected menu entry; none for internal pages. */
  at?: string;
  /** Text of the rubber stamp. */
  stamp?: string;
  body: Html;
}

const link = (path: string, name: string, at: string | undefined): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

const sheet = ({ title, at, stamp, body }: Sheet): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Harbour Office, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p><strong>Port Ostrel</strong> Harbour Office</p>
  <nav aria-label="Harbour Office">${papers.map((paper) => link(paper.path, paper.title, at))}${link('/counter', 'Counter', at)}</nav>
</header>
<main>
  <article>
    ${stamp ? html`<p class="stamp">${stamp}</p>` : null}
    <h1>${title}</h1>
    ${body}
  </article>
</main>
<footer>Please keep this page. The office has a copy, too.</footer>
</body>
</html>`;

const lines = (paper: Paper): Html =>
  html`<dl>${paper.lines.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`;

export const paperPage = (paper: Paper): Html =>
  sheet({ title: paper.title, at: paper.path, body: html`<p class="lead">${paper.lead}</p>${lines(paper)}` });

/** The office's own copy of a page. */
export const filePage = (paper: Paper, caseNumber: string | undefined): Html =>
  sheet({
    title: paper.title,
    stamp: 'File copy',
    body: html`
<p class="lead">The published page, with the remarks of the office. Internal.</p>
${lines(paper)}
<h2>Remarks</h2>
<ul class="remarks">
  ${paper.remarks.map(({ by, text }) => html`<li><strong>${by}</strong> ${text}</li>`)}
  ${
    caseNumber
      ? html`<li><strong>${caseRemark.by}</strong> ${caseRemark.text}</li>
  <li><strong>Quill</strong> Case number <code>${caseNumber}</code>. The <a href="${ORDER}">closing order</a> is filed.</li>`
      : null
  }
</ul>`,
  });

/** @param receipt present if the order is cancelled */
export const orderPage = (receipt: string | undefined): Html =>
  sheet({
    title: 'Closing order, berth 9',
    stamp: receipt ? 'Struck out' : 'In force',
    body: receipt
      ? html`
<p class="order"><s>Berth 9 and its shed are closed until further notice. Edda Vane, harbour master.</s></p>
<p>Receipt: <code>${receipt}</code></p>
<p>The berth is free. You get its key at the <a href="/counter">counter</a> when it is your turn.</p>`
      : html`
<p class="order">Berth 9 and its shed are closed until further notice. Edda Vane, harbour master.</p>
<form method="post" action="${ORDER}"><button>Strike out this order</button></form>`,
  });

/**
 * @param key present if there is one to collect
 * @param isNew whether the ticket replaces an unreadable one
 */
export function counterPage(number: number, key: string | undefined, isNew: boolean): Html {
  const turn =
    number > SERVING
      ? html`<p>There are ${number - SERVING} people before you. Please take a seat. Please do not move the seat.</p>`
      : number < SERVING
        ? html`<p>Your number was called last week. You did not come.</p>`
        : key
          ? html`<p>Good morning! Here is the key of berth 9: <code>${key}</code></p>
<p>In the shed you find 212 black umbrellas, the left shoe of a tuba player, and a blue suitcase with a sticker of a lighthouse. It looks rested.</p>`
          : html`<p>Good morning! Nothing to collect? Then please step aside, there is a queue.</p>`;
  return sheet({
    title: 'Counter',
    at: '/counter',
    body: html`
<p class="lead">Take a ticket and wait for your number. The number on the board has not changed since Tuesday.</p>
${isNew ? html`<p>The counter cannot read your ticket. Here is a new one.</p>` : null}
<div class="board"><p>Now serving <b>${SERVING}</b></p><p>Your ticket <b>${number}</b></p></div>
${turn}`,
  });
}

export const messagePage = (title: string, text: string): Html =>
  sheet({ title, body: html`<p class="lead">${text}</p><p><a href="/">Opening hours</a></p>` });
