import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { findTicket, OWN, type Ticket, tickets } from './tickets.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cloakroom of the Kursaal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/"><span class="wheel" aria-hidden="true"></span><span><b>Kursaal</b> Port Ostrel</span></a></header>
<main>${body}</main>
<footer>The management accepts no liability for coats.</footer>
</body>
</html>`;

export const counterPage = (): Html =>
  sheet(
    'Cloakroom',
    html`
<h1>Place your ticket</h1>
<p class="lead">The cloakroom has no attendant. Enter a number and its PIN, and keep away from the rack.</p>
<div class="table">
  <form method="post" action="/collect">
    <p><label for="ticket">Ticket</label><input id="ticket" name="ticket" inputmode="numeric" maxlength="2" autocomplete="off" required value="${OWN}"></p>
    <p><label for="pin">PIN, four digits</label><input id="pin" name="pin" inputmode="numeric" maxlength="4" pattern="[0-9]{4}" autocomplete="off" required></p>
    <button>Turn the rack</button>
    <p class="own">Yours is ticket <b>${OWN}</b>, PIN <code id="own-pin">${findTicket(String(OWN))?.pin}</code>.</p>
  </form>
  <section aria-labelledby="rules">
    <h2 id="rules">House rules</h2>
    <ol>
      <li>Each visitor has <b>five</b> tries in ten minutes. Then the rack is locked.</li>
      <li>The digits of a PIN add up to a number that ends in <b>0</b>, so that the rack notices typing mistakes.</li>
      <li>We pay out prizes in coats.</li>
    </ol>
  </section>
</div>
<h2>On the rack tonight</h2>
<ul class="rack">${tickets.map(
      ({ number, coat, owner }) =>
        html`<li><span class="number">${number}</span><span class="coat">${coat}</span><span class="owner">${owner}</span></li>`,
    )}</ul>`,
  );

/** @param note text in the pocket */
export const coatPage = ({ number, coat, owner }: Ticket, note: string | undefined): Html =>
  sheet(
    `Ticket ${number}`,
    html`
<h1>Ticket ${number} wins</h1>
<p class="lead">${coat}. ${owner}.</p>
${
  note
    ? html`<p>Ten of the eleven pockets hold a rabbit each. In the eleventh is a slip of paper in the handwriting of a nervous man:</p>
<p class="slip"><code>${note}</code></p>
<p>Below it: "Say this, and the gull lets go of the hat."</p>`
    : html`<p class="slip">In the pocket: half a biscuit, and a ticket of this cloakroom.</p>`
}
<p><a href="/">Back to the counter</a></p>`,
  );

export function refusalPage(seconds: number, name: string): Html {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return sheet(
    'The rack is locked',
    html`
<h1>The rack is locked</h1>
<p class="lead">Five wrong PINs. Come back in ${wait}.</p>
<p class="slip">Counted for: <code>${name}</code></p>
<p class="small">The address is the one that the doorman writes into <code>X-Forwarded-For</code>. The doorman has been on a cruise since May.</p>
<p><a href="/">Back to the counter</a></p>`,
  );
}

export const messagePage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the counter</a></p>`);
