/** What the browser gives; its types are not in TypeScript's DOM library. */
interface Policy {
  createHTML(value: string): string;
  createScriptURL(value: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The one script of others that may run. The Content Security Policy names it as well. */
let accepted: string | undefined;

/** From now on this script may run beside our own, and no other one. */
export function acceptScript(address: string) {
  accepted = new URL(address).href;
}

const rules: Policy = {
  // Lesson HTML was sanitised on the server when it was imported. Who may call this is decided by who imports it.
  createHTML: (value) => value,
  createScriptURL: (value) => {
    const url = new URL(value, location.href);
    if (url.origin !== location.origin && url.href !== accepted)
      throw new TypeError('A script of another origin was refused.');
    return url.href;
  },
};

let policy: Policy | undefined;

/**
 * Our one Trusted Types policy, `hexpedition`, named in the Content Security Policy. In a browser that knows them its
 * answers are TrustedHTML and TrustedScriptURL; elsewhere, and on the server, the strings pass through.
 */
export function trusted(): Policy {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes');
  policy ??= factory && typeof document !== 'undefined' ? factory.createPolicy('hexpedition', rules) : rules;
  return policy;
}
