import { createHash } from 'node:crypto';
import { escapeHtml } from '#platform/text';

export const accessPath = '/api/account/check_access';

export interface AccessPage {
  /** Path of this site to continue to after the correct code. */
  next?: string | undefined;
  /** Error message of the previous attempt. */
  error?: string | undefined;
}

/** Styles of the access page, which cannot load the site's stylesheets. */
function accessStyle(fontUrl: string | undefined): string {
  const face = fontUrl
    ? `@font-face{font-family:"Chakra Petch";font-weight:600;font-display:swap;src:url("${fontUrl}") format("woff2")}`
    : '';
  return face + rules.replaceAll(/\n\s*/g, '');
}

const rules = `
:root {
  color-scheme: dark;
  --sea: #070d1a; --shoal: #10203d; --surface: #0f1a30; --line: #22345a; --line-strong: #5a6f9c;
  --ink: #e9effa; --ink-2: #a3b5d3; --ink-3: #8094b8; --beacon: #ffc24b; --beacon-hover: #ffd071;
  --on-beacon: #1a1203; --coral: #ff7a7a; --land: #1a3040; --coast: #264f58; --box: #070d1a;
  --display: "Chakra Petch", system-ui, sans-serif;
  --mono: ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: light) {
  :root {
    color-scheme: light;
    --sea: #dfe9ee; --shoal: #c9dde6; --surface: #fffdf7; --line: #c3cfd8; --line-strong: #7d8d9c;
    --ink: #14202f; --ink-2: #47586d; --ink-3: #56667b; --beacon: #8f5200; --beacon-hover: #754300;
    --on-beacon: #fff; --coral: #b3232f; --land: #e3eada; --coast: #b9d2c4; --box: #fff;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body {
  position: relative; isolation: isolate; display: grid; overflow-x: clip; min-height: 100vh; min-height: 100dvh;
  margin: 0; background: var(--sea); color: var(--ink); grid-template-rows: auto 1fr;
  font: 1rem/1.6 "Inter Variable", Inter, system-ui, sans-serif;
}
h1, p { margin: 0; }
.chart { position: absolute; z-index: -1; width: 100%; height: 100%; inset: 0; }
.depth path { fill: var(--shoal); opacity: .34; stroke: var(--shoal); stroke-linejoin: round; }
.land { fill: var(--land); stroke: var(--coast); }
.course { fill: none; stroke: var(--ink-3); stroke-dasharray: 1 9; stroke-linecap: round; stroke-width: 2; }
.numbers { fill: var(--ink-3); font: 500 11px var(--mono); opacity: .7; text-anchor: middle; }
header {
  display: flex; height: 3.5rem; align-items: center; padding-inline: 1.5rem; gap: .625rem;
  font: 600 1.3125rem/1 var(--display);
}
.hex { fill: none; stroke: var(--beacon); stroke-linejoin: round; stroke-width: 1.8; }
.north { fill: var(--ink); }
.south { fill: var(--beacon); }
main { display: grid; align-content: center; justify-items: center; padding: 1.5rem 1rem 4.5rem; gap: 1rem; }
.card { position: relative; isolation: isolate; width: min(27rem, 100%); padding: 1.5rem; }
.card::before, .card::after { position: absolute; content: ""; }
.card::before {
  z-index: -2; background: var(--line); inset: 0;
  clip-path: polygon(0 0, calc(100% - 1.75rem) 0, 100% 1.75rem, 100% 100%, 0 100%);
}
.card::after {
  --d: calc(1.75rem - .586px); z-index: -1; background: var(--surface); inset: 1px;
  clip-path: polygon(0 0, calc(100% - var(--d)) 0, 100% var(--d), 100% 100%, 0 100%);
}
.label { color: var(--beacon); font: 500 .75rem/1.4 var(--mono); letter-spacing: .06em; text-transform: uppercase; }
h1 { margin-block: .25rem; font: 600 1.875rem/1.2 var(--display); }
.lead { color: var(--ink-2); }
form { display: grid; margin-top: 1.5rem; gap: .375rem; }
label { font-weight: 500; font-size: .875rem; }
input {
  width: 100%; min-height: 2.75rem; padding: .5rem .875rem; border: 1px solid var(--line-strong); border-radius: 0;
  background: var(--box); color: inherit; font: 1rem/1.5 var(--mono);
}
input:hover { border-color: var(--ink-3); }
input:focus-visible { border-color: var(--beacon); outline: 1px solid var(--beacon); }
input[aria-invalid] { border-color: var(--coral); }
.error { display: flex; color: var(--coral); font-size: .875rem; line-height: 1.45; gap: .375rem; }
.error svg { flex: none; margin-top: .125rem; fill: none; stroke: currentcolor; stroke-linejoin: round; stroke-width: 1.6; }
button {
  position: relative; isolation: isolate; width: 100%; min-height: 2.75rem; border: 0; margin-top: .875rem;
  background: none; color: var(--on-beacon); cursor: pointer; font: 600 1rem/1.25 var(--display);
}
button::before {
  position: absolute; z-index: -1; background: var(--beacon); content: ""; inset: 0;
  clip-path: polygon(0 0, calc(100% - .5rem) 0, 100% .5rem, 100% 100%, .5rem 100%, 0 calc(100% - .5rem));
}
button:hover::before { background: var(--beacon-hover); }
button:active::before { inset: 1px; }
button:focus-visible { outline: 2px solid var(--beacon); outline-offset: 3px; }
.foot { padding-inline: .75em; background: var(--sea); color: var(--ink-2); text-align: center; }
@media (width >= 660px) { .card { padding: 2rem; } }
@media (forced-colors: active) { .card, button { border: 1px solid; } }
`;

/**
 * Creates the page on which visitors enter the access code. It works without scripts, and its policy allows none.
 * @param fontUrl font of the headings
 */
export function createAccessPage(fontUrl: string | undefined) {
  const style = accessStyle(fontUrl);
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    render: (page: AccessPage): string => render(style, page),
  };
}

/** Columns and rows of a small island of pointy-topped hexes. */
const island = [
  [0, 0],
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 1],
  [0, 2],
  [1, 2],
  [0, 3],
] as const;

const land = island.map(([column, row]) => hexAt(1090 + column * 83 + (row % 2 ? 41.5 : 0), 330 + row * 72)).join('');
const numbers = Array.from(
  { length: 14 },
  (_, index) => `<text x="${64 + index * 100}" y="884">0x${(index + 1).toString(16).toUpperCase()}0</text>`,
).join('');

/** Decorative map corner, as behind the forms of the web app. */
const accessPageArt = `<svg class="chart" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<g class="depth">${[190, 130, 72].map((width) => `<path d="${land}" stroke-width="${width}"/>`).join('')}</g>
<path class="land" d="${land}"/>
<path class="course" d="M-20 820C200 760 260 640 430 640S720 780 900 660s110-140 222-170"/>
<g class="numbers">${numbers}</g>
</svg>`;

function hexAt(x: number, y: number): string {
  const corners = Array.from({ length: 6 }, (_, side) => {
    const angle = (Math.PI / 3) * side - Math.PI / 2;
    return `${(x + 48 * Math.cos(angle)).toFixed(0)} ${(y + 48 * Math.sin(angle)).toFixed(0)}`;
  });
  return `M${corners.join('L')}Z`;
}

function render(style: string, { next, error }: AccessPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${error ? 'Error: ' : ''}Access code · Hexpedition</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
${accessPageArt}
<header>
<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path class="hex" d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75Z"/><path class="north" d="M16 6.5 20 16h-8Z"/><path class="south" d="M16 25.5 12 16h8Z"/></svg>
Hexpedition
</header>
<main>
<div class="card">
<p class="label">Private site</p>
<h1>Access code</h1>
<p class="lead">This site requires an access code. Enter the code that you were given.</p>
<form method="post" action="${accessPath}">
${next ? `<input type="hidden" name="next" value="${escapeHtml(next)}">` : ''}
<label for="code">Code</label>
<input id="code" name="code" type="text" required maxlength="200" autofocus autocomplete="off" autocapitalize="none" spellcheck="false"${error ? ' aria-invalid="true" aria-describedby="error"' : ''}>
${error ? errorLine(error) : ''}
<button type="submit">Continue</button>
</form>
</div>
<p class="foot">No code? Ask the person who invited you.</p>
</main>
</body>
</html>
`;
}

const errorLine = (error: string) =>
  `<p class="error" id="error" role="alert"><svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path d="M10 2.5 18.5 17h-17ZM10 8v4.5M10 14.2v.6"/></svg>${escapeHtml(error)}</p>`;
