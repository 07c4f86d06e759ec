import { escapeHtml } from '#platform/text';

/** The part of an OpenAPI document that the page reads. */
interface Description {
  info?: { title?: string; version?: string; description?: string };
  paths?: Record<string, Record<string, Operation | undefined> | undefined>;
}

interface Operation {
  summary?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name?: string; in?: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Content };
  responses?: Record<string, Answer | undefined>;
}

type Content = Record<string, { schema?: unknown } | undefined>;

interface Answer {
  description?: string;
  content?: Content;
}

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Renders text between backticks as code. */
const renderText = (text: string) => escapeHtml(text).replace(/`(.+?)`/g, '<code>$1</code>');

/** Renders a page without scripts: one section per tag, one entry per call, schemas as JSON. */
export function renderDocs(document: object): string {
  const { info, paths } = document as Description;
  const calls: Call[] = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) =>
      operation?.summary ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  );
  const tags = [...new Set(calls.map((call) => call.operation.tags?.[0] ?? 'Other'))];
  const sections = tags.map((tag) => {
    const callsOfTag = calls.filter((call) => (call.operation.tags?.[0] ?? 'Other') === tag);
    return `<section id="${escapeHtml(tag.toLowerCase())}"><h2>${escapeHtml(tag)}</h2>${callsOfTag.map(renderCall).join('')}</section>`;
  });
  const nav = tags.map((tag) => `<li><a href="#${escapeHtml(tag.toLowerCase())}">${escapeHtml(tag)}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API · Hexpedition</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/docs/style.css"></head>
<body><header><a href="/map">Hexpedition</a><h1>API</h1><p>${escapeHtml(info?.description ?? '')}</p>
<p>The same as <a href="/openapi.json">OpenAPI 3.1</a>, version ${escapeHtml(info?.version ?? '')}.</p>
<nav aria-label="Parts"><ul>${nav}</ul></nav></header><main>${sections.join('')}</main></body></html>`;
}

function renderCall({ method, path, operation }: Call): string {
  const lock = operation.security?.length ? '<span class="lock">signed in</span>' : '';
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const kind = `${parameter.in ?? ''}${parameter.required ? ', required' : ''}`;
    const description = parameter.description ? `: ${renderText(parameter.description)}` : '';
    return `<li><code>${escapeHtml(parameter.name ?? '')}</code> <span>${escapeHtml(kind)}</span>${description}</li>`;
  });
  const { 200: answer, ...others } = operation.responses ?? {};
  const body = operation.requestBody?.content;
  return `<details><summary><code class="method">${method}</code> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary ?? '')}</span>${lock}</summary>
${parameters.length ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body ? `<h3>Body</h3>${renderContent('Body', body)}` : ''}
${answer ? `<h3>Answer</h3><p>${renderText(answer.description ?? '')}</p>${renderContent('Answer', answer.content)}` : ''}
<h3>Other answers</h3><dl>${Object.entries(others).map(renderErrorAnswer).join('')}</dl></details>`;
}

function renderContent(title: string, content: Content = {}): string {
  return Object.entries(content)
    .map(([type, media]) => {
      const schema = escapeHtml(JSON.stringify(media?.schema, null, 2));
      const note = type === 'application/json' ? '' : `<p><code>${escapeHtml(type)}</code></p>`;
      return `${note}<pre tabindex="0" aria-label="${title}">${schema}</pre>`;
    })
    .join('');
}

function renderErrorAnswer([status, answer]: [string, Answer | undefined]): string {
  const paragraphs = (answer?.description ?? '').split('\n\n');
  return `<dt>${escapeHtml(status)}</dt>${paragraphs.map((text) => `<dd>${renderText(text)}</dd>`).join('')}`;
}

export const docsStyle = `
:root { color-scheme: dark; --sea: #070d1a; --surface: #0f1a30; --line: #22345a; --ink: #e9effa; --ink-2: #a3b5d3; --beacon: #ffc24b; --phosphor: #54e6b0 }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --sea: #e9f0f3; --surface: #fffdf7; --line: #c3cfd8; --ink: #14202f; --ink-2: #47586d; --beacon: #8f5200; --phosphor: #006b50 } }
body { background: var(--sea); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem }
a { color: var(--beacon) }
h1 { margin: 1rem 0 0 } h2 { margin: 3rem 0 1rem } h3 { color: var(--ink-2); font-size: .85rem; margin: 1rem 0 .25rem }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; list-style: none; padding: 0 }
details { background: var(--surface); border: 1px solid var(--line); margin: 0 0 .5rem; padding: .6rem 1rem }
summary { cursor: pointer; overflow-wrap: anywhere } summary > span { color: var(--ink-2); margin-left: .75rem }
.method { color: var(--phosphor); font-weight: 700 } summary > .lock { color: var(--beacon); font-size: .85rem }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: max-content 1fr; margin: 0 } dt { grid-column: 1 } dd { grid-column: 2; margin: 0 }
p { margin: .25rem 0 } li, dd { overflow-wrap: anywhere }
pre { background: var(--sea); border: 1px solid var(--line); font-size: .85rem; margin: 0; max-height: 24rem; overflow: auto; padding: .75rem }
:focus-visible { outline: 2px solid var(--beacon); outline-offset: 2px }
`;
