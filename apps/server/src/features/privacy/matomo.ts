import type { Features } from '@hexpedition/contract';
import type { Config } from '#platform/config';

/** Matomo gives its first site this id; a platform is one site. */
const site = '1';

export const matomoFeatures = ({ matomoUrl }: Config): Features['matomo'] =>
  matomoUrl === null ? null : { url: matomoUrl, site };

/**
 * What every page lets in for it: its script, what that sends, and the image with which it sends where the browser refuses a
 * beacon.
 */
export function matomoSources({ matomoUrl }: Config): Record<string, string> {
  if (matomoUrl === null) return {};
  const { origin } = new URL(matomoUrl);
  return { 'script-src': origin, 'connect-src': origin, 'img-src': origin };
}
