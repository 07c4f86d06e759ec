import { hash, verify } from '@node-rs/argon2';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { AppError } from '#platform/errors';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

let decoy: Promise<string> | undefined;

/** Compares a password; without a stored hash it takes the same time against a decoy and is always wrong. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}

let estimator: ZxcvbnFactory | undefined;

/**
 * Refuses what would fall to a guesser that knows the usual words and the owner's own name.
 * @throws AppError weak_password with the field `password`
 */
export function refuseWeakPassword(password: string, personal: string[]): void {
  estimator ??= new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs });
  // Long inputs make the estimator slow and are not weak for what follows their first 100 characters.
  const { score } = estimator.check(password.slice(0, 100), personal);
  if (score < 3) {
    const msg = 'This password would be guessed quickly. Put a few unrelated words together.';
    throw new AppError('weak_password', msg, { fields: { password: msg } });
  }
}
