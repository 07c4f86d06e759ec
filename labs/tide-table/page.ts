import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { LONGEST, type Outcome, tide } from './tide.ts';

const EXAMPLES = ['low', 'low + range / 2', 'high - 0.3', 'low + range * (1 - cos(PI * 2 / hours)) / 2'];

const heads = { height: 'Height of water', refused: 'The office refuses', failed: 'Cannot compute' };

export const calculatorPage = (formula: string, outcome: Outcome | undefined): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tide calculator · Harbour Office, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="bar"><p><strong>Port Ostrel</strong> Harbour Office</p><p>Channel 12</p></header>
<main>
  <h1>Tide calculator</h1>
  <p class="lead">For pilots, fishermen, and people who parked on the slipway.</p>
  ${curve()}
  <form method="get" action="/">
    <label for="formula">Formula</label>
    <div class="row">
      <input id="formula" name="formula" value="${formula}" maxlength="${LONGEST}" autocomplete="off" spellcheck="false" autofocus>
      <button>Compute</button>
    </div>
    <p class="help">Names: ${Object.keys(tide).map((name) => html`<code>${name}</code> `)}<code>sin</code> <code>cos</code> <code>PI</code></p>
  </form>
  ${outcome ? html`<section class="result ${outcome.kind}" aria-live="polite"><h2>${heads[outcome.kind]}</h2><output>${outcome.text}</output></section>` : null}
  <h2>Formulas that pilots like</h2>
  <ul class="examples">${EXAMPLES.map((one) => html`<li><a href="/?formula=${encodeURIComponent(one)}"><code>${one}</code></a></li>`)}</ul>
</main>
<footer>Heights are for calm weather and without warranty.</footer>
</body>
</html>`;

/** Draws low to high water and back: one cosine over the width. */
function curve(): Html {
  const points = Array.from(
    { length: 61 },
    (_, i) => `${i * 12},${(70 + 48 * Math.cos((i / 60) * 2 * Math.PI)).toFixed(1)}`,
  );
  return html`<svg class="curve" viewBox="0 0 720 140" role="img" aria-label="The water rises from ${tide.low} to ${tide.high} metres in ${tide.hours} hours, and falls again.">
    <path class="water" d="M0,140 L${points.join(' L')} L720,140 Z"></path>
    <polyline class="edge" points="${points.join(' ')}"></polyline>
    <text x="10" y="104">low ${tide.low} m</text>
    <text x="360" y="16" text-anchor="middle">high ${tide.high} m</text>
    <text x="710" y="104" text-anchor="end">low ${tide.low} m</text>
  </svg>`;
}
