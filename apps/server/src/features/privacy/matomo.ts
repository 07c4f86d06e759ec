import type { Features } from '@hexpedition/contract';
import type { Config } from '#platform/config';

/** Matomo gives its first site this id; a platform is one site. */
const site = '1';

export const matomoFeatures = ({ matomoUrl }: Config): Features['matomo'] =>
  matomoUrl === null ? null : { url: matomoUrl, site };

/**
 * What every page lets in for it: its script, what that sends, and the image with which it sends where the browser refuses a
 * beacon. Of scripts the one file alone: a Matomo has addresses that answer with a script that the asker has made up.
 */
export function matomoSources({ matomoUrl }: Config): Record<string, string> {
  if (matomoUrl === null) return {};
  const { origin, href } = new URL('matomo.js', matomoUrl);
  // A directive ends at these; an address means the same with their codes.
  const script = href.replace(/[;,]/g, encodeURIComponent);
  return { 'script-src': script, 'connect-src': origin, 'img-src': origin };
}
