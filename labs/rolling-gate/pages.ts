import { Html, html } from '@hexpedition/lab-runtime/kit';
import { isOpen, type Recording, recordings, sent } from './yard.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Herring yard, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">Herring yard</a><p>Gate 1. Deliveries, herrings, Gunnar</p></header>
<main>${body}</main>
<footer>Be careful with the gate.</footer>
</body>
</html>`;

/** Draws the gate from across the road: a fence, a leaf that rolls, a gate house. */
const picture = (open: boolean): Html =>
  new Html(`<svg viewBox="0 0 960 300" role="img" aria-label="The yard behind a fence. The gate is ${open ? 'open' : 'shut'}. Beside it stands a small gate house with a bell.">
<rect width="960" height="300" class="sky"/><path d="M0 150h180l40-60h150l40 60h550v90H0Z" class="shed"/><rect y="236" width="960" height="64" class="road"/>
<path d="M40 276h80M200 276h80M360 276h80M520 276h80M680 276h80M840 276h80" class="mark"/>
<g class="fence"><path d="M0 150H300M0 226H300M640 150H960M640 226H960"/>${Array.from({ length: 16 }, (_, i) => `<path d="M${10 + i * 19} 136V236"/>`).join('')}${Array.from({ length: 16 }, (_, i) => `<path d="M${655 + i * 20} 136V236"/>`).join('')}</g>
<g class="leaf" transform="translate(${open ? 290 : 0} 0)"><rect x="306" y="140" width="328" height="90"/>${Array.from({ length: 8 }, (_, i) => `<path d="M${322 + i * 40} 230l36-90h-18l-34 84Z"/>`).join('')}</g>
<rect x="292" y="112" width="16" height="126" class="post"/><rect x="632" y="112" width="16" height="126" class="post"/><circle cx="640" cy="104" r="9" class="${open ? 'lamp on' : 'lamp'}"/>
<g class="house"><rect x="760" y="120" width="120" height="118"/><path d="M748 122l72-44 72 44Z"/><rect x="782" y="150" width="44" height="40" class="pane"/><rect x="838" y="160" width="28" height="78" class="door"/></g><path d="M772 140a9 9 0 0 0-18 0l-3 10h24Z" class="bell"/>
</svg>`);

export const roadPage = (problem: string | undefined): Html =>
  sheet(
    isOpen() ? 'The gate is open' : 'The gate is shut',
    html`
<h1>The gate is ${isOpen() ? 'open' : 'shut'}</h1>
<div class="picture">${picture(isOpen())}</div>
<div class="cols">
<section id="heard" aria-labelledby="h-heard">
  <h2 id="h-heard">Receiver</h2>
  <p>433.92 MHz, 250,000 samples a second, unsigned bytes, I and Q in turns. The yard has received each press, too.</p>
  <table>
    <thead><tr><th scope="col">Time</th><th scope="col">Recording</th><th scope="col">Size</th></tr></thead>
    <tbody>${recordings.map(
      ({ number, at, samples }) =>
        html`<tr><td>${at}</td><td><a href="/air/${number}">Look</a> <a href="/air/${number}.bin" download>gate-${number}.bin</a></td><td>${Math.round(samples.length / 1024)} KB</td></tr>`,
    )}</tbody>
  </table>
  <form method="post" action="/wait"><button>Wait for Gunnar</button></form>
</section>
<section id="sender" aria-labelledby="h-sender">
  <h2 id="h-sender">Transmitter</h2>
  <form method="post" action="/send" class="send">
    <label for="message">Message, 14 hex digits, first bit first</label>
    <div><input id="message" name="message" maxlength="40" autocomplete="off" autocapitalize="off" spellcheck="false" required${problem ? html` aria-invalid="true" aria-describedby="problem"` : null}><button>Send</button></div>
    ${problem ? html`<p class="problem" id="problem" role="status">${problem}</p>` : null}
  </form>
  ${
    sent.length > 0
      ? html`<ol class="log">${sent.map(({ message, answer }) => html`<li><code>${message}</code><p>${answer}</p></li>`)}</ol>`
      : html`<p>Nothing sent so far. The radio licence hangs on the wall.</p>`
  }
</section>
</div>
<aside class="leaflet" aria-labelledby="h-leaflet">
  <h2 id="h-leaflet">Brackwater Access, the leaflet</h2>
  <dl>
    <div><dt>Message</dt><dd>Remote (20 bits), button (4 bits), code (32 bits). A short pulse ends it. The remote sends it three times, in case the gate misses one.</dd></div>
    <div><dt>Rolling Code™</dt><dd>Four billion codes. A code that has opened the gate never opens it again, so a recording is useless. We have tried it.</dd></div>
    <div><dt>Our secret</dt><dd>Other manufacturers encrypt, which takes time. Our remote multiplies the last code by a secret number, adds a second one, and keeps the lowest 32 bits. That is fast.</dd></div>
    <div><dt>Pressed in the pocket</dt><dd>The gate accepts up to seven presses that it did not receive.</dd></div>
    <div><dt>Bell</dt><dd>The code of the bell button never changes. Nobody would attack a bell.</dd></div>
  </dl>
</aside>`,
  );

export function recordingPage(recording: Recording): Html {
  const { number, at, samples } = recording;
  return sheet(
    `Recording ${number}`,
    html`
<p class="back"><a href="/">Back to the road</a></p>
<h1>Recording ${number}</h1>
<p class="lead">Heard at ${at}. ${samples.length / 2} samples. The first message of three, in four lines; the height shows the power.</p>
<div class="scope">${scope(samples)}</div>
<p><a class="button" href="/air/${number}.bin" download>Download gate-${number}.bin</a></p>`,
  );
}

/** Draws four lines with the power of a recording's first third. */
function scope(samples: Buffer): Html {
  const lines = 4;
  const width = 1200;
  const pairs = samples.length / 2;
  const step = pairs / 3 / (lines * width);
  const paths = Array.from({ length: lines }, (_, line) => {
    let path = '';
    for (let x = 0; x < width; x++) {
      const from = Math.floor((line * width + x) * step);
      let power = 0;
      for (let n = from; n < from + 16; n++) {
        power += ((samples[2 * n] ?? 127) - 127.5) ** 2 + ((samples[2 * n + 1] ?? 127) - 127.5) ** 2;
      }
      path += `${x === 0 ? 'M' : 'L'}${x} ${(58 + line * 74 - Math.min(44, power / 16 / 180)).toFixed(1)}`;
    }
    return html`<path d="${path}"/>`;
  });
  return html`<svg viewBox="0 0 1200 300" role="img" aria-label="Pulses of two lengths, with pauses of two lengths between them.">${paths}</svg>`;
}

export const messagePage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the road</a></p>`);
