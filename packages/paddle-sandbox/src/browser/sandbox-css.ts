/** Styles of the sandbox's own pages, in a dark and a light theme. */

const dark = `
  color-scheme: dark;
  --sea: #070d1a; --panel: #0f1a30; --raised: #152340; --line: #22345a; --edge: #5f76a6;
  --ink: #e9effa; --ink-2: #a3b5d3; --ink-3: #8094b8;
  --beacon: #ffc24b; --on-beacon: #1a1203; --phosphor: #54e6b0; --coral: #ff7a7a; --violet: #a98bff;`;

const light = `
  color-scheme: light;
  --sea: #dfe9ee; --panel: #fffdf7; --raised: #ffffff; --line: #c3cfd8; --edge: #6d8092;
  --ink: #14202f; --ink-2: #47586d; --ink-3: #56667b;
  --beacon: #8f5200; --on-beacon: #ffffff; --phosphor: #006b50; --coral: #b3232f; --violet: #6a44d6;`;

export const style = `
:root {${dark}
}
@media (prefers-color-scheme: light) { :root:not([data-theme='dark']) {${light}
} }
:root[data-theme='light'] {${light}
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--sea); color: var(--ink); font: 16px/1.55 'Inter Variable', Inter, system-ui, sans-serif; }
h1, h2, h3, button, .button { font-family: 'Chakra Petch', 'Inter Variable', system-ui, sans-serif; font-weight: 600; }
h1 { font-size: 1.5rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.15rem; margin: 0 0 0.75rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--ink); }
code, .mono { font-family: 'JetBrains Mono Variable', ui-monospace, monospace; font-size: 0.8125rem; }
.strip {
  margin: 0; padding: 8px 16px; text-align: center; color: var(--violet); background: var(--sea);
  border-bottom: 1px dashed var(--violet); font: 600 0.8125rem/1.5 'JetBrains Mono Variable', ui-monospace, monospace;
  letter-spacing: 0.04em; text-transform: uppercase;
}
main { max-width: 1104px; margin: 0 auto; padding: 24px 16px 64px; display: grid; gap: 20px; }
main.narrow { max-width: 464px; padding-top: 20px; padding-bottom: 24px; }
.card { background: var(--panel); border: 1px solid var(--line); padding: 20px; min-width: 0;
  clip-path: polygon(0 0, calc(100% - 14px) 0, 100% 14px, 100% 100%, 0 100%); }
.muted { color: var(--ink-2); }
.small { font-size: 0.875rem; }
.head { display: flex; justify-content: space-between; gap: 12px; align-items: start; }
label, legend { display: block; font-size: 0.875rem; color: var(--ink-2); margin-bottom: 4px; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
input[type='email'], input[type='text'], select {
  width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: var(--ink); background: var(--raised);
  border: 1px solid var(--edge); border-radius: 0;
}
.fields { display: grid; gap: 14px; }
.pair { display: grid; grid-template-columns: 3fr 2fr; gap: 12px; }
.cards { display: grid; gap: 8px; }
.cards label { display: flex; gap: 12px; align-items: center; min-height: 48px; padding: 8px 12px; margin: 0; color: var(--ink);
  background: var(--raised); border: 1px solid var(--edge); cursor: pointer; }
.cards label:has(:checked) { border-color: var(--beacon); box-shadow: inset 3px 0 var(--beacon); }
.cards .mono { margin-left: auto; color: var(--ink-2); white-space: nowrap; }
input[type='radio'] { accent-color: var(--beacon); width: 18px; height: 18px; flex: none; margin: 0; }
dl.sums { display: grid; grid-template-columns: 1fr auto; gap: 6px 0; margin: 0; }
dl.sums dt { color: var(--ink-2); }
dl.sums dd { margin: 0; padding-left: 16px; text-align: right; font-variant-numeric: tabular-nums; }
dl.sums .total { color: var(--ink); font-weight: 600; border-top: 1px solid var(--line); padding-top: 8px; }
button { min-height: 44px; padding: 8px 16px; font-size: 0.9375rem; color: var(--ink); background: var(--raised);
  border: 1px solid var(--edge); border-radius: 0; cursor: pointer; }
button.primary { width: 100%; color: var(--on-beacon); background: var(--beacon); border-color: var(--beacon); font-size: 1rem;
  clip-path: polygon(10px 0, 100% 0, 100% calc(100% - 10px), calc(100% - 10px) 100%, 0 100%, 0 10px); }
button.danger { color: var(--coral); border-color: var(--coral); }
button.plain { border-color: transparent; background: transparent; min-width: 44px; }
button[disabled] { opacity: 0.6; cursor: default; }
:focus-visible { outline: 2px solid var(--beacon); outline-offset: 2px; }
button.primary:focus-visible { outline: 2px solid var(--on-beacon); outline-offset: -6px; }
.notice { padding: 10px 12px; border-left: 3px solid var(--edge); background: var(--raised); }
.notice:empty { display: none; }
.notice.bad { border-color: var(--coral); color: var(--coral); }
.notice.good { border-color: var(--phosphor); color: var(--phosphor); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th { text-align: left; color: var(--ink-2); font-weight: 500; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
td form { display: inline; }
td button { min-height: 32px; padding: 2px 10px; font-size: 0.8125rem; }
.on { color: var(--beacon); border-color: var(--beacon); }
[hidden] { display: none !important; }
@media (max-width: 420px) { .pair { grid-template-columns: 1fr; } }
`;
