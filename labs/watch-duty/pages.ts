import { Html, html } from '@hexpedition/lab-runtime/kit';
import type { Entry } from './terminal.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Harbour Watch, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><p><strong>Harbour Watch</strong> Port Ostrel</p><p>Night, second watch. The lamp is lit.</p></header>
<main>${body}</main>
<footer>Please do not sleep on watch.</footer>
</body>
</html>`;

/** Arrow keys bring back earlier lines, and the screen scrolls to its end. The page works without this script. */
const script = new Html(`<script>
const line = document.getElementById('line');
const screen = document.getElementById('screen');
screen.scrollTop = screen.scrollHeight;
const past = [...document.querySelectorAll('.typed kbd')].map((one) => one.textContent);
let at = past.length;
line.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  at = Math.max(0, Math.min(past.length, at + (event.key === 'ArrowUp' ? -1 : 1)));
  line.value = past[at] ?? '';
});
line.focus({ preventScroll: true });
</script>`);

const entry = ({ prompt, line, screen }: Entry): Html =>
  html`<p class="typed"><span>${prompt}</span> <kbd>${line}</kbd></p>${screen ? html`<pre>${screen}</pre>` : null}`;

export const terminalPage = (entries: readonly Entry[], prompt: string): Html =>
  sheet(
    'Terminal',
    html`
<div class="room">
<section class="glass" aria-labelledby="title">
  <h1 id="title">Terminal of the watch</h1>
  <div id="screen" class="screen" role="log" aria-label="Terminal" tabindex="0">
    <pre>Harbour watch of Port Ostrel. It is night. Nothing has happened. Keep it that way.
You are nell. Type help.</pre>
    ${entries.map(entry)}
  </div>
  <form id="prompt" method="post" action="/run">
    <label for="line">${prompt}<span class="away"> Command</span></label>
    <input id="line" name="cmd" maxlength="4000" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false">
    <input type="hidden" name="page" value="1">
    <button>Run</button>
  </form>
</section>
<aside aria-label="On the wall">
  <h2>On the wall</h2>
  <p>One machine, three people: <b>nell</b> has the night watch, <b>otto</b> had the evening watch, <b>ines</b> keeps the charts and the light. The lamp is <b>root</b>'s.</p>
  <p>Enter runs the line, the arrow keys bring back earlier ones. <code>exit</code> leaves a shell that you have opened inside another one.</p>
  <p>For scripts: post a line to <code>/run</code>, and you get the output. It is the same terminal.</p>
</aside>
</div>
${script}`,
  );

export const problemPage = (title: string, text: string): Html =>
  sheet(
    title,
    html`<section class="glass small"><h1>${title}</h1><p>${text}</p><p><a href="/">Back to the terminal</a></p></section>`,
  );
