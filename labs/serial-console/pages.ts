import { Html, html } from '@hexpedition/lab-runtime/kit';
import { pads } from './capture.ts';
import type { Edge } from './uart.ts';

const sheet = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Hornmaster 3 on the bench</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p><strong>Bench 2</strong> Harbour works, Port Ostrel</p>
  <nav aria-label="Bench">${link('/', 'Board', at)}${link('/terminal', 'Terminal', at)}</nav>
</header>
<main>${body}</main>
<footer>Property of the harbour. The horn is not connected, and the neighbours have sent a cake as thanks.</footer>
</body>
</html>`;

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

export const benchPage = (wires: Edge[][]): Html =>
  sheet(
    'Board',
    '/',
    html`
<h1>Hornmaster 3</h1>
<p class="lead">Fog horn controller, Brackwater Acoustics, 2019. Solveig Tamm took it from the outer pier and wrote the notes.</p>
<div class="cols">
<figure class="board">${board}<figcaption>The four pads at the edge have no label. Ground is the screw.</figcaption></figure>
<section aria-labelledby="notes">
  <h2 id="notes">Notes</h2>
  <ul class="notes">
    <li>It sounds at noon. Nobody knows why.</li>
    <li>Clipped the logic analyser to the four pads and switched the horn on. Nobody pressed a key during the recording. I had both hands full of cake.</li>
    <li>One pad looks as if it sends text.</li>
    <li>Tried the terminal at 9600, 38400 and 115200. Rubbish every time.</li>
  </ul>
</section>
</div>
<section aria-labelledby="recording" class="recording">
  <h2 id="recording">The recording</h2>
  <div class="screen" role="img" aria-label="Four traces over fourteen milliseconds. One is a clock, one rises once, one rests, and one changes irregularly.">${traces(wires)}</div>
  <p>A million samples a second. Each row is a moment at which a pad changed: the time in microseconds, then the level of each pad.</p>
  <p><a class="button" href="/capture.csv" download>Download capture.csv</a></p>
</section>`,
  );

/** The beginning of the recording. */
function traces(wires: Edge[][]): Html {
  const span = 14_000;
  const width = 1120;
  const paths = wires.map((edges, pad) => {
    const y = (level: number) => 28 + pad * 56 + (level ? 0 : 30);
    let level = edges.length > 2 && edges[0]?.[1] === 1 ? 0 : 1;
    if (edges[0]?.[0] === 0) level = edges[0][1];
    let path = `M60 ${y(level)}`;
    for (const [time, next] of edges) {
      if (time > span) break;
      const x = (60 + (time / span) * width).toFixed(1);
      path += `L${x} ${y(level)}L${x} ${y(next)}`;
      level = next;
    }
    return html`<text x="12" y="${48 + pad * 56}">${pads[pad] ?? ''}</text><path d="${path}L1180 ${y(level)}"/>`;
  });
  return html`<svg viewBox="0 0 1200 240" aria-hidden="true">${paths}</svg>`;
}

const board =
  new Html(`<svg viewBox="0 0 420 300" role="img" aria-label="A green board with a main chip, a flash chip with eight legs, a connector for the compressor, and four gold pads in a row at the lower edge.">
<rect x="6" y="6" width="408" height="288" rx="10" class="pcb"/>
<g class="trace"><path d="M210 190V240H150V262"/><path d="M225 190V230H182V262"/><path d="M240 190V250H214V262"/><path d="M255 190V240H246V262"/><path d="M140 120H168"/><path d="M140 135H168"/><path d="M140 150H168"/><path d="M292 130H340V80"/></g>
<rect x="168" y="80" width="124" height="110" rx="3" class="chip"/><text x="230" y="130">BW7240</text><text x="230" y="150" class="small">rev 1</text>
<rect x="76" y="108" width="64" height="56" rx="3" class="chip"/><text x="108" y="133" class="small">25Q64</text><text x="108" y="149" class="small">flash</text>
<g class="gold"><rect x="82" y="98" width="8" height="10"/><rect x="96" y="98" width="8" height="10"/><rect x="110" y="98" width="8" height="10"/><rect x="124" y="98" width="8" height="10"/><rect x="82" y="164" width="8" height="10"/><rect x="96" y="164" width="8" height="10"/><rect x="110" y="164" width="8" height="10"/><rect x="124" y="164" width="8" height="10"/></g>
<rect x="318" y="40" width="70" height="44" rx="3" class="plug"/><text x="353" y="66" class="dark">HORN</text>
<rect x="330" y="150" width="52" height="26" rx="13" class="can"/><text x="356" y="168" class="dark small">odd</text>
<g class="gold"><circle cx="150" cy="268" r="10"/><circle cx="182" cy="268" r="10"/><circle cx="214" cy="268" r="10"/><circle cx="246" cy="268" r="10"/></g>
<g class="hole"><circle cx="28" cy="28" r="9"/><circle cx="392" cy="28" r="9"/><circle cx="28" cy="272" r="9"/><circle cx="392" cy="272" r="9"/></g>
<text x="60" y="44" class="white">HORNMASTER 3</text></svg>`);

export const terminalPage = (): Html =>
  sheet(
    'Terminal',
    '/terminal',
    html`
<h1>Terminal</h1>
<p class="lead">Two clips and a ground. One clip is on the pad on which the horn receives. Solveig has found that pad with a meter. Choose the pad and the speed for the other clip, then switch the horn on.</p>
<form id="settings" class="settings">
  <p><label for="pad">Pad</label><select id="pad">${pads.map((pad) => html`<option>${pad}</option>`)}</select></p>
  <p><label for="speed">Speed in baud</label><input id="speed" type="number" min="300" max="1000000" value="9600" required></p>
  <p><button id="power" type="button">Off and on again</button></p>
</form>
<pre id="screen" role="log" aria-label="Console of the horn" tabindex="0"></pre>
<form id="line" class="line">
  <label for="typed">Type here. Enter sends the line. During the countdown, each key is sent at once.</label>
  <div><input id="typed" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="380"><button>Send</button><button id="key" type="button">Press a key</button></div>
</form>
<p id="state" role="status"></p>
<details>
  <summary>The terminal for scripts</summary>
  <dl>
    <div><dt><code>POST /power</code></dt><dd>Off and on again. Returns <code>at</code>, the position in the log where the new start begins.</dd></div>
    <div><dt><code>POST /wire?pad=d0&amp;speed=9600</code></dt><dd>Types the body. A line ends with a line feed.</dd></div>
    <div><dt><code>GET /wire?pad=d0&amp;speed=9600&amp;since=0</code></dt><dd>The output after the first <code>since</code> characters.</dd></div>
  </dl>
</details>
<script src="/terminal.js"></script>`,
  );

export const messagePage = (title: string, text: string): Html =>
  sheet(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the board</a></p>`);
