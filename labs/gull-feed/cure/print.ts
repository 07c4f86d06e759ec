import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Sighting } from './sightings.ts';

/** An entry as it stands on a page. Every word of it is text, whoever reads it, so there is nothing to strain any more. */
export const entry = (one: Sighting, _strained: boolean): Html => html`<li class="sighting">
  <h3>${one.gull}</h3>
  <p class="when">${one.at}</p>
  <div class="text">${one.text}</div>
  <p class="by">${one.by}${one.staff ? html` <span class="badge">moderator</span>` : null}</p>
</li>`;
