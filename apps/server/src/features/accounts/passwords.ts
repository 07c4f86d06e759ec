import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AppError } from '#platform/errors';
import { createGate } from '#platform/gate';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on the four threads that Node also reads files and looks up names with: it gets two of them. With 40
 * that wait the last one waits about half a second; whoever comes then is asked to come again.
 */
const throughGate = createGate({
  atOnce: 2,
  waiting: 40,
  refuse: () =>
    new AppError('unavailable', 'Too many people log in at this moment. Try again in a few seconds.', {
      retry_after: 3,
    }),
});

/** @throws AppError unavailable */
export function hashPassword(password: string): Promise<string> {
  return throughGate(() => hash(password, parameters));
}

const { memoryCost, timeCost, parallelism } = parameters;
/** Takes as long to compare with as any other; nothing known hashes to it. */
const decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Compares a password. Without a stored hash, or with something that is none, it takes the same time against a decoy
 * and is always wrong.
 * @throws AppError unavailable
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const isHash = stored?.startsWith('$argon2id$') ?? false;
  const matches = await throughGate(() => verify(stored && isHash ? stored : decoy, password));
  return isHash && matches;
}

let estimator: Promise<ZxcvbnFactory> | undefined;

/** The dictionaries take a while to load and megabytes to hold: not before the first sign-up. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: 10,
  });
}

/**
 * Refuses what would fall to a guesser that knows the usual words and the owner's own name.
 * @throws AppError weak_password with the field `password`
 */
export async function refuseWeakPassword(password: string, personal: string[]): Promise<void> {
  estimator ??= loadEstimator();
  // The estimator holds everybody up while it works: with all its substitutions (4 for a, $ for s) some passwords of
  // 100 characters keep it busy for seconds, 40 with few of them for less than a tenth of one.
  const { score } = (await estimator).check(password.slice(0, 40), personal);
  if (score < 3) {
    const msg = 'This password would be guessed quickly. Put a few unrelated words together.';
    throw new AppError('weak_password', msg, { fields: { password: msg } });
  }
}
