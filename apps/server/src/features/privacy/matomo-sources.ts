import type { Features } from '@hexpedition/contract';
import type { Config } from '#platform/config';

/** Matomo's id for its first site. A platform is one site. */
const site = '1';

export const matomoFeatures = ({ matomoUrl }: Config): Features['matomo'] =>
  matomoUrl === null ? null : { url: matomoUrl, site };

/**
 * Returns the CSP sources of every page: Matomo's script, its requests, and the image that it requests if the browser
 * has no beacons. Allows only this one script, because other URLs of a Matomo server return scripts that the caller
 * chooses.
 */
export function matomoSources({ matomoUrl }: Config): Record<string, string> {
  if (matomoUrl === null) return {};
  const { origin, href } = new URL('matomo.js', matomoUrl);
  // These characters end a CSP directive. A URL is equivalent with their percent-encoding.
  const script = href.replace(/[;,]/g, encodeURIComponent);
  return { 'script-src': script, 'connect-src': origin, 'img-src': origin };
}
