import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Answers } from './answers.ts';
import type { Entry } from './filter.ts';
import { YOU } from './network.ts';
import type { Packet } from './packet.ts';
import { MOST, type Slip } from './slip.ts';

const tabs = [
  ['/', 'Packet counter'],
  ['/order', 'Order in force'],
  ['/book', 'Book of the gate'],
] as const;

const sheet = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Port Authority, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand"><b aria-hidden="true">P</b> Port Authority <span>Port Ostrel</span></p>
  <nav aria-label="Port Authority">${tabs.map(([path, name]) => (path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`))}</nav>
</header>
<main>
  <h1>${title}</h1>
  ${body}
</main>
<footer>The Port Authority is responsible for ports. Please send complaints about ports to port 9, which discards them.</footer>
</body>
</html>`;

const FLAGS: Record<string, string> = { S: 'SYN', A: 'ACK', P: 'PSH', F: 'FIN', R: 'RST' };

const packetLine = (packet: Packet): Html => {
  const ends =
    packet.proto === 'icmp'
      ? html`${packet.from} → ${packet.to}`
      : html`${packet.from}<i>:${packet.sport}</i> → ${packet.to}<i>:${packet.dport}</i>`;
  return html`<li>
  <p class="ends"><b class="proto">${packet.proto}</b> ${ends}</p>
  ${packet.proto === 'tcp' ? html`<p class="marks">${[...packet.flags].map((flag) => html`<b>${FLAGS[flag]}</b> `)} <span>seq ${packet.seq}</span> <span>ack ${packet.ack}</span></p>` : null}
  ${packet.payload ? html`<pre>${packet.payload}</pre>` : null}
</li>`;
};

const answersPart = ({
  sent,
  packets,
  refused,
  silent,
}: Answers): Html => html`<section class="answers" aria-labelledby="back">
  <h2 id="back">Answers</h2>
  <p class="count">${sent === 1 ? 'One packet sent.' : `${sent} packets sent.`}</p>
  ${packets.length > 0 ? html`<ol class="packets">${packets.map(packetLine)}</ol>` : null}
  ${refused.length > 0 ? html`<p class="runs"><b>Refused</b> (the host answers, no service listens): ${refused.join('; ')}</p>` : null}
  ${silent.length > 0 ? html`<p class="runs"><b>No answer</b>: ${silent.join('; ')}</p>` : null}
</section>`;

const option = (value: string, chosen: string): Html =>
  value === chosen ? html`<option selected>${value}</option>` : html`<option>${value}</option>`;

const slipForm = (slip: Slip): Html => html`<form class="slip" method="post" action="/">
  <p class="from">From <strong>${YOU}</strong> (you)</p>
  <p class="field"><label for="proto">Protocol</label><select id="proto" name="proto">${['tcp', 'udp', 'icmp'].map((name) => option(name, slip.proto))}</select></p>
  <p class="field wide"><label for="to">Destination</label><input id="to" name="to" value="${slip.to}" autocomplete="off" spellcheck="false" aria-describedby="to-help"><small id="to-help">An address, or a network up to /24</small></p>
  <p class="field"><label for="sport">Source port</label><input id="sport" name="sport" value="${slip.sport}" inputmode="numeric" autocomplete="off"></p>
  <p class="field wide"><label for="dport">Destination port</label><input id="dport" name="dport" value="${slip.dport}" autocomplete="off" aria-describedby="dport-help"><small id="dport-help">80, or 20,80, or 2000-2999</small></p>
  <fieldset>
    <legend>Only for TCP</legend>
    <p class="field"><label for="flags">Flags</label><input id="flags" name="flags" value="${slip.flags}" autocomplete="off" aria-describedby="flags-help"><small id="flags-help">Letters: S A P F R</small></p>
    <p class="field"><label for="seq">Sequence</label><input id="seq" name="seq" value="${slip.seq}" inputmode="numeric" autocomplete="off"></p>
    <p class="field"><label for="ack">Acknowledgement</label><input id="ack" name="ack" value="${slip.ack}" inputmode="numeric" autocomplete="off"></p>
  </fieldset>
  <p class="field full"><label for="payload">Payload</label><input id="payload" name="payload" value="${slip.payload}" maxlength="400" autocomplete="off" spellcheck="false"></p>
  <p class="full act"><button>Send</button> <span>Up to ${MOST} packets at a time. Ping is icmp.</span></p>
</form>`;

/** @param problem why the slip was rejected */
export const counterPage = (slip: Slip, answers?: Answers, problem?: string): Html =>
  sheet(
    'Packet counter',
    '/',
    html`
<p class="lead">Fill in a packet and send it. The network of the authority is 192.0.2.0/24, behind the firewall that is called the gate. You see the answers unchanged. After an answer by TCP, the form is filled in for the next packet.</p>
${problem ? html`<p class="problem" role="alert"><strong>Not sent.</strong> ${problem}</p>` : null}
<div class="desk">${slipForm(slip)}${answers ? answersPart(answers) : html`<section class="answers empty" aria-labelledby="back"><h2 id="back">Answers</h2><p>You have not sent a packet yet.</p></section>`}</div>
<p class="api">For programs: <code>POST /api/send</code> takes the same fields as JSON, <code>{"proto": "tcp", "to": "192.0.2.10", "sport": 40000, "dport": "80", "flags": "S"}</code>, and answers in JSON.</p>`,
  );

export const orderPage = (): Html =>
  sheet(
    'Order in force',
    '/order',
    html`
<p class="lead">The rules of the gate for packets from outside. The list has hung in the hall since October, and other notices hang on top of it.</p>
<div class="board">
  <ol class="rules">
    <li><b>1</b> tcp to 192.0.2.10, port 80: let in</li>
    <li><b>2</b> udp to 192.0.2.53, port 53: let in</li>
    <li class="covered"><b>3</b> <em>The answers of name servers must come in</em> <span class="hidden" role="img" aria-label="The rest of the line is covered by another notice">udp from any</span></li>
    <li class="covered"><b>4</b> <em>So must FTP data for our people</em> <span class="hidden" role="img" aria-label="The rest of the line is covered by another notice">tcp from any</span></li>
    <li><b>5</b> icmp, echo request: let in</li>
    <li><b>–</b> everything else: dropped without an answer</li>
  </ol>
  <aside aria-label="A notice on top of the order">
    <p><strong>St. Brennan's choir</strong> rehearses on Thursdays.</p>
    <p>Tenors wanted. Music stands <s>twelve</s> <s>eleven</s> one.</p>
  </aside>
</div>
<p>The gate checks each packet by itself. The gate (192.0.2.1) answers pings, keeps no state, and is proud of its speed. <span class="sign">K. Thorsen, gate</span></p>`,
  );

export const bookPage = (entries: readonly Entry[]): Html =>
  sheet(
    'Book of the gate',
    '/book',
    html`
<p class="lead">The packets that the gate let in, and the rule that allowed them. The book has no pings and no dropped packets.</p>
<div class="scroll" role="region" aria-label="Packets that were let in" tabindex="0"><table>
  <thead><tr><th scope="col">Time</th><th scope="col">From</th><th scope="col">To</th><th scope="col">By</th></tr></thead>
  <tbody>${entries.map(
    ({ at, rule, packet }) =>
      html`<tr><td>${at}</td><td><b class="proto">${packet.proto}</b> ${packet.from}:${packet.sport}</td><td>${packet.to}:${packet.dport}</td><td>${rule}</td></tr>`,
  )}</tbody>
</table></div>`,
  );

export const problemPage = (title: string, text: string): Html =>
  sheet(title, '', html`<p class="lead">${text}</p><p><a href="/">Back to the counter</a></p>`);
