import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { lamps } from './lamps.ts';

/** @param lit whether the tower in the picture shows its beam */
const sheet = (title: string, lit: boolean, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lamps of Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">Lamps of Port Ostrel</a></header>
<main>
  <div class="words">${body}</div>
  ${tower(lit)}
</main>
<footer>The keeper is on duty from dusk until dawn.</footer>
</body>
</html>`;

const tower = (lit: boolean): Html => html`<svg class="tower" viewBox="0 0 400 520" aria-hidden="true">
  <defs><linearGradient id="beam" x1="1" x2="0"><stop offset="0" stop-color="#ffe9a8" stop-opacity="0.95"/><stop offset="1" stop-color="#ffe9a8" stop-opacity="0"/></linearGradient></defs>
  ${lit ? html`<path fill="url(#beam)" d="M270 116 -60 20v210z"/><circle cx="272" cy="116" r="34" fill="#ffe9a8" opacity="0.35"/>` : null}
  <path fill="#e7ecf3" d="M246 160h56l22 290H224z"/>
  <path fill="#a33a3a" d="M241 226h66l5 62h-76zM232 350h85l5 62h-95z"/>
  <path fill="#33415c" d="M236 140h76v20h-76zM252 92h44v48h-44z"/>
  <path fill="${lit ? '#ffe9a8' : '#0a1020'}" d="M258 98h32v36h-32z"/>
  <path fill="#a33a3a" d="M246 92l28-30 28 30z"/>
  <path fill="#1b2740" d="M170 450h210l20 70H120z"/>
</svg>`;

export const homePage = (): Html =>
  sheet(
    'Which lamps are lit',
    true,
    html`
<h1>Lit, or dark</h1>
<p class="lead">Name a lamp. The keeper of Gull Rock answers with one of two words.</p>
<form method="get" action="/lamp">
  <label for="name">Name of the lamp</label>
  <div><input id="name" name="name" placeholder="north-head" autocomplete="off" autocapitalize="off" spellcheck="false" required><button>Ask</button></div>
</form>
<h2>Lamps that he knows</h2>
<ul>${lamps.map(({ name, title, text }) => html`<li><a href="/lamp?name=${name}">${title}</a> <code>${name}</code><p>${text}</p></li>`)}</ul>`,
  );

export const lampPage = (lit: boolean): Html =>
  sheet(
    lit ? 'Lit' : 'Dark',
    lit,
    html`<h1 class="word">${lit ? 'lit' : 'dark'}</h1><p><a href="/">Ask for another lamp</a></p>`,
  );

export const silencePage = (title: string, text: string): Html =>
  sheet(title, false, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Call again</a></p>`);
