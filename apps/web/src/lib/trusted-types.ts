import { onTabReset } from './tab-state.ts';

/** Trusted Types of the browser, which TypeScript's DOM library lacks. */
interface Policy {
  createHTML(value: string): string;
  createScriptURL(value: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The only external script that may run. The Content Security Policy lists it too. */
let accepted: string | undefined;

/** Allows one external script. */
export function acceptScript(address: string) {
  accepted = new URL(address).href;
}

const rules: Policy = {
  // Lesson HTML was sanitised on the server at import. An architecture rule limits the importers of this module.
  createHTML: (value) => value,
  createScriptURL: (value) => {
    const url = new URL(value, location.href);
    if (url.origin !== location.origin && url.href !== accepted)
      throw new TypeError('Rejected a script of another origin.');
    return url.href;
  },
};

let policy: Policy | undefined;
onTabReset(() => {
  accepted = undefined;
  policy = undefined;
});

/**
 * Returns the only Trusted Types policy, `hexpedition`, which the Content Security Policy names. Browsers with Trusted
 * Types return TrustedHTML and TrustedScriptURL; elsewhere, and on the server, the strings pass through.
 */
export function trusted(): Policy {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes');
  policy ??= factory && typeof document !== 'undefined' ? factory.createPolicy('hexpedition', rules) : rules;
  return policy;
}
