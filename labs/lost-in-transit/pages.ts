import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { ARCHIVE, type Reply, YOU } from './route.ts';
import type { Slip } from './slip.ts';

/** A packet and the responses to it. */
export interface Sent {
  ttl: number;
  replies: Reply[];
}

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Transit, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><p><strong>Transit</strong> Port Ostrel</p><p>We do not guarantee connections</p></header>
<main>${body}</main>
<footer>You can collect lost packets at the lost packet office, if you find it.</footer>
</body>
</html>`;

const departures = [
  ['07:10', 'INDEX', 'Arrived', ''],
  ['07:12', 'READ 3', 'Arrived', ''],
  ['07:15', 'READ sealed', 'Lost', 'lost'],
  ['07:20', 'READ sealed', 'Lost', 'lost'],
  ['07:25', 'READ sealed, “urgent”', 'Lost, urgently', 'lost'],
  ['07:31', 'READ 8', 'Arrived', ''],
] as const;

const quote = (quoted: NonNullable<Reply['quoted']>): Html => html`<div class="quote">
  <p>The packet as it arrived there</p>
  <dl>${Object.entries(quoted).map(([name, value]) => (value === '' ? null : html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`))}</dl>
</div>`;

const reply = ({ from, what, text, quoted }: Reply): Html => html`<div class="reply">
  <p><b>${from}</b> ${what}</p>
  ${text ? html`<pre>${text}</pre>` : null}
  ${quoted ? quote(quoted) : null}
</div>`;

const results = (sent: Sent[]): Html => html`<section class="results" aria-labelledby="results">
  <h2 id="results">Answers</h2>
  <ol>${sent.map(
    ({ ttl, replies }) =>
      html`<li><p class="ttl"><span>Time to live</span> <b>${ttl}</b></p><div>${replies.length > 0 ? replies.map(reply) : html`<p class="star"><b aria-hidden="true">*</b> No answer</p>`}</div></li>`,
  )}</ol>
</section>`;

const field = (label: string, name: keyof Slip, slip: Slip, help?: string): Html => html`<p class="field">
  <label for="${name}">${label}</label>
  ${
    help
      ? html`<input id="${name}" name="${name}" value="${slip[name]}" autocomplete="off" spellcheck="false" aria-describedby="${name}-help"><small id="${name}-help">${help}</small>`
      : html`<input id="${name}" name="${name}" value="${slip[name]}" autocomplete="off" spellcheck="false">`
  }
</p>`;

const tick = (label: string, name: 'more' | 'whole', slip: Slip): Html =>
  html`<p class="tick">${slip[name] ? html`<input type="checkbox" id="${name}" name="${name}" value="1" checked>` : html`<input type="checkbox" id="${name}" name="${name}" value="1">`}<label for="${name}">${label}</label></p>`;

const slipForm = (slip: Slip): Html => html`<form class="slip" method="post" action="/" aria-labelledby="send">
  <h2 id="send">Send a packet</h2>
  <div class="fields">
    <p class="field"><label for="proto">Protocol</label><select id="proto" name="proto">${slip.proto === 'icmp' ? html`<option>udp</option><option selected>icmp</option>` : html`<option selected>udp</option><option>icmp</option>`}</select></p>
    ${field('To', 'to', slip)}
    ${field('Port', 'dport', slip, 'For UDP')}
    ${field('Time to live', 'ttl', slip, 'One number, or 1-8. 64 reaches the archive')}
  </div>
  <fieldset>
    <legend>Fragment</legend>
    <div class="fields">
      ${field('Identification', 'id', slip, 'The same for all fragments of a packet')}
      ${field('Offset', 'offset', slip, 'In units of 8 bytes')}
      <div>${tick('More fragments follow', 'more', slip)}${tick('Don’t fragment', 'whole', slip)}</div>
    </div>
  </fieldset>
  <p class="field"><label for="text">Text</label><textarea id="text" name="text" rows="3" spellcheck="false" aria-describedby="text-help">${slip.text}</textarea><small id="text-help">At offset 0, the 8 bytes of UDP’s header come before it and count as data.</small></p>
  <p class="act"><button>Send</button></p>
</form>`;

/** @param problem why the slip was rejected */
export const boardPage = (slip: Slip, sent?: Sent[], problem?: string): Html =>
  sheet(
    'Lost in transit',
    html`
<h1>Lost in transit</h1>
<p class="lead">The Archive of Halmer Sound answers requests by UDP at ${ARCHIVE}, port 7070: <code>HELP</code>, <code>INDEX</code>, <code>READ</code> and a drawer. Some requests don't arrive. The company that runs the network has found no fault.</p>
<section class="board" aria-labelledby="today">
  <h2 id="today">Today, from ${YOU}</h2>
  <ol>${departures.map(([at, what, state, kind]) => html`<li class="${kind}"><time>${at}</time> <span>${what}</span> <b>${state}</b></li>`)}</ol>
</section>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
<div class="${sent ? 'desk two' : 'desk'}">${slipForm(slip)}${sent ? results(sent) : null}</div>
<p class="api">For programs: <code>POST /api/send</code> takes JSON with <code>proto</code>, <code>to</code>, <code>dport</code>, <code>ttl</code>, <code>id</code>, <code>offset</code>, <code>more</code>, <code>whole</code> and <code>text</code>, all of them optional, and answers in JSON.</p>`,
  );

export const problemPage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the board</a></p>`);
