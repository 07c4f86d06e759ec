import type { ServiceRule } from '@hexpedition/contract/privacy-vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConsentAction,
  type ConsentRules,
  type ConsentState,
  type Consents,
  initialConsent,
  isAllowed,
  stepConsent,
} from './consent-state.ts';

/*
 * Compares the state machine with a simple model: a map of switches, a cookie and a list of submissions. The model
 * describes the behaviour independently of the implementation.
 */

const names = ['platform', 'youtube', 'matomo', 'forum', 'map'];

const rulesOf = fc
  .record({
    services: fc.uniqueArray(
      fc.record(
        {
          name: fc.constantFrom(...names),
          required: fc.boolean(),
          optOut: fc.boolean(),
          default: fc.boolean(),
          contextualConsentOnly: fc.boolean(),
        },
        { requiredKeys: ['name'] },
      ),
      { selector: ({ name }) => name, minLength: 1 },
    ),
    default: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map((rules): ConsentRules => rules);

const action = fc.oneof(
  fc.record({
    type: fc.constant('choose' as const),
    services: fc.subarray([...names, 'unknown']),
    value: fc.boolean(),
  }),
  fc.constantFrom<ConsentAction>({ type: 'accept-all' }, { type: 'decline-all' }, { type: 'save' }, { type: 'reset' }),
  fc.record({
    type: fc.constantFrom('accept-embed' as const, 'withdraw' as const),
    service: fc.constantFrom(...names, 'unknown'),
  }),
  // Reloads the page with the same or other services.
  fc.record({ type: fc.constant('reload' as const), rules: fc.option(rulesOf, { nil: undefined }) }),
);

class Model {
  ticked = new Map<string, boolean>();
  cookie: Record<string, boolean> | null = null;
  submissions: { type: string; consents: Consents; changes?: Consents }[] = [];
  /** Switches at the time when the cookie was last written or read. */
  settled: Record<string, boolean> = {};
  rules: ConsentRules;

  constructor(rules: ConsentRules) {
    this.rules = rules;
    this.load();
  }

  load() {
    this.ticked.clear();
    for (const service of this.rules.services) {
      const fresh = service.required || service.default || this.rules.default || false;
      this.ticked.set(service.name, this.cookie?.[service.name] ?? fresh);
    }
    this.settled = Object.fromEntries(this.ticked);
  }

  get decided() {
    return this.cookie !== null && this.rules.services.every(({ name }) => name in (this.cookie ?? {}));
  }

  tick(service: ServiceRule | undefined, value: boolean) {
    if (service && !service.required) this.ticked.set(service.name, value);
  }

  write(type: string) {
    const consents = Object.fromEntries(this.ticked);
    const changes = Object.fromEntries([...this.ticked].filter(([name, value]) => this.settled[name] !== value));
    if (type !== 'save') this.submissions.push({ type, consents });
    else if (Object.keys(changes).length > 0) this.submissions.push({ type, consents, changes });
    this.cookie = consents;
    this.settled = consents;
  }

  do(act: ConsentAction) {
    const { services } = this.rules;
    const find = (name: string) => services.find((one) => one.name === name);
    switch (act.type) {
      case 'choose':
        for (const name of act.services) this.tick(find(name), act.value);
        return;
      case 'reset':
        this.ticked = new Map(Object.entries(this.settled));
        return;
      case 'save':
        return this.write('save');
      case 'accept-all':
      case 'decline-all':
        for (const service of services) {
          if (service.contextualConsentOnly) continue;
          this.ticked.set(service.name, service.required || act.type === 'accept-all');
        }
        return this.write(act.type === 'accept-all' ? 'accept' : 'decline');
      case 'accept-embed':
      case 'withdraw':
        for (const service of services) {
          const before = this.decided ? (this.settled[service.name] ?? false) : service.required === true;
          this.ticked.set(service.name, before);
        }
        this.tick(find(act.service), act.type === 'accept-embed');
        return this.write(act.type === 'accept-embed' ? 'contextual-accept' : 'save');
    }
  }

  /** A service runs if it is required, accepted, or opt-out and not declined yet. */
  runs({ name, required, optOut }: ServiceRule) {
    return required === true || (this.ticked.get(name) === true && (this.decided || optOut === true));
  }
}

it('behaves like a simple model for any sequence of actions', () => {
  fc.assert(
    fc.property(rulesOf, fc.array(action, { maxLength: 25 }), (first, actions) => {
      let rules = first;
      let cookie: Consents | null = null;
      let state: ConsentState = initialConsent(rules, cookie);
      const submissions: unknown[] = [];
      const model = new Model(first);
      for (const act of actions) {
        if (act.type === 'reload') {
          rules = act.rules ?? rules;
          state = initialConsent(rules, cookie);
          model.rules = rules;
          model.load();
        } else {
          const step = stepConsent(rules, state, act);
          state = step.state;
          cookie = step.store ?? cookie;
          if (step.submission) submissions.push(step.submission);
          model.do(act);
        }
        expect(state.consents).toEqual(Object.fromEntries(model.ticked));
        expect(state.confirmed).toBe(model.decided);
        expect(state.changed).toBe(model.cookie !== null && !model.decided);
        expect(cookie).toEqual(model.cookie);
        expect(submissions).toEqual(model.submissions);
        for (const service of rules.services) {
          expect(isAllowed(rules, state, service.name)).toBe(model.runs(service));
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('isAllowed', () => {
  it('is false before consent, except for required and opt-out services', () => {
    fc.assert(
      fc.property(rulesOf, (rules) => {
        const state = initialConsent(rules, null);
        for (const { name, required, optOut } of rules.services) {
          if (!required && !optOut) expect(isAllowed(rules, state, name)).toBe(false);
        }
      }),
    );
  });

  it('is false for services that are not in the configuration', () => {
    const rules = { services: [{ name: 'platform', required: true }] };
    expect(isAllowed(rules, initialConsent(rules, { platform: true, spy: true }), 'spy')).toBe(false);
  });

  it('is false for cookie values other than true', () => {
    const rules = { services: [{ name: 'youtube' }] };
    const stored = JSON.parse('{"youtube":"true"}') as Consents;
    expect(isAllowed(rules, initialConsent(rules, stored), 'youtube')).toBe(false);
  });
});

it('accepting an embed first enables no other service', () => {
  const rules = {
    services: [{ name: 'platform', required: true }, { name: 'youtube' }, { name: 'matomo', default: true }],
  };
  const { store, submission } = stepConsent(rules, initialConsent(rules, null), {
    type: 'accept-embed',
    service: 'youtube',
  });
  expect(store).toEqual({ platform: true, youtube: true, matomo: false });
  expect(submission).toEqual({ type: 'contextual-accept', consents: store });
});

it('saving an unchanged choice renews the cookie without a submission', () => {
  const rules = { services: [{ name: 'platform', required: true }, { name: 'youtube' }] };
  const first = stepConsent(rules, initialConsent(rules, null), { type: 'accept-all' });
  const again = stepConsent(rules, first.state, { type: 'save' });
  expect([again.store, again.submission]).toEqual([{ platform: true, youtube: true }, undefined]);
});
