import type { ConsentType, ServiceRule } from '@hexpedition/contract/privacy-vocabulary';

/*
 * What a visitor has agreed to, as a pure state machine: no cookie, no clock, no network. What is to happen besides is
 * said beside the new state, and whoever runs the machine carries it out. It decides as Klaro 0.7 does; a browser test runs both side by side.
 */

/** Service → whether it is chosen. */
export type Consents = Readonly<Record<string, boolean>>;

/** What every decision is about. */
export interface ConsentRules {
  services: readonly ServiceRule[];
  /** What holds for services that do not say whether they are chosen at first. */
  default?: boolean | undefined;
}

export interface ConsentState {
  /** As the switches stand. */
  consents: Consents;
  /** As they stood when they were saved or loaded last. */
  saved: Consents;
  /** Whether the visitor has decided about every service there is. */
  confirmed: boolean;
  /** Whether there are services now about which a decision of earlier says nothing. */
  changed: boolean;
}

export type ConsentAction =
  | { do: 'choose'; services: readonly string[]; value: boolean }
  | { do: 'accept-all' }
  | { do: 'decline-all' }
  | { do: 'save' }
  /** Takes back what was chosen and not saved. */
  | { do: 'reset' }
  /** Agrees to one embed from now on, in its own place. */
  | { do: 'accept-embed'; service: string }
  /** Takes the agreement to one service back, in its own place. */
  | { do: 'withdraw'; service: string };

type DecisionType = Exclude<ConsentType, 'show'>;

export interface ConsentStep {
  state: ConsentState;
  /** What the cookie is to hold from now on; undefined where nothing was decided. */
  keep?: Consents;
  /** What the server is to hear. */
  tell?: { type: DecisionType; consents: Consents; changes?: Consents };
}

const defaultOf = (rules: ConsentRules, service: ServiceRule): boolean =>
  service.default || service.required || rules.default || false;

/**
 * The state in which a visit begins.
 * @param stored what the cookie holds; null where there is none, or none that can be read
 */
export function beginConsent(rules: ConsentRules, stored: Consents | null): ConsentState {
  const isMissing = ({ name }: ServiceRule) => stored === null || !Object.hasOwn(stored, name);
  const consents = Object.fromEntries(
    rules.services.map((service) => [
      service.name,
      isMissing(service) ? defaultOf(rules, service) : stored?.[service.name] === true,
    ]),
  );
  const isComplete = stored !== null && !rules.services.some(isMissing);
  return { consents, saved: consents, confirmed: isComplete, changed: stored !== null && !isComplete };
}

/** Whether a service may run now. */
export function isAllowed({ services }: ConsentRules, { consents, confirmed }: ConsentState, name: string): boolean {
  const service = services.find((one) => one.name === name);
  if (!service) return false;
  return service.required === true || (consents[name] === true && (confirmed || service.optOut === true));
}

export function stepConsent(rules: ConsentRules, state: ConsentState, action: ConsentAction): ConsentStep {
  switch (action.do) {
    case 'choose':
      return { state: choose(rules, state, action.services, action.value) };
    case 'accept-all':
      return settle(chooseAll(rules, state, true), 'accept');
    case 'decline-all':
      return settle(chooseAll(rules, state, false), 'decline');
    case 'save':
      return settle(state, 'save');
    case 'reset':
      return { state: { ...state, consents: state.saved } };
    case 'accept-embed':
      return settle(choose(rules, onlyDecided(rules, state), [action.service], true), 'contextual-accept');
    case 'withdraw':
      return settle(choose(rules, onlyDecided(rules, state), [action.service], false), 'save');
  }
}

function choose(rules: ConsentRules, state: ConsentState, names: readonly string[], value: boolean): ConsentState {
  const open = rules.services.filter(({ name, required }) => !required && names.includes(name));
  return { ...state, consents: { ...state.consents, ...Object.fromEntries(open.map(({ name }) => [name, value])) } };
}

function chooseAll(rules: ConsentRules, state: ConsentState, value: boolean): ConsentState {
  const open = rules.services.filter(({ contextualConsentOnly }) => !contextualConsentOnly);
  const entries = open.map(({ name, required }) => [name, required === true || value]);
  return { ...state, consents: { ...state.consents, ...Object.fromEntries(entries) } };
}

/**
 * The state without choices that were not saved. Whoever decides about one embed before anything else has decided about
 * nothing else: whatever can be off stays off, also where it is chosen at first.
 */
function onlyDecided({ services }: ConsentRules, state: ConsentState): ConsentState {
  if (state.confirmed) return { ...state, consents: state.saved };
  const required = Object.fromEntries(services.map(({ name, required }) => [name, required === true]));
  return { ...state, consents: required };
}

function settle({ consents, saved }: ConsentState, type: DecisionType): ConsentStep {
  const state = { consents, saved: consents, confirmed: true, changed: false };
  if (type !== 'save') return { state, keep: consents, tell: { type, consents } };
  const changes = Object.fromEntries(Object.entries(consents).filter(([name, value]) => saved[name] !== value));
  // Whoever saves what was saved already tells nothing new.
  if (Object.keys(changes).length === 0) return { state, keep: consents };
  return { state, keep: consents, tell: { type, consents, changes } };
}
