import {
  type ConfigVersionAnswer,
  consentConfigName,
  consentDays,
  consentRecordDays,
  type OwnService,
  type PrivacyDesk,
  type PrivacyFacts,
  type ServedConsentConfig,
  type StoredThing,
} from '@hexpedition/contract';
import type { Config } from '#platform/config';
import { descriptionOf, isOwnService, titleOf } from './consent-config.ts';
import { factsOf } from './facts.ts';
import type { ActiveRow, DraftRow } from './privacy.read-model.ts';

/** As browsers get it. */
export const presentServed = (
  { id, config }: Pick<ActiveRow | DraftRow, 'id' | 'config'>,
  status: 'active' | 'draft',
): ServedConsentConfig => ({ ...config, id, name: consentConfigName, status, version: 2 });

export const presentVersion = ({
  number,
  id,
  status,
  published_at,
  published_by,
  config,
}: ActiveRow): ConfigVersionAnswer => ({
  ...{ number, id, status, published_by, config },
  published_at: published_at.toISOString(),
});

export const presentDesk = (
  active: ActiveRow,
  draft: DraftRow | undefined,
  needed: readonly OwnService[],
): PrivacyDesk => ({
  active: presentVersion(active),
  draft: draft
    ? {
        id: draft.id,
        config: draft.config,
        revision: draft.revision,
        base: draft.base,
        changed_at: draft.changed_at.toISOString(),
        changed_by: draft.changed_by,
      }
    : null,
  needed: [...needed],
});

/** What holds now, with what we know of our own services. The operator's words win over ours. */
export function presentFacts({ id, config, published_at }: ActiveRow, environment: Config): PrivacyFacts {
  return {
    config: id,
    changed_at: published_at.toISOString(),
    storage: config.storageName,
    consent_days: consentDays,
    record_days: consentRecordDays,
    services: config.services.map((service) => {
      const { name, purposes, required = false, optOut = false, cookies = [] } = service;
      const own = isOwnService(name) ? factsOf(name, environment) : undefined;
      return {
        name,
        title: titleOf(name, config),
        description: descriptionOf(name, config),
        purposes,
        required,
        opt_out: optOut,
        hosts: own?.hosts ?? [],
        where: own?.where ?? '',
        stores: [
          ...(name === 'platform' ? [keptConsent(config.storageName)] : []),
          ...(own?.stores ?? cookies.map((cookie) => storedCookie(Array.isArray(cookie) ? cookie[0] : cookie))),
        ],
      };
    }),
  };
}

const keptConsent = (name: string): StoredThing => ({
  kind: 'cookie',
  name,
  what: 'What you have agreed to, and what not.',
  lasts: `${consentDays} days`,
});

/** A service of the operator's own tells only the names that its cookies have. */
const storedCookie = (pattern: string): StoredThing => ({
  kind: 'cookie',
  name: pattern.startsWith('^') ? `${pattern.slice(1)}…` : pattern,
  what: '',
  lasts: '',
});
