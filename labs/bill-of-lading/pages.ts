import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Declaration, Item } from './declaration.ts';
import { INTAKE } from './machine.ts';

/** Initial value of the field. */
export const SAMPLE = `<?xml version="1.0"?>
<declaration>
  <shipper>Aas Dairy, Nordby</shipper>
  <consignee>Sunniva Aas, Port Ostrel</consignee>
  <vessel>Nordby Packet</vessel>
  <goods>
    <item crates="2" weight="14">Cheese</item>
    <item crates="1" weight="3">Letters to the cheese</item>
  </goods>
</declaration>`;

const sheet = (title: string, at: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Customs of Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <p class="crest"><span aria-hidden="true">§</span> <b>Customs</b> Port Ostrel, counter 2</p>
  <nav aria-label="Customs">${link('/', 'Declare', at)}${link('/tariff', 'Tariff', at)}</nav>
</header>
<main>${body}</main>
<footer>Goods are inspected at random. Random is Inspector Brandt.</footer>
</body>
</html>`;

const link = (path: string, name: string, at: string): Html =>
  path === at ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`;

/** @param problem why the document was rejected */
export const counterPage = (document: string, problem?: string): Html =>
  sheet(
    problem ? 'Not accepted' : 'Declare',
    '/',
    html`
<h1>${problem ? 'Not accepted' : 'Bill of lading'}</h1>
<p class="lead">Declare the goods that you bring ashore. The form is XML now. The old forms were paper, and the gulls had learnt to fill them in.</p>
${problem ? html`<p class="problem" role="alert"><b>The reader says:</b> <code>${problem}</code></p>` : null}
<form method="post" action="/declarations">
  <label for="document">Your declaration</label>
  <textarea id="document" name="document" rows="14" spellcheck="false" autocapitalize="off" maxlength="16384">
${document}</textarea>
  <button>Hand it in</button>
</form>
<p class="small">Programs send the document itself to <code>/declarations</code>, with <code>POST</code>.</p>`,
  );

export function receiptPage({ shipper, consignee, vessel, items }: Declaration): Html {
  const duty = items.reduce((sum, { crates, kilograms }) => sum + crates * 5 + kilograms * 2, 0);
  const hasCheese = items.some(({ text }) => /cheese/i.test(text));
  return sheet(
    'Receipt',
    '',
    html`
<article>
  <p class="stamp" aria-hidden="true">Declared</p>
  <h1>Receipt</h1>
  <dl>${line('Shipper', shipper)}${line('Consignee', consignee)}${line('Vessel', vessel)}</dl>
  ${items.length > 0 ? goods(items) : html`<p>No goods. Thank you for coming by.</p>`}
  <p class="duty">Duty: <b>${duty}</b> crowns${hasCheese ? ', and a slice' : ''}.</p>
  <p class="small">Read at the counter as <code>${INTAKE}</code> says. The receipt repeats your declaration as the reader understood it.</p>
</article>
<p><a href="/">Declare something else</a></p>`,
  );
}

const line = (name: string, text: string): Html => html`<div><dt>${name}</dt><dd>${text || 'not given'}</dd></div>`;

const goods = (items: Item[]): Html => html`<table>
  <thead><tr><th scope="col">Goods</th><th scope="col">Crates</th><th scope="col">kg</th></tr></thead>
  <tbody>${items.map(({ text, crates, kilograms }) => html`<tr><td>${text}</td><td>${crates}</td><td>${kilograms}</td></tr>`)}</tbody>
</table>`;

export const tariffPage = (): Html =>
  sheet(
    'Tariff',
    '/tariff',
    html`
<h1>Tariff</h1>
<dl>
  ${line('A kilogram', '2 crowns')}${line('A crate', '5 crowns, empty or not')}${line('A question', '7 crowns')}${line('Cheese', 'As above, and a slice')}${line('Crates that are not opened', 'There are none. There is no list of them, either')}
</dl>`,
  );

export const messagePage = (title: string, text: string): Html =>
  sheet(title, '', html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/">Back to the counter</a></p>`);
