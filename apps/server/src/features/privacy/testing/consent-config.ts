import type { ConsentConfig, ConsentSubmission, PrivacyConfigState } from '@hexpedition/contract';
import type { Caller } from '#testing/test-app';

export const manager = '/v1/privacy-managers/c00c1e';

/** Returns the configuration and its draft as superusers see them. */
export const readConfigState = async (caller: Caller) =>
  (await caller.get<PrivacyConfigState>('/api/admin/privacy')).body;

/** Applies a change to the active configuration and publishes it. @returns the state afterwards */
export async function publish(
  captain: Caller,
  change: (config: ConsentConfig) => ConsentConfig,
): Promise<PrivacyConfigState> {
  const { active, draft } = await readConfigState(captain);
  const body = { config: change(active.config), revision: draft?.revision ?? 0 };
  const saved = await captain.put<PrivacyConfigState>('/api/admin/privacy/draft', body);
  if (!saved.body.draft) throw new Error(JSON.stringify(saved.body));
  const { revision } = saved.body.draft;
  return (await captain.post<PrivacyConfigState>('/api/admin/privacy/publish', { revision })).body;
}

/** Builds a submission as Klaro sends it. */
export const submissionOf = (
  consent_data: ConsentSubmission['consent_data'],
  pathname?: string,
): ConsentSubmission => ({
  location_data: {
    ...(pathname === undefined ? {} : { pathname }),
    port: 8080,
    hostname: 'localhost',
    protocol: 'http',
  },
  user_data: { client_version: 'v0.7.22', client_name: 'klaro:web' },
  consent_data,
});
