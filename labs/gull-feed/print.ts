import { Html, html } from '@hexpedition/lab-runtime/kit';
import type { Sighting } from './sightings.ts';

/** Removes script tags, and attributes that begin with "on". */
const strain = (text: string): string => text.replace(/<\/?script[^>]*>/gi, '').replace(/\son\w+\s*=/gi, ' ');

/** Returns the HTML of an entry. Its text may contain tags, because people like bold words. */
export const entry = (one: Sighting, strained: boolean): Html => html`<li class="sighting">
  <h3>${one.gull}</h3>
  <p class="when">${one.at}</p>
  <div class="text">${new Html(strained ? strain(one.text) : one.text)}</div>
  <p class="by">${one.by}${one.staff ? html` <span class="badge">moderator</span>` : null}</p>
</li>`;
