import { testCards } from '../cards.ts';
import type { Context } from '../context.ts';
import { countryChoices } from '../money/tax-regions.ts';
import type { Checkout } from '../sandbox-state.ts';
import { html, pageOf } from './html.ts';

/** Renders the page in the overlay. Its script fetches the amounts, as it does after each change. */
export function checkoutPage({ state }: Context, checkout: Checkout, isNewCustomer: boolean): string {
  const customer = state.customers[checkout.customerId ?? ''];
  const options = countryChoices.map(
    ({ code, name }) =>
      html`<option value="${code}"${code === checkout.country ? html` selected` : null}>${name}</option>`,
  );
  const cards = Object.entries(testCards).map(
    ([key, { label, last4 }], index) => html`<label>
<input type="radio" name="card" value="${key}"${index === 0 ? html` checked` : null}>
<span>${label}</span><span class="mono">•••• ${last4}</span></label>`,
  );
  const email = customer
    ? html`<p class="small muted">Receipt to <strong>${customer.email}</strong>
<input type="hidden" name="email" value="${customer.email}"></p>`
    : html`<div><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required></div>`;
  return pageOf(
    { title: 'Checkout', theme: checkout.theme, script: '/checkout.js' },
    html`<main class="narrow" data-shop="${checkout.shopOrigin}"${isNewCustomer ? html` data-new-customer="yes"` : null}>
<div class="card">
<div class="head"><h1>Checkout</h1><button type="button" class="plain" id="close" aria-label="Close the checkout">✕</button></div>
<form id="pay" class="fields">
${email}
<div class="pair">
<div><label for="country">Country</label><select id="country" name="country" autocomplete="country">${options}</select></div>
<div><label for="postal_code">Postcode</label>
<input id="postal_code" name="postal_code" type="text" autocomplete="postal-code" maxlength="20" value="${checkout.postalCode}"></div>
</div>
<fieldset class="cards"><legend>Test card</legend>${cards}</fieldset>
<dl class="sums" id="lines"></dl>
<dl class="sums">
<dt>Tax</dt><dd id="tax">…</dd>
<dt class="total">Due today</dt><dd class="total" id="total">…</dd>
</dl>
<p id="notice" class="notice" role="alert" tabindex="-1"></p>
<button class="primary" id="buy">Pay</button>
</form>
<section id="bank" hidden>
<h2 id="bank-title" tabindex="-1">Confirm with your bank</h2>
<p>Do you want to make this payment? This simulates the second step that some cards require.</p>
<div class="actions"><button type="button" class="primary" id="bank-yes">Yes, confirm</button>
<button type="button" id="bank-no">No, decline</button></div>
</section>
<section id="done" hidden>
<h2 id="done-title" tabindex="-1">Paid</h2>
<p class="notice good">The sandbox has recorded the payment. No money moved.</p>
<button type="button" class="primary" id="done-close">Close</button>
</section>
</div>
</main>`,
  );
}
