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
  <nav aria-label="Relay">${link('/', 'At the relay', at)}${link('/sealing', 'How they seal', at)}</nav>
</header>
<main>${body}</main>
<footer>The relay gets money for each message. It does not care about the contents.</footer>
</body>
</html>`;

const full: Record<Name, string> = { bram: 'Bram', signe: 'Signe' };

export const rockPage = (talk: Talk | undefined, problem?: string): Html =>
  frame(
    'At the relay',
    '/',
    html`
<h1>Between two lights</h1>
<div class="water ${talk?.held ? `from-${talk.held.from}` : 'dark'}">
  <p class="tower north"><b>Bram Oster</b> North Mole</p>
  <p class="rock"><b>You</b> the rock</p>
  <p class="tower south"><b>Signe Holt</b> South Spit</p>
</div>
<p class="lead">Every night at this hour Bram calls Signe. They do a handshake, he asks for a page of her log, and she reads it to him. You get each message first.</p>
<section aria-labelledby="hand">
<h2 id="hand">Waiting at the relay</h2>
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
<p class="lead">This hangs on the wall of both lamp rooms. The method is not secret. The secret numbers are new for each talk.</p>
<ol class="recipe">
  <li><h2>Handshake</h2><p>Each side chooses a random secret number <i>x</i> of 256 bits and sends <i>g</i><sup><i>x</i></sup> mod <i>p</i>, in hexadecimal digits. <i>g</i> is ${String(generator)}, and <i>p</i> is the prime of 2048 bits that
  RFC 3526 recommends:</p><p class="prime"><code>${toHex(prime)}</code></p></li>
  <li><h2>Derive the key</h2><p>The number from the other side, to the power of your own <i>x</i>, mod <i>p</i>. Written as <b>512 hexadecimal digits</b> (small letters, with leading zeros if necessary), and hashed as text with SHA-256: these 32
  bytes are the key.</p></li>
  <li><h2>Encrypt</h2><p>The text in UTF-8, XOR a keystream. The keystream consists of blocks of 32 bytes, SHA-256(key + nonce + counter). The nonce is 16 random bytes and is sent with the message. The counter has four bytes, big-endian, and starts at zero.</p></li>
  <li><h2>Authenticate</h2><p>HMAC-SHA-256 with the key over nonce + encrypted text. The receiver checks the tag first, and does not answer a message with a wrong tag. A message
  has the fields <code>nonce</code>, <code>text</code> (the encrypted text) and <code>tag</code>, all in hexadecimal digits, and <code>kind</code>, which is <code>sealed</code>.</p></li>
</ol>
<h2>For programs</h2>
<p><code>GET /api/held</code> returns the message that waits at the relay. <code>POST /api/call</code> starts a talk. <code>POST /api/pass</code> passes on the message in its body (JSON), and returns the next one.</p>`,
  );

export const messagePage = (title: string, text: string): Html =>
  frame(title, undefined, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the rock</a></p>`);
