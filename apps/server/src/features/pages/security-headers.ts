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
  // Sandboxed demos of lessons, and YouTube videos after the visitor has consented.
  'frame-src': "'self' https://www.youtube-nocookie.com",
  'manifest-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'hexpedition',
};

/** Directive → additional sources. */
export type Sources = Readonly<Record<string, string>>;

/** Third-party access of one page. */
export interface ThirdPartyAccess {
  sources: Sources;
  /** Origin whose frame may use the Payment Request API (Apple Pay, Google Pay). */
  paymentFrame: string;
}

/**
 * Returns the policy of one page. It allows the framework's inline scripts by their hashes, so that pages can be
 * cached. These scripts are in the head and after the content; a script that an author's HTML might smuggle into
 * <main> gets no hash and cannot run, even if it contains its own `</main>`, because the last one is the layout's.
 * @param siteSources additional sources of every page
 */
export function contentSecurityPolicy(html: string, thirdParty?: ThirdPartyAccess, siteSources: Sources = {}): string {
  const hashes = inlineScripts(outsideContent(html)).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const scripts = [policy['script-src'], ...new Set(hashes)].join(' ');
  const rules: Record<string, string> = { ...policy, 'script-src': scripts };
  const added = [siteSources, thirdParty?.sources ?? {}].flatMap((sources) => Object.entries(sources));
  for (const [name, sources] of added) {
    rules[name] = [rules[name], sources].filter(Boolean).join(' ');
  }
  if (thirdParty) {
    // Third-party scripts do not support Trusted Types and would fail at their first element.
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

/**
 * Returns the text of every script without a `src`. React escapes `</script` inside scripts, so the pattern is safe.
 */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}

/** Headers of every page, besides its own policy. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of a page with third-party access: pop-ups of banks and wallets report back to their opener. */
export const thirdPartyHeaders = ({ paymentFrame }: ThirdPartyAccess): Record<string, string> => ({
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': String(pageHeaders['permissions-policy']).replace(
    'payment=()',
    `payment=(self "${paymentFrame}")`,
  ),
});
