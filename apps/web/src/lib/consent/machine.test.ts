import type { ServiceRule } from '@hexpedition/contract/privacy-vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginConsent,
  type ConsentAction,
  type ConsentRules,
  type ConsentState,
  type Consents,
  isAllowed,
  stepConsent,
} from './machine.ts';

/*
 * The state machine beside a plain model: a list of services with what is ticked, a cookie, and a pile of letters to the
 * server. The model is written as somebody would describe the manager, without looking at how the machine is built.
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
    do: fc.constant('choose' as const),
    services: fc.subarray([...names, 'unknown']),
    value: fc.boolean(),
  }),
  fc.constantFrom<ConsentAction>({ do: 'accept-all' }, { do: 'decline-all' }, { do: 'save' }, { do: 'reset' }),
  fc.record({
    do: fc.constantFrom('accept-embed' as const, 'withdraw' as const),
    service: fc.constantFrom(...names, 'unknown'),
  }),
  // The page is loaded anew, with other services or the same.
  fc.record({ do: fc.constant('reload' as const), rules: fc.option(rulesOf, { nil: undefined }) }),
);

class Model {
  ticked = new Map<string, boolean>();
  cookie: Record<string, boolean> | null = null;
  letters: { type: string; consents: Consents; changes?: Consents }[] = [];
  /** What was ticked when the cookie was written or read. */
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
    if (type !== 'save') this.letters.push({ type, consents });
    else if (Object.keys(changes).length > 0) this.letters.push({ type, consents, changes });
    this.cookie = consents;
    this.settled = consents;
  }

  do(act: ConsentAction) {
    const { services } = this.rules;
    const find = (name: string) => services.find((one) => one.name === name);
    switch (act.do) {
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
          this.ticked.set(service.name, service.required || act.do === 'accept-all');
        }
        return this.write(act.do === 'accept-all' ? 'accept' : 'decline');
      case 'accept-embed':
      case 'withdraw':
        for (const service of services) {
          const before = this.decided ? (this.settled[service.name] ?? false) : service.required === true;
          this.ticked.set(service.name, before);
        }
        this.tick(find(act.service), act.do === 'accept-embed');
        return this.write(act.do === 'accept-embed' ? 'contextual-accept' : 'save');
    }
  }

  /** Required ones always; others once they were agreed to, or before that where they run until somebody says no. */
  runs({ name, required, optOut }: ServiceRule) {
    return required === true || (this.ticked.get(name) === true && (this.decided || optOut === true));
  }
}

it('decides as a plain model does, whatever a visitor does in whatever order', () => {
  fc.assert(
    fc.property(rulesOf, fc.array(action, { maxLength: 25 }), (first, actions) => {
      let rules = first;
      let cookie: Consents | null = null;
      let state: ConsentState = beginConsent(rules, cookie);
      const told: unknown[] = [];
      const model = new Model(first);
      for (const act of actions) {
        if (act.do === 'reload') {
          rules = act.rules ?? rules;
          state = beginConsent(rules, cookie);
          model.rules = rules;
          model.load();
        } else {
          const step = stepConsent(rules, state, act);
          state = step.state;
          cookie = step.keep ?? cookie;
          if (step.tell) told.push(step.tell);
          model.do(act);
        }
        expect(state.consents).toEqual(Object.fromEntries(model.ticked));
        expect(state.confirmed).toBe(model.decided);
        expect(state.changed).toBe(model.cookie !== null && !model.decided);
        expect(cookie).toEqual(model.cookie);
        expect(told).toEqual(model.letters);
        for (const service of rules.services) {
          expect(isAllowed(rules, state, service.name)).toBe(model.runs(service));
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('nothing runs', () => {
  it('before somebody has agreed, unless it is required or runs until it is declined', () => {
    fc.assert(
      fc.property(rulesOf, (rules) => {
        const state = beginConsent(rules, null);
        for (const { name, required, optOut } of rules.services) {
          if (!required && !optOut) expect(isAllowed(rules, state, name)).toBe(false);
        }
      }),
    );
  });

  it('that the configuration does not know, whatever the cookie says', () => {
    const rules = { services: [{ name: 'platform', required: true }] };
    expect(isAllowed(rules, beginConsent(rules, { platform: true, spy: true }), 'spy')).toBe(false);
  });

  it('because of a cookie that holds anything but true', () => {
    const rules = { services: [{ name: 'youtube' }] };
    const stored = JSON.parse('{"youtube":"true"}') as Consents;
    expect(isAllowed(rules, beginConsent(rules, stored), 'youtube')).toBe(false);
  });
});

it('an embed that is agreed to before anything else turns nothing else on', () => {
  const rules = {
    services: [{ name: 'platform', required: true }, { name: 'youtube' }, { name: 'matomo', default: true }],
  };
  const { keep, tell } = stepConsent(rules, beginConsent(rules, null), { do: 'accept-embed', service: 'youtube' });
  expect(keep).toEqual({ platform: true, youtube: true, matomo: false });
  expect(tell).toEqual({ type: 'contextual-accept', consents: keep });
});

it('saving what was saved already keeps the cookie and tells nobody', () => {
  const rules = { services: [{ name: 'platform', required: true }, { name: 'youtube' }] };
  const first = stepConsent(rules, beginConsent(rules, null), { do: 'accept-all' });
  const again = stepConsent(rules, first.state, { do: 'save' });
  expect([again.keep, again.tell]).toEqual([{ platform: true, youtube: true }, undefined]);
});
