import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import { AppError } from '#platform/errors';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on the four threads with which Node also reads files and looks up names, so it gets only two of them.
 * With 40 waiting, the last one waits about half a second; anybody after that is asked to come again.
 */
const limitHashing = createConcurrencyLimiter({
  maxRunning: 2,
  maxQueued: 40,
  createError: () =>
    new AppError('unavailable', 'Too many people log in at this moment. Try again in a few seconds.', {
      retry_after: 3,
    }),
});

/** @throws AppError unavailable */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password, parameters));
}

const { memoryCost, timeCost, parallelism } = parameters;
/** A decoy: comparing with it takes as long as with any other hash, and no known password matches it. */
const decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Compares a password with a stored hash. Where there is no hash, or an invalid one, it takes the same time against a
 * decoy and answers false.
 * @throws AppError unavailable
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const isHash = stored?.startsWith('$argon2id$') ?? false;
  const matches = await limitHashing(() => verify(stored && isHash ? stored : decoy, password));
  return isHash && matches;
}

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded at the first sign-up, because the dictionaries take a while to load and hold megabytes. */
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
 * Refuses a password that a guesser finds with the usual words and the owner's own name.
 * @throws AppError weak_password with the field `password`
 */
export async function refuseWeakPassword(password: string, personal: string[]): Promise<void> {
  estimator ??= loadEstimator();
  // The estimator blocks every request while it works. With all its substitutions (4 for a, $ for s) some passwords of
  // 100 characters keep it busy for seconds; 40 characters with few substitutions take less than a tenth of a second.
  const { score } = (await estimator).check(password.slice(0, 40), personal);
  if (score < 3) {
    const msg = 'This password would be guessed quickly. Put a few unrelated words together.';
    throw new AppError('weak_password', msg, { fields: { password: msg } });
  }
}
