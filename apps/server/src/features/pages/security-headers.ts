import { createHash } from 'node:crypto';

const policy: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self'",
  'worker-src': "'self'",
  // Demos of lessons, which are sandboxed, and films of others once the visitor has agreed.
  'frame-src': "'self' https://www.youtube-nocookie.com",
  'manifest-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'hexpedition',
};

/** Directive → the sources that it gets beside our own. */
export type Sources = Readonly<Record<string, string>>;

/** What a page lets in for a script of others. */
export interface Opening {
  sources: Sources;
  /** The origin whose frame may ask for a payment of the browser's own (Apple Pay, Google Pay). */
  paymentFrame: string;
}

/**
 * The policy of one page: the inline scripts of the framework are allowed by their hashes, so that its bytes can be
 * cached. Those stand in the head and behind the content; what an author's HTML might smuggle into <main> gets no hash
 * and stays dead, even if it wrote a `</main>` of its own, for the last one is the layout's.
 * @param everywhere what every page lets in
 */
export function contentSecurityPolicy(html: string, opening?: Opening, everywhere: Sources = {}): string {
  const hashes = inlineScripts(outsideContent(html)).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const scripts = [policy['script-src'], ...new Set(hashes)].join(' ');
  const rules: Record<string, string> = { ...policy, 'script-src': scripts };
  const added = [everywhere, opening?.sources ?? {}].flatMap((sources) => Object.entries(sources));
  for (const [name, sources] of added) {
    rules[name] = [rules[name], sources].filter(Boolean).join(' ');
  }
  if (opening) {
    // A script that was not written for Trusted Types would stop at its first element.
    delete rules['require-trusted-types-for'];
    delete rules['trusted-types'];
  }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

function outsideContent(html: string): string {
  const [head, end] = [html.indexOf('</head>'), html.lastIndexOf('</main>')];
  return end > head ? html.slice(0, head) + html.slice(end) : html;
}

/** The text of every script without a `src`. React escapes `</script` inside, so the pattern can't be led astray. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}

/** What every page carries beside its own policy. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What an opened page says instead: windows of banks and wallets report back to the one that opened them. */
export const openedHeaders = ({ paymentFrame }: Opening): Record<string, string> => ({
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': String(pageHeaders['permissions-policy']).replace(
    'payment=()',
    `payment=(self "${paymentFrame}")`,
  ),
});
