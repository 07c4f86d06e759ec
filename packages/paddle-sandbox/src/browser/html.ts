/** Safe HTML: every interpolated value is escaped or is itself `Html`. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | null | undefined | false | Html | Html[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function shown(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(shown).join('');
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, index) => part + shown(values[index])).join(''));
}

export interface PageOptions {
  title: string;
  theme?: 'light' | 'dark' | null;
  /** URL of the page's script. */
  script?: string;
}

/** Renders a page of the sandbox. Styles and scripts are separate files, as its Content Security Policy requires. */
export function pageOf({ title, theme, script }: PageOptions, body: Html): string {
  return html`<!doctype html>
<html lang="en"${theme ? html` data-theme="${theme}"` : null}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox.css">
<link rel="icon" href="data:,">
${script ? html`<script src="${script}" defer></script>` : null}
</head>
<body>
<header class="strip">Sandbox: no money moves</header>
${body}
</body>
</html>
`.text;
}
