import type { Features } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#lib/query.ts';

/** The version of the maps and of the features that everybody sees. */
const publicVersion = '2';

export const featuresQuery = endpointQuery('GET /api/config/features:version', { params: { version: publicVersion } });

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
  hexmap: { nav: [] },
  hexmapYT: { nav: [] },
};

/**
 * What is switched on. While it is unknown, everything is off. Once it can't be loaded any more, nobody can pay, log in
 * or sign up; the rest stays as it was.
 */
export function useFeatures(): Features {
  const { data = off, isError } = useQuery(featuresQuery);
  return isError ? { ...data, paddle: false, login: false, register: false } : data;
}
