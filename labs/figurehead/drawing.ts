import { type Html, html } from '@hexpedition/lab-runtime/kit';
import type { Design } from './shop.ts';

const paints = new Map([
  ['ochre', '#c98a1b'],
  ['sea green', '#2e8b75'],
  ['ivory', '#efe3c8'],
  ['crimson', '#a3223a'],
  ['tar', '#2b2622'],
  ['cobalt', '#2f55a4'],
]);

/** The pots in the shop. */
export const pots = [...paints.keys()];

/** Draws the figurehead on its bow. */
export function drawing(design: Design): Html {
  const colours = (design.colours ?? {}) as Record<string, unknown>;
  const paint = (part: string, otherwise: string) => paints.get(String(colours[part])) ?? otherwise;
  const [hair, dress, scroll] = [paint('hair', '#c98a1b'), paint('dress', '#2e8b75'), paint('scroll', '#efe3c8')];
  return html`<svg viewBox="0 0 320 300" role="img" aria-label="The figurehead, painted as you wish">
<path d="M0 300V150L190 262L232 300Z" fill="#4a2d1a"/>
<path d="M0 190L168 282M0 228L112 294" stroke="#2e1a0d" stroke-width="3" fill="none"/>
<path d="M118 244c24-70 34-120 74-128c34-6 48 24 40 56c-8 34-28 66-58 98Z" fill="${dress}"/>
<path d="M118 244c-14 22 4 40 22 32c20-8 10-32-6-24" fill="none" stroke="${scroll}" stroke-width="12" stroke-linecap="round"/>
<path d="M150 214c20 4 42-2 60-18" fill="none" stroke="${scroll}" stroke-width="6"/>
<path d="M206 140c26 4 44-6 62-26" fill="none" stroke="#e8c39e" stroke-width="15" stroke-linecap="round"/>
<path d="M176 92c-22 20-44 60-40 108c10-20 34-62 62-76Z" fill="${hair}"/>
<circle cx="206" cy="82" r="30" fill="#e8c39e"/>
<path d="M178 94c-10-40 18-58 46-46c10 4 14 12 12 20c-18-10-40-2-44 26Z" fill="${hair}"/>
<path d="M231 74l10 9l-10 3M222 96c4 3 8 3 11 0" fill="none" stroke="#6b4226" stroke-width="3"/>
<circle cx="222" cy="76" r="3" fill="#2b2622"/>
</svg>`;
}
