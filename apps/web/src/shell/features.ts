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
  hexmap: { nav: [] },
  hexmapYT: { nav: [] },
};

/** What is switched on. While it is unknown, and where it can't be loaded, everything is off. */
export function useFeatures(): Features {
  return useQuery(featuresQuery).data ?? off;
}
