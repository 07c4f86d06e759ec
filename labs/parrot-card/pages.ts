import { type Html, html } from '@hexpedition/lab-runtime/kit';
import { LONGEST, type Names } from './card.ts';

export type Outcome = { text: string } | { refused: string };

const SAMPLES: [name: string, text: string][] = [
  [
    'Birthday',
    'Dear {{ to }},\n\n{{ age }} already? {{ age > 80 ? "Sit down" : "Stand up" }}, there is cake.\n\nYours, {{ from }}',
  ],
  ['Next birthday', 'Dear {{ to }},\n\nyou will be {{ age + 1 }}. I thought I would be early.\n\n{{ from | whisper }}'],
  [
    'Thanks for the cheese',
    '{{ to | shout }}!\n\n{{ "Thank you" | twice }}. All {{ 14 * 2 }} pounds of it.\n\n{{ "Your " + from }}',
  ],
];

/**
 * @param card value of the form
 * @param late errors after the card was filled in
 */
export const shopPage = (
  card: Names & { text: string },
  outcome: Outcome | undefined,
  late?: string,
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cards · Pym's Parrot, Port Ostrel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  ${parrot()}
  <div><p class="brand">Pym's Parrot</p><p>Greeting cards, spoken and written. Market stairs 3, Port Ostrel.</p></div>
</header>
<main>
  <h1>You write a text. The parrot fills in the gaps.</h1>
  <div class="bench">
    <form method="post" action="/">
      <div class="fields">
        <p><label for="to">To</label><input id="to" name="to" value="${card.to}" maxlength="40" required></p>
        <p><label for="from">From</label><input id="from" name="from" value="${card.from}" maxlength="40" required></p>
        <p><label for="age">Age</label><input id="age" name="age" type="number" min="0" max="150" value="${card.age}" required></p>
      </div>
      <label for="text">Text</label>
      <textarea id="text" name="text" rows="9" maxlength="${LONGEST}" spellcheck="false" required>
${card.text}</textarea>
      <button>Let the parrot speak</button>
    </form>
    <section class="card" aria-labelledby="card" aria-live="polite">
      <h2 id="card">${outcome && 'refused' in outcome ? 'The parrot coughs' : 'Your card'}</h2>
      ${outcome ? ('refused' in outcome ? html`<p class="refused">${outcome.refused}</p>` : html`<output>${outcome.text}</output>`) : html`<p>Corporal is listening. Corporal is always listening.</p>`}
      ${late ? html`<p class="refused">Afterwards he muttered: ${late}</p>` : null}
    </section>
  </div>
  <section aria-labelledby="words">
    <h2 id="words">What the parrot knows</h2>
    <ul class="words">
      <li><code>{{ to }}</code> <code>{{ from }}</code> <code>{{ age }}</code> the values from the form</li>
      <li><code>{{ age + 1 }}</code> <code>{{ "dear " + to }}</code> sums, and joined texts</li>
      <li><code>{{ age > 80 ? "slowly" : "at once" }}</code> a choice</li>
      <li><code>{{ to | shout }}</code> <code>{{ from | whisper }}</code> <code>{{ to | twice }}</code> filters</li>
    </ul>
  </section>
  <section aria-labelledby="samples">
    <h2 id="samples">Cards that sell</h2>
    <div class="samples">${SAMPLES.map(
      ([name, text]) => html`<form method="post" action="/"><h3>${name}</h3><pre>${text}</pre>
      <input type="hidden" name="to" value="Sunniva"><input type="hidden" name="from" value="Joris"><input type="hidden" name="age" value="81"><input type="hidden" name="text" value="${text}"><button>Take ${name}</button></form>`,
    )}</div>
  </section>
</main>
<footer>Corporal repeats everything. Pym takes no responsibility.</footer>
</body>
</html>`;

const parrot = (): Html =>
  html`<svg viewBox="0 0 60 70" aria-hidden="true"><path class="body" d="M30 4C46 4 52 18 50 32C48 48 38 56 30 68C24 56 12 48 12 30C12 14 18 4 30 4Z"/><path class="wing" d="M46 24C54 36 50 52 36 60C40 48 38 36 46 24Z"/><circle class="face" cx="26" cy="20" r="9"/><circle class="eye" cx="25" cy="19" r="3"/><path class="beak" d="M18 20C8 20 6 28 12 34C14 30 18 28 20 27Z"/></svg>`;
