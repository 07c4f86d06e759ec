/** Styles of the access page, which cannot load the site's stylesheets. */
export function accessStyle(fontUrl: string | undefined): string {
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
