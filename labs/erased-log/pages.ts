import { type Html, html, readFlag } from '@hexpedition/lab-runtime/kit';
import { type Field, type Finding, findings, isTaken } from './board.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Board of Lights</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">Board of Lights</a><p>Inquiry 9 of 1997</p></header>
<main>${body}</main>
<footer>The Board meets on Mondays, in the dark, to stay impartial.</footer>
</body>
</html>`;

export interface Refused {
  finding: Finding;
  /** Values of the form. */
  values?: Record<string, string>;
  problem: string;
}

export const inquiryPage = (refused?: Refused): Html =>
  sheet(
    refused ? 'Wrong' : 'The night of 11 November',
    html`
<div class="case">
  <h1>The night of 11 November</h1>
  <p class="lead">According to the log of Ostrel Head, the lamp was on. According to the Varde ferry, it was off. The log is on a floppy, and the ferry is in a field.</p>
</div>
<aside aria-label="Exhibit A">
  <div class="floppy">
    <div class="shutter"></div>
    <div class="sticker">
      <strong>OSTREL HEAD</strong>
      <span class="row">log, Nov. 97</span>
      <span class="row">don’t erase</span>
    </div>
  </div>
  <p>Exhibit A: 720 KB, taken from the machine in the morning, before anybody could save a file. The Board’s copy is <code>/material/lighthouse.img</code>.</p>
</aside>
<ol class="findings">${findings.map((finding, i) => card(finding, i + 1, refused?.finding === finding ? refused : undefined))}</ol>`,
  );

const card = (
  finding: Finding,
  number: number,
  refused: Refused | undefined,
): Html => html`<li class="${isTaken(finding) ? 'taken' : 'open'}">
  <p class="number">Finding ${number}</p>
  <h2>${finding.title}</h2>
  ${
    isTaken(finding)
      ? html`<p>${finding.taken}</p><p class="stamp">Taken down: <code>${readFlag(finding.id)}</code></p>`
      : html`<p>${finding.question}</p>
  <form method="post" action="/findings/${finding.id}">
    ${finding.fields.map((field) => input(finding, field, refused))}
    <button>Hand in finding ${number}</button>
    ${refused ? html`<p class="problem" id="problem" role="status">${refused.problem}</p>` : null}
  </form>`
  }
</li>`;

function input(finding: Finding, { name, label, choices, example }: Field, refused: Refused | undefined): Html {
  const id = `${finding.id}-${name}`;
  const value = refused?.values?.[name];
  const described = refused ? html` aria-describedby="problem"` : null;
  const options = choices?.map(
    (choice) => html`<option${choice === value ? html` selected` : null}>${choice}</option>`,
  );
  return html`<label for="${id}">${label}${example ? html` <span>such as ${example}</span>` : null}</label>
    ${
      options
        ? html`<select id="${id}" name="${name}"${described}>${options}</select>`
        : html`<input id="${id}" name="${name}" value="${value}" maxlength="80" autocomplete="off" autocapitalize="off" spellcheck="false" required${described}>`
    }`;
}

export const messagePage = (title: string, text: string): Html =>
  sheet(
    title,
    html`<div class="case"><h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the inquiry</a></p></div>`,
  );
