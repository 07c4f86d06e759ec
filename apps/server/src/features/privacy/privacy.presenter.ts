import {
  type BrowserStorageItem,
  type BuiltInService,
  type ConfigVersionAnswer,
  consentConfigName,
  consentCookieDays,
  consentReceiptDays,
  type PrivacyConfigState,
  type PrivacyFacts,
  type ServedConsentConfig,
} from '@hexpedition/contract';
import type { Config } from '#platform/config';
import { descriptionOf, isBuiltInService, titleOf } from './consent-config.ts';
import type { ActiveRow, DraftRow } from './privacy.read-model.ts';
import { getServiceFacts } from './service-facts.ts';

/** Presents a configuration for browsers. */
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

export const presentConfigState = (
  active: ActiveRow,
  draft: DraftRow | undefined,
  needed: readonly BuiltInService[],
): PrivacyConfigState => ({
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

/**
 * Presents the active configuration with the facts of built-in services. The operator's texts take precedence over
 * ours.
 */
export function presentFacts({ id, config, published_at }: ActiveRow, environment: Config): PrivacyFacts {
  return {
    config: id,
    changed_at: published_at.toISOString(),
    storage: config.storageName,
    consent_days: consentCookieDays,
    record_days: consentReceiptDays,
    services: config.services.map((service) => {
      const { name, purposes, required = false, optOut = false, cookies = [] } = service;
      const own = isBuiltInService(name) ? getServiceFacts(name, environment) : undefined;
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
          ...(name === 'platform' ? [consentCookie(config.storageName)] : []),
          ...(own?.stores ?? cookies.map((cookie) => storedCookie(Array.isArray(cookie) ? cookie[0] : cookie))),
        ],
      };
    }),
  };
}

const consentCookie = (name: string): BrowserStorageItem => ({
  kind: 'cookie',
  name,
  what: 'Which services you have accepted or declined.',
  lasts: `${consentCookieDays} days`,
});

/** Presents a cookie of the operator's own service, of which only the name is known. */
const storedCookie = (pattern: string): BrowserStorageItem => ({
  kind: 'cookie',
  name: pattern.startsWith('^') ? `${pattern.slice(1)}…` : pattern,
  what: '',
  lasts: '',
});
