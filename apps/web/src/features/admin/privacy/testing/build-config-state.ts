import type { ConsentConfig, PrivacyConfigState } from '@hexpedition/contract';

export const config: ConsentConfig = {
  services: [
    { name: 'platform', purposes: ['functional'], required: true },
    { name: 'youtube', purposes: ['marketing'] },
  ],
  acceptAll: true,
  groupByPurpose: true,
  privacyPolicy: '/legal',
  storageName: 'klaro',
};

export const active: PrivacyConfigState['active'] = {
  ...{ number: 3, id: 'c3', status: 'active', published_by: 'zoe', config },
  published_at: '2026-11-20T10:00:00.000Z',
};

/** Builds the answer of the configuration endpoint, with a draft if changes are given. */
export const buildConfigState = (
  draft?: Partial<ConsentConfig>,
  changes: Partial<PrivacyConfigState['draft']> = {},
): PrivacyConfigState => ({
  active,
  draft: draft
    ? {
        ...{ id: 'd', config: { ...config, ...draft }, revision: 4, base: 3, changed_by: 'zoe' },
        ...{ changed_at: '2026-11-24T10:00:00.000Z', ...changes },
      }
    : null,
  needed: ['platform', 'youtube'],
});
