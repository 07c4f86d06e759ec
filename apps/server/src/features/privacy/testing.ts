import type { ConsentConfig, ConsentSubmission, PrivacyDesk } from '@hexpedition/contract';
import type { Caller } from '#testing/test-app';

export const manager = '/v1/privacy-managers/c00c1e';

/** What superusers see of it. */
export const readDesk = async (caller: Caller) => (await caller.get<PrivacyDesk>('/api/admin/privacy')).body;

/** Publishes what a change makes of the configuration that holds now. @returns the desk after it */
export async function publish(captain: Caller, change: (config: ConsentConfig) => ConsentConfig): Promise<PrivacyDesk> {
  const { active, draft } = await readDesk(captain);
  const body = { config: change(active.config), revision: draft?.revision ?? 0 };
  const saved = await captain.put<PrivacyDesk>('/api/admin/privacy/draft', body);
  if (!saved.body.draft) throw new Error(JSON.stringify(saved.body));
  const { revision } = saved.body.draft;
  return (await captain.post<PrivacyDesk>('/api/admin/privacy/publish', { revision })).body;
}

/** As Klaro sends it. */
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
