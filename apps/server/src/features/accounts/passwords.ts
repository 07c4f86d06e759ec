import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import { AppError } from '#platform/errors';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing shares its four threads with Node's file reads and name look-ups, so it may use only two of them. With 40
 * callers waiting, the last one waits about half a second. Further callers get `unavailable`.
 */
const limitHashing = createConcurrencyLimiter({
  maxRunning: 2,
  maxQueued: 40,
  createError: () =>
    new AppError('unavailable', 'Too many people are logging in right now. Try again in a few seconds.', {
      retry_after: 3,
    }),
});

/** @throws AppError unavailable */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password, parameters));
}

const { memoryCost, timeCost, parallelism } = parameters;
/** A decoy hash: comparing with it takes as long as with any other hash, and no known password matches it. */
const decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Compares a password with a stored hash. For a missing or invalid hash it compares with a decoy, which takes the same
 * time, and returns false.
 * @throws AppError unavailable
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const isHash = stored?.startsWith('$argon2id$') ?? false;
  const matches = await limitHashing(() => verify(stored && isHash ? stored : decoy, password));
  return isHash && matches;
}

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded on the first sign-up, because the dictionaries load slowly and take megabytes of memory. */
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
 * Rejects a password that can be guessed with common words and the owner's name.
 * @throws AppError weak_password with the field `password`
 */
export async function refuseWeakPassword(password: string, personal: string[]): Promise<void> {
  estimator ??= loadEstimator();
  // The estimator blocks every request while it runs. With all its substitutions (4 for a, $ for s) some passwords of
  // 100 characters take seconds; 40 characters with few substitutions take less than a tenth of a second.
  const { score } = (await estimator).check(password.slice(0, 40), personal);
  if (score < 3) {
    const msg = 'This password is easy to guess. Use a few unrelated words.';
    throw new AppError('weak_password', msg, { fields: { password: msg } });
  }
}
