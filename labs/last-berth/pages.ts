import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { type Berth, berths, CABIN } from './berths.ts';
import type { Account, Booking } from './ledger.ts';

const sheet = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Ostrel Night Ferries</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="line"><a href="/">Ostrel Night Ferries</a></p>
  <p class="board"><span>22:00</span> <span>Varde</span> <span><i>MS</i> Perpetua</span> <span class="boarding">boarding</span></p>
</header>
<main>${body}</main>
<footer>We have never lost a passenger. Two have asked us to lose them.</footer>
</body>
</html>`;

export const deskPage = (account: Account): Html =>
  sheet(
    'Berths',
    html`
<h1>Three places left</h1>
<div class="desk">
  <div>
    <h2>Available</h2>
    <ul class="tickets">${berths.map(ticket)}</ul>
    <h2>Your bookings</h2>
    <ul class="yours">${account.bookings.map(bookingItem)}</ul>
  </div>
  <section class="roll" aria-labelledby="purse-title">
    <h2 id="purse-title">Your purse</h2>
    <p class="purse"><b id="purse">${account.purse}</b> crowns</p>
    <ol>${account.statement.map(({ text, amount }) => html`<li><span>${text}</span> <b>${amount > 0 ? '+' : '−'}${Math.abs(amount)}</b></li>`)}</ol>
    <p class="small">The bank of Port Ostrel pays deposits back. Its clerk counts every crown twice. Please wait for him. <a href="/bank">The bank’s book</a> lists tonight's payments.</p>
  </section>
</div>`,
  );

const ticket = ({ id, name, text, price }: Berth): Html => html`<li>
  <div><h3>${name}</h3><p>${text}</p></div>
  <form method="post" action="/berths/${id}/book"><p><b class="price">${price}</b> crowns</p><button>Book ${name}</button></form>
</li>`;

const bookingItem = ({ id, name, deposit, paidWith, state }: Booking): Html => html`<li>
  <p><a href="/bookings/${id}">${name}</a><span>${deposit} ${paidWith}, number ${id}</span></p>
  ${
    state === 'refunded'
      ? html`<p class="done">Paid back</p>`
      : html`<form method="post" action="/bookings/${id}/refund"><button class="quiet" aria-label="Give back ${name}, number ${id}">Give back</button></form>`
  }
</li>`;

/** @param flag for the boarding pass of the cabin */
export function passPage(booking: Booking, flag: string): Html {
  if (booking.state === 'refunded') {
    return messagePage('Void', `The deposit for number ${booking.id} was paid back. This pass is no longer valid.`);
  }
  return sheet(
    'Boarding pass',
    html`
<h1>Boarding pass</h1>
<div class="pass">
  <p class="what">${booking.name}</p>
  <dl>
    <div><dt>Ship</dt><dd>Perpetua</dd></div>
    <div><dt>To</dt><dd>Varde</dd></div>
    <div><dt>Deposit</dt><dd>${booking.deposit} ${booking.paidWith}</dd></div>
  </dl>
  ${
    booking.berth === CABIN
      ? html`<p>On the pillow is a card from 1958:</p><p class="flag"><code>${flag}</code></p>
<p>And a chocolate, also from 1958.</p>`
      : html`<p>Please board at the stern.</p>`
  }
</div>
<p><a href="/">Back to the terminal</a></p>`,
  );
}

/** @param payments sum in crowns → number of payments */
export const bankPage = (payments: ReadonlyMap<number, number>): Html =>
  sheet(
    'The bank’s book',
    html`
<h1>The bank’s book</h1>
<p class="lead">The deposits that the bank of Port Ostrel has paid back tonight, to all visitors.</p>
${
  payments.size > 0
    ? html`<ul class="yours">${[...payments].map(
        ([crowns, count]) =>
          html`<li><p>${crowns} crowns</p><p>${count} ${count === 1 ? 'payment' : 'payments'}</p></li>`,
      )}</ul>`
    : html`<p>No payments yet.</p>`
}
<p><a href="/">Back to the terminal</a></p>`,
  );

export const messagePage = (title: string, text: string): Html =>
  sheet(title, html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the terminal</a></p>`);
