import type { Features } from '@hexpedition/contract';
import type { MapVersionName } from '@hexpedition/contract/map-vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useCheckoutFailed } from '#lib/checkout-availability.ts';
import { useVersion } from '#lib/config-versions.ts';
import { endpointQuery } from '#lib/query.ts';

const queryOf = (version: MapVersionName) => endpointQuery('GET /api/config/features:version', { params: { version } });

/** What everybody sees, which is what the server renders. */
export const featuresQuery = queryOf('2');

const off: Features = {
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
 * What is switched on. While it is unknown, everything is off. Once it can't be loaded any more, nobody can pay, log in
 * or sign up; the rest stays as it was. Nobody can pay either in a browser that could not load Paddle's script.
 */
export function useFeatures(): Features {
  const features = useServerFeatures();
  return useCheckoutFailed() ? { ...features, paddle: false } : features;
}

/** The same, whatever has become of Paddle's script. */
export function useServerFeatures(): Features {
  const version = useVersion('features');
  const { data: everybodys = off, isError } = useQuery(featuresQuery);
  const { data: own } = useQuery({ ...queryOf(version), enabled: version !== '2' });
  const data = (version !== '2' && own) || everybodys;
  return isError ? { ...data, paddle: false, login: false, register: false } : data;
}
