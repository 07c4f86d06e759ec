import type { PrivacyFeatures, ServedConsentConfig } from '@hexpedition/contract';
import { useSyncExternalStore } from 'react';
import { deleteCookies, writeStored } from './cookies.ts';
import {
  beginConsent,
  type ConsentAction,
  type ConsentRules,
  type ConsentState,
  isAllowed,
  stepConsent,
} from './machine.ts';
import { decidedEvent, isTesting, readStored } from './stored.ts';
import { loadConfig, submit, type WireFault } from './wire.ts';

/*
 * What this visitor has agreed to, in this tab: the state machine with the cookie, the other tabs and the server around
 * it. There is one for the page. The rules come with the page (`features.privacy`); the whole configuration, which has
 * the words and the cookies of services, is loaded when somebody needs it.
 */

export interface ConsentView extends ConsentState {
  rules: ConsentRules;
}

export interface ConsentManager {
  read(): ConsentView;
  subscribe(listener: () => void): () => void;
  isAllowed(service: string): boolean;
  act(action: ConsentAction): void;
  /** The whole configuration. Rejects where it cannot be loaded, and is asked for again the next time. */
  config(): Promise<ServedConsentConfig>;
  /** Says that the visitor is being asked: once in a session of the browser, and only while nothing is decided. */
  shown(): void;
}

type Told = Omit<Parameters<typeof submit>[0], 'config'>;

const shownKey = 'shown-before';

/** @param testing shows the draft of the configuration */
function createConsent(privacy: PrivacyFeatures, testing = false): ConsentManager {
  let rules: ConsentRules = privacy;
  let known = { config: privacy.config, storage: privacy.storage };
  let loading: Promise<ServedConsentConfig> | undefined;
  let view: ConsentView = { ...beginConsent(rules, readStored(known.storage)), rules };
  const listeners = new Set<() => void>();
  // Not every browser has it; the other tabs then hear of it when they are loaded anew.
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('consent') : undefined;

  function set(state: ConsentState) {
    const before = view;
    view = { ...state, rules };
    for (const listener of listeners) listener();
    const isLost = ({ name }: { name: string }) =>
      isAllowed(before.rules, before, name) && !isAllowed(rules, view, name);
    if (before.rules.services.some(isLost)) void forgetDeclined();
  }

  /** Deletes the cookies of what may not run. The configuration knows them; it says itself why it did not load. */
  async function forgetDeclined() {
    const { services = [] } = (await config().catch(() => undefined)) ?? {};
    for (const { name, cookies } of services) if (cookies && !isAllowed(rules, view, name)) deleteCookies(cookies);
  }

  const config = () => {
    loading ??= loadConfig(testing).then(adopt, (fault: WireFault) => {
      loading = undefined;
      console.error(`The configuration of the consent manager did not load: ${fault.status}`);
      document.dispatchEvent(new CustomEvent('apiConfigsFailed', { detail: fault }));
      throw fault;
    });
    return loading;
  };

  function adopt(loaded: ServedConsentConfig) {
    document.dispatchEvent(new CustomEvent('apiConfigsLoaded', { detail: [loaded] }));
    rules = loaded;
    known = { config: loaded.id, storage: loaded.storageName };
    // The page may be older than the configuration.
    set(beginConsent(rules, readStored(known.storage)));
    // The cookie of an earlier agreement lasts shorter than some that came with it.
    void forgetDeclined();
    return loaded;
  }

  function tell(data: Told) {
    // What was decided holds without the server, which only keeps a proof of it.
    submit({ ...data, config: known.config }).catch(({ status }: WireFault) =>
      console.error(`What was decided about cookies did not reach the server: ${status}`),
    );
  }

  tabs?.addEventListener('message', () => {
    set(beginConsent(rules, readStored(known.storage)));
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
      const { state, keep, tell: told } = stepConsent(rules, view, action);
      if (keep) writeStored(known.storage, keep);
      if (told) tell(told);
      set(state);
      if (!keep) return;
      tabs?.postMessage('changed');
      document.dispatchEvent(new CustomEvent(decidedEvent));
      // What an earlier visit has left behind goes as well.
      if (loading) void forgetDeclined();
    },
    config,
    shown() {
      if (view.confirmed) return;
      try {
        if (sessionStorage.getItem(shownKey) !== null) return;
        sessionStorage.setItem(shownKey, 'true');
      } catch {
        // A browser may forbid the storage: then it is told each time.
      }
      tell({ type: 'show', consents: {}, changes: {} });
    },
  };
}

let manager: { consent: ConsentManager; of: string } | undefined;

/** The page's own manager. In a test of the configuration (`#klaro-testing`) it is that of the draft. */
export function consentOf(privacy: PrivacyFeatures): ConsentManager {
  if (manager?.of !== privacy.config) {
    manager = { consent: createConsent(privacy, isTesting()), of: privacy.config };
  }
  return manager.consent;
}

const nothing: ConsentView = { consents: {}, saved: {}, confirmed: false, changed: false, rules: { services: [] } };

/** What the visitor has chosen; nothing on the server, where nobody has. */
export const useConsentView = (consent: ConsentManager | undefined): ConsentView =>
  useSyncExternalStore(consent?.subscribe ?? never, consent?.read ?? (() => nothing), () => nothing);
const never = () => () => undefined;
