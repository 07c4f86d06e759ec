import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Answer, Cell } from './answer.ts';
import { cards } from './cargo.ts';

const all = cards('');
const listed = all.filter((card) => card.listed === 1);
const examples = ['umbrellas', 'tuba', 'cheese', 'clocks'];

const sheet = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Pier 3, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="pier"><span>Port Ostrel</span> <b aria-hidden="true">3</b><span class="name">Pier 3</span></p>
  <nav aria-label="Pier 3">${link('/', 'Card index', at)}${link('/clerks', 'Who is in', at)}</nav>
</header>
<main>${body}</main>
<footer>Pier 3 is not liable for lost goods. Cards are corrected on Fridays, in pencil.</footer>
</body>
</html>`;

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

/** @param word the search word; empty before the first search */
export const searchPage = (word: string, answer?: Answer): Html =>
  sheet(
    word ? 'Found on the pier' : 'Card index',
    '/',
    html`
<h1>Which goods are on the pier?</h1>
<form class="search" method="get" action="/" role="search">
  <label for="q">Goods, or a part of the word</label>
  <div><input id="q" name="q" value="${word}" autocomplete="off" autocapitalize="off" spellcheck="false"><button>Look it up</button></div>
</form>
<p class="tries">Often asked for: ${examples.map((one) => html`<a href="/?q=${one}">${one}</a> `)}</p>
${answer ? result(word, answer) : about}`,
  );

const about = html`
<section class="about" aria-label="About the index">
  <p><b>${all.length}</b> cards are in the index.</p>
  <p><b>${listed.length}</b> of them are listed for the public.</p>
  <p><b>0</b> were found without the index. Pell has tried.</p>
</section>`;

function result(word: string, answer: Answer): Html {
  if ('error' in answer) {
    return html`<div class="trouble" role="alert"><h2>The index is confused</h2><p>It says: <code>${answer.error}</code></p></div>`;
  }
  const { rows } = answer;
  if (rows.length === 0) {
    return html`<p class="none" role="status">No card for <q>${word}</q>. If it was cheese, a gull may have eaten it.</p>`;
  }
  return html`
<div role="status"><h2>${rows.length === 1 ? 'One card' : `${rows.length} cards`}</h2></div>
<ul class="crates">${rows.map(crate)}</ul>`;
}

const crate = ([mark, ship, goods, shed]: Cell[]): Html => html`<li>
  <p class="mark">${mark}</p>
  <p class="goods">${goods}</p>
  <dl><div><dt>Ship</dt><dd>${ship}</dd></div><div><dt>Where</dt><dd>${shed}</dd></div></dl>
</li>`;

export const clerksPage = (): Html =>
  sheet(
    'Who is in',
    '/clerks',
    html`
<h1>Who is in</h1>
<dl class="clerks">
  <div><dt>Pell</dt><dd>Counts the goods from the ships. Has reached Thursday.</dd></div>
  <div><dt>Quill</dt><dd>Writes the cards, and decides which of them are listed. Keeps everything in one database, because one is easier to clean.</dd></div>
  <div><dt>Edda Vane, harbour master</dt><dd>Knows the combination of the strongroom. Has written it down in a place where she can find it again.</dd></div>
</dl>`,
  );

export const messagePage = (title: string, text: string): Html =>
  sheet(title, '', html`<h1>${title}</h1><p class="none">${text}</p><p><a href="/">Back to the card index</a></p>`);
