/** What the browser gives; its types are not in TypeScript's DOM library. */
interface Policy {
  createHTML(value: string): string;
  createScriptURL(value: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The one other origin whose scripts may run. The Content Security Policy names it as well. */
let accepted: string | undefined;

/** From now on the scripts of this origin may run beside our own, and of no other one. */
export function acceptScriptsOf(origin: string) {
  accepted = origin;
}

const rules: Policy = {
  // Lesson HTML was sanitised on the server when it was imported. Who may call this is decided by who imports it.
  createHTML: (value) => value,
  createScriptURL: (value) => {
    const url = new URL(value, location.href);
    if (url.origin !== location.origin && url.origin !== accepted)
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
