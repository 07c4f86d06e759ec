import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Crate } from './crates.ts';

const menu: [path: string, name: string][] = [
  ['/', 'Your manifest'],
  ['/crates', 'Crates'],
  ['/notice', 'Notice to shippers'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Customs Shed 7, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">Customs Shed <b>7</b><span>Port Ostrel</span></p>
  <nav aria-label="Customs">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>${body}</main>
<footer>Nothing to declare? Declare it here, in triplicate.</footer>
</body>
</html>`;

export const manifestPage = (entries: Map<string, string>, tag: string, address: string): Html =>
  frame(
    'Your manifest',
    '/',
    html`
<article class="bill">
  <p class="stamp" aria-hidden="true">Customs<br>Port<br>Ostrel</p>
  <header><h1>Your manifest</h1><p class="use">Entitles its owner to see one crate.</p></header>
  <dl>${[...entries].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
  <p class="seal"><span>Seal of the customs house</span><code>${tag}</code></p>
</article>
<p class="go"><a class="button" href="${address}">Show it at the shed</a></p>
<p class="small">The address of this button is the manifest.</p>`,
  );

export const cratesPage = (crates: Crate[]): Html =>
  frame(
    'Crates',
    '/crates',
    html`
<h1>Crates</h1>
<p class="lead">The crates in shed 7, with the labels of the shippers. We do not guarantee that the labels are true.</p>
<ul class="stack">${crates.map(({ number, label }) => html`<li><b>${number}</b><span>${label}</span></li>`)}</ul>`,
  );

export const noticePage: Html = frame(
  'Notice to shippers',
  '/notice',
  html`
<h1>Notice to shippers</h1>
<p class="lead">Many of you have written programs, and asked us how this works. By Quill.</p>
<ol class="rules">
  <li>A manifest is a list of entries, <code>name=value</code>, with <code>&amp;</code> between them. It is in the address, after
  <code>/shed?</code>. Bytes that an address cannot contain are written with a percent sign, and decoded first.</li>
  <li>It ends with its seal, <code>&amp;tag=</code> and 64 hexadecimal digits. The seal covers everything before that.</li>
  <li>The seal is <code>SHA-256(secret + manifest)</code>. The secret consists of random bytes, which the customs house generated this morning.
  It has at least twelve bytes, and at most thirty-two.</li>
  <li>Corrections are added at the end. If an entry appears twice, the last one counts.</li>
  <li>We ignore unknown entries. Some shippers write poems.</li>
</ol>`,
);

/** @param found what the ledger says is in it, for the one crate that has an entry */
export const cratePage = (bearer: string, { number, label, inside }: Crate, found: string | undefined): Html =>
  frame(
    `Crate ${number}`,
    '',
    html`
<h1>Crate ${number}</h1>
<p class="lead">The seal is right. Opened for <b>${bearer}</b>.</p>
<article class="crate"><p class="stencil">${label}</p><p>${inside}</p>${found ? html`<p><code>${found}</code></p>` : null}</article>`,
  );

export const problemPage = (title: string, text: string): Html =>
  frame(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Your manifest</a></p>`);
