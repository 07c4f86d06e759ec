import { createHash } from 'node:crypto';
import { escapeHtml } from '#platform/text';
import { accessPageArt } from './access-page-art.ts';
import { accessStyle } from './access-style.ts';

export const accessPath = '/api/account/check_access';

export interface AccessPage {
  /** Path of this site to continue to after the correct code. */
  next?: string | undefined;
  /** Error message of the previous attempt. */
  error?: string | undefined;
}

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
