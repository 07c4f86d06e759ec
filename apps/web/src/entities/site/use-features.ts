import type { Features } from '@hexpedition/contract';
import type { MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useCheckoutFailed } from '#lib/checkout-availability.ts';
import { useVersion } from '#lib/config-versions.ts';
import { product } from '#lib/head.ts';
import { endpointQuery } from '#lib/query.ts';

const queryOf = (version: MapVersionName) => endpointQuery('GET /api/config/features:version', { params: { version } });

/** The public features, which the server renders. */
export const featuresQuery = queryOf('2');

const off: Features = {
  name: product,
  paddle: false,
  login: false,
  register: false,
  msg: '',
  invite_only: false,
  provider: null,
  social: [],
  free_tier: 0,
  mail: false,
  promo: [],
  preview: null,
  company: null,
  privacy: { config: '', storage: 'klaro', notice: false, services: [] },
  matomo: null,
  hexmap: { nav: [] },
  hexmapYT: { nav: [] },
};

/**
 * Returns the features. All are off until they are loaded. After a failed reload, payment, login and sign-up are off
 * and the rest keeps its last value. Payment is also off in a browser that could not load Paddle's script.
 */
export function useFeatures(): Features {
  const features = useServerFeatures();
  return useCheckoutFailed() ? { ...features, paddle: false } : features;
}

/** Returns the name of the site, as the server rendered it. */
export const useSiteName = (): string => useQuery({ ...featuresQuery, enabled: false }).data?.name ?? product;

/** Same as `useFeatures`, ignoring whether Paddle's script could be loaded. */
export function useServerFeatures(): Features {
  const version = useVersion('features');
  const { data: publicFeatures = off, isError } = useQuery(featuresQuery);
  const { data: own } = useQuery({ ...queryOf(version), enabled: version !== '2' });
  const data = (version !== '2' && own) || publicFeatures;
  return isError ? { ...data, paddle: false, login: false, register: false } : data;
}
