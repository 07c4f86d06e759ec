import { Html, html } from '@hexpedition/lab-runtime/kit';
import type { Sighting } from './sightings.ts';

/** Takes out what the captain's page had too much of: tags of scripts, and attributes that begin with "on". */
const strain = (text: string): string => text.replace(/<\/?script[^>]*>/gi, '').replace(/\son\w+\s*=/gi, ' ');

/** An entry as it stands on a page. People like their words bold now and then, so a text may have tags in it. */
export const entry = (one: Sighting, strained: boolean): Html => html`<li class="sighting">
  <h3>${one.gull}</h3>
  <p class="when">${one.at}</p>
  <div class="text">${new Html(strained ? strain(one.text) : one.text)}</div>
  <p class="by">${one.by}${one.staff ? html` <span class="badge">moderator</span>` : null}</p>
</li>`;
