import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { EVERYBODY } from './frames.ts';
import { type Caught, hosts, type state, you } from './street.ts';

type State = ReturnType<typeof state>;

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Ropewalk Lane, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><p><a href="/">Ropewalk Lane</a></p><p>10.0.7.0/24, four houses, one cable</p></header>
<main>${body}</main>
<footer>Ropewalk Lane is quiet at night, apart from the alto in 23 and a tuba.</footer>
</body>
</html>`;

const house = ({ name, address, card, table }: State['hosts'][number], i: number): Html => html`<li class="house h${i}">
  <div class="roof" aria-hidden="true"></div>
  <div class="wall">
    <h3>${name}</h3>
    <p class="plate">${address}<br>${card}</p>
    <div class="door">
      <p>On the door, in chalk</p>
      <ul>${Object.entries(table).map(([of, at]) => html`<li><span>${of}</span> <span class="${hosts.some((host) => host.address === of && host.card === at) ? 'so' : 'odd'}">${at}</span></li>`)}</ul>
    </div>
  </div>
</li>`;

const packet = ({ id, from, to, text }: Caught): Html => html`<li>
  <form method="post" action="/do/pass">
    <input type="hidden" name="id" value="${id}">
    <p class="ends">${from} → ${to}</p>
    <label for="text-${id}">Packet ${id}</label>
    <textarea id="text-${id}" name="text" rows="${Math.min(8, text.split('\n').length + 1)}" spellcheck="false">${text}</textarea>
    <p class="row"><button name="then" value="pass">Pass it on</button><button class="quiet" name="then" value="drop">Throw it away</button></p>
  </form>
</li>`;

const field = (name: string, label: string, value: string): Html =>
  html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name.replace(/^p-/, '')}" value="${value}" autocomplete="off" spellcheck="false"></p>`;

export const streetPage = ({ turn, hosts: all, hands, doorstep, heard }: State): Html =>
  sheet(
    'The street',
    html`
<h1>The street and its ARP tables</h1>
<p class="lead">Each house has a table of IP addresses and MAC addresses. It is written on the door in chalk. You live in the attic of 66.</p>
<h2 id="tables" class="away">The houses</h2>
<ul class="street">${all.map(house)}</ul>
<form class="moment" method="post" action="/do/turn"><p><strong>Moment ${turn}</strong> Nothing happens until you press the button.</p><button>Let a moment pass</button></form>
<div class="columns">
<section aria-labelledby="shout">
  <h2 id="shout">Shout</h2>
  <form class="card" method="post" action="/do/arp">
    <p class="field"><label for="op">Kind</label><select id="op" name="op"><option value="2">Answer: an IP address has this MAC address</option><option value="1">Question: who has this IP address?</option></select></p>
    ${field('senderAddress', 'Sender’s IP address', you.address)}
    ${field('senderCard', 'Sender’s MAC address', you.card)}
    ${field('targetAddress', 'Target’s IP address', '')}
    ${field('to', 'Frame to MAC address', EVERYBODY)}
    <button>Send the frame</button>
  </form>
  <details>
    <summary>Write a packet of your own</summary>
    <form class="card" method="post" action="/do/packet">
      ${field('p-from', 'From', you.address)}
      ${field('p-to', 'To', '')}
      <p class="field"><label for="p-text">Text</label><textarea id="p-text" name="text" rows="4" spellcheck="false"></textarea></p>
      <button>Send the packet</button>
    </form>
  </details>
</section>
<section aria-labelledby="hands">
  <h2 id="hands">Packets at your card</h2>
  ${
    hands.length > 0
      ? html`<p class="help">These packets came to your card. If you pass one on, it goes to its IP address.</p><ol class="hands">${hands.map(packet)}</ol>`
      : html`<p class="help">Nothing. You do not get the packets of this street.</p>`
  }
  ${doorstep.length > 0 ? html`<h3>On your doorstep</h3><ul class="doorstep">${doorstep.map((what) => html`<li>A parcel: ${what}</li>`)}</ul>` : null}
</section>
<section aria-labelledby="heard">
  <h2 id="heard">Heard and seen</h2>
  ${heard.length > 0 ? html`<ol class="heard">${heard.map((text) => html`<li>${text}</li>`)}</ol>` : html`<p class="help">Gulls.</p>`}
</section>
</div>
<p class="api">For programs: <code>GET /api/street</code> returns all of this as JSON. <code>POST /api/arp</code> takes <code>op</code>, <code>senderAddress</code>, <code>senderCard</code>, <code>targetAddress</code>, <code>to</code>; <code>/api/turn</code> takes nothing, <code>/api/pass</code> an <code>id</code> and perhaps a <code>text</code>, <code>/api/drop</code> an <code>id</code>, <code>/api/packet</code> <code>from</code>, <code>to</code> and <code>text</code>. Each returns the new state of the street.</p>`,
  );

export const problemPage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the street</a></p>`);
