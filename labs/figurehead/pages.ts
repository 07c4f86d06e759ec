import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { drawing, pots } from './drawing.ts';
import { type Customer, type Design, doorsOf, priceOf, reckonedAs, staff, woods } from './shop.ts';

const menu: [path: string, name: string][] = [
  ['/', 'Your figurehead'],
  ['/record', 'Your record'],
  ['/people', 'People'],
  ['/attic', 'Attic'],
];

const frame = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Holt, Figureheads, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="brand">Ragna Holt <span>Figureheads</span></p>
  <nav aria-label="Shop">${menu.map(([path, name]) =>
    path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`,
  )}</nav>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Port Ostrel, behind the rope walk. Mind the shavings, they are sharper than they look.</footer>
</body>
</html>`;

/** The page for an item that the customer cannot have. */
function reckoning(design: Design): Html | null {
  const { wood, metres } = reckonedAs(design);
  if (design.wood === wood && Number(design.height) === metres) return null;
  return html`<p class="small">We have no such figurehead. The price is for ${metres} ${metres === 1 ? 'metre' : 'metres'} of ${wood}.</p>`;
}

const anew = html`<form method="post" action="/anew"><button class="quiet">Start over</button></form>`;

export const shopPage = (design: Design, customer: Customer, typed: string, problem: string | undefined): Html =>
  frame(
    'Your figurehead',
    '/',
    html`
<p class="lead">Tell us what should be different from the standard mermaid, in JSON, as the boatyards do it. Fields that you leave out stay as they are.</p>
${problem ? html`<p class="outcome no" role="alert">${problem}</p>` : null}
<div class="bench">
  <figure>${drawing(design)}</figure>
  <div>
    <form method="post" action="/">
      <label for="wishes">Wishes</label>
      <textarea id="wishes" name="wishes" rows="7" spellcheck="false" maxlength="4000">${typed}</textarea>
      <p class="small">Woods: ${[...woods].map(([wood, crowns], i) => `${i ? ', ' : ''}${wood} (${crowns} a metre)`)}. Height: one to four metres. Pots of paint: ${pots.join(', ')}.</p>
      <button>Change the design</button>
    </form>
  </div>
</div>
<section class="sheet" aria-labelledby="sheet">
  <h2 id="sheet">Work sheet</h2>
  <pre tabindex="0" aria-label="Work sheet, in JSON">${JSON.stringify(design, undefined, 2)}</pre>
  <p class="price">Price for ${customer.name}: <b>${priceOf(design, customer)} crowns</b>. In your purse: ${customer.purse}.</p>
  ${reckoning(design)}
  <div class="row"><form method="post" action="/order"><button>Order it</button></form>${anew}</div>
</section>`,
  );

export const recordPage = (customer: Customer): Html =>
  frame(
    'Your record',
    '/record',
    html`
<p class="lead">Our record of you. Only the bookkeeper can change it, and she comes on Fridays.</p>
<dl>
  <div><dt>name</dt><dd>${customer.name}</dd></div>
  <div><dt>purse</dt><dd>${customer.purse}</dd></div>
  <div><dt>discount</dt><dd>${customer.discount === undefined ? 'not set' : String(customer.discount)}</dd></div>
  <div><dt>doors</dt><dd>${doorsOf(customer).length ? doorsOf(customer).map((door, i) => `${i ? ', ' : ''}${door}`) : 'not set'}</dd></div>
</dl>
<h2>Others, for comparison</h2>
<p>The guild wants everybody to see the discounts of its members:</p>
<pre tabindex="0" aria-label="Records of the guild, in JSON">[
  { "name": "kessler", "purse": 900, "discount": 0.25 },
  { "name": "tvedt", "purse": 410, "discount": 0.1 }
]</pre>`,
  );

export const peoplePage: Html = frame(
  'People',
  '/people',
  html`
<p class="lead">The people who work here. A person who isn't on this list is a customer, whose entry has no doors, so the customer can open none.</p>
<pre tabindex="0" aria-label="Staff, in JSON">${JSON.stringify(staff, undefined, 2)}</pre>
<p>Ragna has written everything in JSON since a boatyard delivered a lion with the head of the customer.</p>`,
);

export const receiptPage = (customer: Customer, price: number, flag: string): Html =>
  frame(
    'Ordered',
    '',
    html`
<p class="lead">${customer.name} has paid ${price} crowns. Ragna has picked up the chisel.</p>
<p class="outcome">Receipt: <code>${flag}</code></p>
<p><a href="/">Your figurehead</a></p>`,
  );

export const tooDearPage = (customer: Customer, price: number): Html =>
  frame(
    'Not today',
    '',
    html`
<p class="lead">The price is ${price} crowns, and you have ${customer.purse}. For ${customer.purse} crowns we can make a spoon.</p>
<p><a href="/">Your figurehead</a></p>`,
  );

export const atticPage = (flag: string): Html =>
  frame(
    'Attic',
    '/attic',
    html`
<p class="lead">Here are the figureheads that were never collected: three admirals, a lion without a mane, and one that Ragna doesn't talk about.</p>
<p class="outcome">On its back, carved very small: <code>${flag}</code></p>`,
  );

export const shutPage = (customer: Customer): Html =>
  frame(
    'Attic',
    '/attic',
    html`
<p class="lead">The attic stays shut, ${customer.name}. Your record does not have this door, so you may not open it.</p>`,
  );

export const problemPage = (title: string, text: string, offersAnew = false): Html =>
  frame(title, '', html`<p class="lead">${text}</p>${offersAnew ? anew : null}<p><a href="/">Your figurehead</a></p>`);
