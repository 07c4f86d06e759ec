import type { ConsentSubmission, PrivacyFeatures, ServedConsentConfig } from '@hexpedition/contract';
import { consentConfigName, privacyManagerId } from '@hexpedition/contract/privacy-vocabulary';
import { useSyncExternalStore } from 'react';
import { onTabReset } from '../tab-state.ts';
import {
  type ConsentAction,
  type ConsentRules,
  type ConsentState,
  type Consents,
  initialConsent,
  isAllowed,
  stepConsent,
} from './consent-state.ts';
import { deleteCookies, writeStoredConsent } from './cookies.ts';
import { decidedEvent, isTesting, readStoredConsent } from './stored-consent.ts';

/*
 * Consent of this visitor in this tab: the state machine connected to the cookie, the other tabs and the server. There
 * is one manager per page. The rules come with the page (`features.privacy`); the full configuration, with texts and
 * cookies of services, is loaded on demand.
 */

export interface ConsentView extends ConsentState {
  rules: ConsentRules;
}

export interface ConsentManager {
  read(): ConsentView;
  subscribe(listener: () => void): () => void;
  isAllowed(service: string): boolean;
  act(action: ConsentAction): void;
  /** The full configuration. After a failed load, the next call tries again. */
  config(): Promise<ServedConsentConfig>;
  /** Reports that the notice was shown: once per browser session, and only before a decision. */
  shown(): void;
}

/*
 * API client of the privacy manager, with the wire format of Klaro. Calls reject with body and status of an error
 * response, or with status 0 if there was no response.
 */

interface ApiFailure {
  status: number;
  [field: string]: unknown;
}

const base = `/v1/privacy-managers/${privacyManagerId}`;

/** @param testing loads the draft, if there is one */
const loadConfig = (testing = false): Promise<ServedConsentConfig> =>
  call(`${base}/config.json?name=${consentConfigName}${testing ? '&testing=true' : ''}`);

/** Submits a decision, or that the notice was shown. Uses keepalive, so it survives leaving the page. */
const submit = (data: ConsentSubmission['consent_data']): Promise<object> =>
  call(`${base}/submit`, {
    method: 'POST',
    keepalive: true,
    // Plain text as Klaro sends it: no CORS preflight.
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify({
      location_data: {
        pathname: location.pathname,
        port: Number(location.port),
        hostname: location.hostname,
        protocol: location.protocol === 'https:' ? 'https' : 'http',
      },
      user_data: { client_version: '1', client_name: 'hexpedition:web' },
      consent_data: data,
    } satisfies ConsentSubmission),
  });

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw { status: 0 } satisfies ApiFailure;
  }
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw { ...(body as object), status: answer.status } satisfies ApiFailure;
  return body as T;
}

type Submission = Omit<Parameters<typeof submit>[0], 'config'>;

const shownKey = 'shown-before';

/**
 * @param tabs connection to the managers of other tabs; undefined if the browser has no BroadcastChannel
 * @param testing loads the draft of the configuration
 */
function createConsent(privacy: PrivacyFeatures, tabs: BroadcastChannel | undefined, testing: boolean): ConsentManager {
  let rules: ConsentRules = privacy;
  let current = { config: privacy.config, storage: privacy.storage };
  let loading: Promise<ServedConsentConfig> | undefined;
  let view: ConsentView = { ...initialConsent(rules, readStoredConsent(current.storage)), rules };
  const listeners = new Set<() => void>();

  function set(state: ConsentState) {
    const before = view;
    view = { ...state, rules };
    for (const listener of listeners) listener();
    const isRevoked = ({ name }: { name: string }) =>
      isAllowed(before.rules, before, name) && !isAllowed(rules, view, name);
    if (before.rules.services.some(isRevoked)) void deleteDeclinedCookies();
  }

  /** Deletes the cookies of services that may not run. A failed load of the configuration is logged there. */
  async function deleteDeclinedCookies() {
    const { services = [] } = (await config().catch(() => undefined)) ?? {};
    for (const { name, cookies } of services) if (cookies && !isAllowed(rules, view, name)) deleteCookies(cookies);
  }

  const config = () => {
    loading ??= loadConfig(testing).then(adopt, (failure: ApiFailure) => {
      loading = undefined;
      console.error(`Could not load the consent configuration: ${failure.status}`);
      document.dispatchEvent(new CustomEvent('apiConfigsFailed', { detail: failure }));
      throw failure;
    });
    return loading;
  };

  function adopt(loaded: ServedConsentConfig) {
    document.dispatchEvent(new CustomEvent('apiConfigsLoaded', { detail: [loaded] }));
    rules = loaded;
    current = { config: loaded.id, storage: loaded.storageName };
    // The page may be older than the configuration.
    set(initialConsent(rules, readStoredConsent(current.storage)));
    // The consent cookie may have expired before the cookies of a service.
    void deleteDeclinedCookies();
    return loaded;
  }

  function report(data: Submission) {
    // The decision is valid without the server, which only stores a consent receipt.
    submit({ ...data, config: current.config }).catch(({ status }: ApiFailure) =>
      console.error(`Could not send the consent decision: ${status}`),
    );
  }

  // The decision is in the message, because a browser may show this tab the new cookie later than the message.
  tabs?.addEventListener('message', ({ data }: MessageEvent<Consents>) => {
    set(initialConsent(rules, data));
    document.dispatchEvent(new CustomEvent(decidedEvent));
  });

  return {
    read: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isAllowed: (service) => isAllowed(rules, view, service),
    act(action) {
      const { state, store, submission } = stepConsent(rules, view, action);
      if (store) writeStoredConsent(current.storage, store);
      if (submission) report(submission);
      set(state);
      if (!store) return;
      tabs?.postMessage(store);
      document.dispatchEvent(new CustomEvent(decidedEvent));
      // Also deletes cookies that an earlier visit has left.
      if (loading) void deleteDeclinedCookies();
    },
    config,
    shown() {
      if (view.confirmed) return;
      try {
        if (sessionStorage.getItem(shownKey) !== null) return;
        sessionStorage.setItem(shownKey, 'true');
      } catch {
        // Storage is blocked: report each time.
      }
      report({ type: 'show', consents: {} });
    },
  };
}

let manager: { consent: ConsentManager; configId: string; tabs: BroadcastChannel | undefined } | undefined;
onTabReset(() => {
  manager?.tabs?.close();
  manager = undefined;
});

/** Returns the page's manager. With `#klaro-testing` in the address it uses the draft of the configuration. */
export function consentOf(privacy: PrivacyFeatures): ConsentManager {
  if (manager?.configId !== privacy.config) {
    manager?.tabs?.close();
    // Not every browser has BroadcastChannel; other tabs then see the change after a reload.
    const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('consent') : undefined;
    manager = { consent: createConsent(privacy, tabs, isTesting()), configId: privacy.config, tabs };
  }
  return manager.consent;
}

const emptyView: ConsentView = { consents: {}, saved: {}, confirmed: false, changed: false, rules: { services: [] } };

/** Consent of the visitor; empty on the server. */
export const useConsentView = (consent: ConsentManager | undefined): ConsentView =>
  useSyncExternalStore(consent?.subscribe ?? never, consent?.read ?? (() => emptyView), () => emptyView);
const never = () => () => undefined;
