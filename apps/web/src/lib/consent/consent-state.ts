import type { ConsentType, ServiceRule } from '@hexpedition/contract/privacy-vocabulary';

/*
 * Consent of a visitor as a pure state machine: no cookie, clock or network. Each step returns the new state and the
 * side effects for the caller to perform. It decides as Klaro 0.7 does; a browser test compares both.
 */

/** Service → whether it is switched on. */
export type Consents = Readonly<Record<string, boolean>>;

/** Rules that decisions are based on. */
export interface ConsentRules {
  services: readonly ServiceRule[];
  /** Initial value for services without their own default. */
  default?: boolean | undefined;
}

export interface ConsentState {
  /** Current switch positions. */
  consents: Consents;
  /** Switch positions when they were last saved or loaded. */
  saved: Consents;
  /** Whether the visitor has decided about every current service. */
  confirmed: boolean;
  /** Whether services were added since the visitor's decision. */
  changed: boolean;
}

export type ConsentAction =
  | { type: 'choose'; services: readonly string[]; value: boolean }
  | { type: 'accept-all' }
  | { type: 'decline-all' }
  | { type: 'save' }
  /** Discards unsaved changes. */
  | { type: 'reset' }
  /** Accepts one service permanently, from its embed. */
  | { type: 'accept-embed'; service: string }
  /** Revokes the consent for one service, from its embed. */
  | { type: 'withdraw'; service: string };

type DecisionType = Exclude<ConsentType, 'show'>;

export interface ConsentStep {
  state: ConsentState;
  /** New content of the cookie; undefined without a decision. */
  store?: Consents;
  /** Decision to submit to the server. */
  submission?: { type: DecisionType; consents: Consents; changes?: Consents };
}

const defaultOf = (rules: ConsentRules, service: ServiceRule): boolean =>
  service.default || service.required || rules.default || false;

/**
 * Returns the initial state of a visit.
 * @param stored content of the cookie; null if it is missing or unreadable
 */
export function initialConsent(rules: ConsentRules, stored: Consents | null): ConsentState {
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

/** Returns whether a service may run now. */
export function isAllowed({ services }: ConsentRules, { consents, confirmed }: ConsentState, name: string): boolean {
  const service = services.find((one) => one.name === name);
  if (!service) return false;
  return service.required === true || (consents[name] === true && (confirmed || service.optOut === true));
}

export function stepConsent(rules: ConsentRules, state: ConsentState, action: ConsentAction): ConsentStep {
  switch (action.type) {
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
 * Returns the state without unsaved changes. If the visitor decides about one embed first, all other optional services
 * are off, even those that are on by default.
 */
function onlyDecided({ services }: ConsentRules, state: ConsentState): ConsentState {
  if (state.confirmed) return { ...state, consents: state.saved };
  const required = Object.fromEntries(services.map(({ name, required }) => [name, required === true]));
  return { ...state, consents: required };
}

function settle({ consents, saved }: ConsentState, type: DecisionType): ConsentStep {
  const state = { consents, saved: consents, confirmed: true, changed: false };
  if (type !== 'save') return { state, store: consents, submission: { type, consents } };
  const changes = Object.fromEntries(Object.entries(consents).filter(([name, value]) => saved[name] !== value));
  // Saving an unchanged choice submits nothing.
  if (Object.keys(changes).length === 0) return { state, store: consents };
  return { state, store: consents, submission: { type, consents, changes } };
}
