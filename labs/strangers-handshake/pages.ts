import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { generator, prime, toHex } from './group.ts';
import type { Name } from './keeper.ts';
import type { Held, Passed, Talk } from './relay.ts';

const link = (path: string, name: string, at: string | undefined): Html =>
  html`<a href="${path}"${path === at ? html` aria-current="page"` : null}>${name}</a>`;

const frame = (title: string, at: string | undefined, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Relay on Cormorant Rock</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><a href="/">Cormorant Rock</a> relay of Port Ostrel</p>
  <nav aria-label="Relay">${link('/', 'In your hand', at)}${link('/sealing', 'How they seal', at)}</nav>
</header>
<main>${body}</main>
<footer>The relay is paid by the letter. It has no opinion on the letters.</footer>
</body>
</html>`;

const full: Record<Name, string> = { bram: 'Bram', signe: 'Signe' };

export const rockPage = (talk: Talk | undefined, problem?: string): Html =>
  frame(
    'In your hand',
    '/',
    html`
<h1>Between two lights</h1>
<div class="water ${talk?.held ? `from-${talk.held.from}` : 'dark'}">
  <p class="tower north"><b>Bram Oster</b> North Mole</p>
  <p class="rock"><b>You</b> the rock</p>
  <p class="tower south"><b>Signe Holt</b> South Spit</p>
</div>
<p class="lead">Every night at this hour Bram calls Signe. They shake hands, he asks for a page of her log, she reads it to him. What they send lands in your hand first.</p>
<section aria-labelledby="hand">
<h2 id="hand">In your hand</h2>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
${talk?.held ? inHand(talk.held) : html`<p class="quiet">${talk?.ending ?? 'Both lamps are covered.'}</p>`}
<form method="post" action="/call"><button class="${talk?.held ? 'plain' : ''}">${talk ? 'Wait for the next night' : 'Wait for Bram'}</button></form>
</section>
${talk && talk.passed.length > 0 ? html`<h2>Passed on tonight</h2><ol class="passed">${talk.passed.map(passedItem)}</ol>` : null}`,
  );

const inHand = ({ from, to, message }: Held): Html => html`
<p>From <b>${full[from]}</b>, for <b>${full[to]}</b>.</p>
<form method="post" action="/pass">
  <label for="message">What you pass on</label>
  <textarea id="message" name="message" rows="12" spellcheck="false" autocomplete="off">${JSON.stringify(message, null, 2)}</textarea>
  <button>Pass it on</button>
</form>`;

const passedItem = ({ from, to, message, isChanged }: Passed): Html =>
  html`<li><p><b>${full[from]} to ${full[to]}</b> ${isChanged ? 'changed by you' : 'as it came'}</p><pre tabindex="0">${JSON.stringify(message, null, 2)}</pre></li>`;

export const sealingPage = (): Html =>
  frame(
    'How they seal',
    '/sealing',
    html`
<h1>How they seal</h1>
<p class="lead">It hangs on the wall of both lamp rooms, framed. There is nothing secret about it; the numbers that are secret are drawn anew for each talk.</p>
<ol class="recipe">
  <li><h2>Shake hands</h2><p>Each draws a secret number <i>x</i> of 256 bits and sends <i>g</i><sup><i>x</i></sup> mod <i>p</i>, in hexadecimal digits. <i>g</i> is ${String(generator)}, and <i>p</i> is the prime of 2048 bits that
  RFC 3526 recommends:</p><p class="prime"><code>${toHex(prime)}</code></p></li>
  <li><h2>Make the key</h2><p>What comes from the other side, to the power of one's own <i>x</i>, mod <i>p</i>. Written as <b>512 hexadecimal digits</b> (small letters, with zeros in front if need be), and hashed as text with SHA-256: these 32
  bytes are the key.</p></li>
  <li><h2>Cross the words</h2><p>The words in UTF-8, XOR a row of bytes. Its blocks of 32 bytes are SHA-256(key + nonce + counter): the nonce is 16 random bytes and goes along, the counter is four bytes, big-endian, and starts at zero.</p></li>
  <li><h2>Put a tag on</h2><p>HMAC-SHA-256 with the key over nonce + crossed words. Whoever gets a message checks its tag before anything else, and answers nothing that has a wrong one. What is
  sent has the fields <code>nonce</code>, <code>text</code> (the crossed words) and <code>tag</code>, all in hexadecimal digits, and <code>kind</code>, which says <code>sealed</code>.</p></li>
</ol>
<h2>For a machine</h2>
<p><code>GET /api/held</code> says what is in your hand. <code>POST /api/call</code> starts a talk. <code>POST /api/pass</code> takes the message to be passed on as its body, in JSON, and answers with the next one.</p>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, undefined, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the rock</a></p>`);
