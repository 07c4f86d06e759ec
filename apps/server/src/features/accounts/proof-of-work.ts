import { createChallenge, HmacAlgorithm, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { deleteExpiredNonces, useNonce } from './proof-of-work.store.ts';

const lifetimeSeconds = 120;

export type ProofOfWork = ReturnType<typeof createProofOfWork>;

/** Stateless ALTCHA challenges, each bound to one call. Each solution is valid once. */
export function createProofOfWork({ db, clock, key, cost }: { db: Db; clock: Clock; key: Buffer; cost: number }) {
  const secrets = {
    hmacSignatureSecret: key.toString('base64url'),
    hmacKeySignatureSecret: `key:${key.toString('base64url')}`,
  };

  return {
    /**
     * @param isExpensive creates a challenge of about ten times the work. Creating it costs the server nothing: it
     *   derives no key in advance. The browser searches for a key that begins with zeros, and the server derives that one
     *   key when it receives the solution.
     */
    challenge(method: string, path: string, isExpensive: boolean) {
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        ...(isExpensive ? { cost: Math.ceil(cost / 2), keyPrefix: '000' } : { cost, counter: randomInt(100, 300) }),
        data: { method, path },
        deriveKey,
        expiresAt: Math.floor(clock.now().getTime() / 1_000) + lifetimeSeconds,
        hmacAlgorithm: HmacAlgorithm.SHA_256,
        ...secrets,
      });
    },

    /**
     * Verifies the header X-POW and marks it as used.
     * @throws AppError pow_required, pow_invalid
     */
    async consume(header: string | string[] | undefined, method: string, path: string): Promise<void> {
      if (typeof header !== 'string' || header === '') {
        throw new AppError(
          'pow_required',
          `This call needs a proof of work. Get a challenge from /api/account/pow and send the solution as X-POW.`,
        );
      }
      const payload = decode(header);
      if (!payload || !(await isSolved(payload))) throw proofInvalid();
      const { data, nonce, expiresAt } = payload.challenge.parameters;
      if (data?.method !== method || data.path !== path || !expiresAt) throw proofInvalid();
      if (expiresAt * 1_000 < clock.now().getTime()) throw proofInvalid();
      if (!(await useNonce(db, nonce, new Date(expiresAt * 1_000)))) throw proofInvalid();
    },

    /** Deletes the nonces of expired challenges. */
    sweep: (): Promise<void> => deleteExpiredNonces(db, clock.now()),
  };

  async function isSolved(payload: Payload): Promise<boolean> {
    try {
      const result = await verifySolution({
        challenge: payload.challenge,
        solution: payload.solution,
        deriveKey,
        ...secrets,
      });
      return result.verified;
    } catch {
      return false; // the library throws on unknown shapes
    }
  }
}

const proofInvalid = () =>
  new AppError('pow_invalid', 'The proof of work is wrong, expired or used. Reload the page and try again.');

function decode(header: string): Payload | undefined {
  if (header.length > 4_096) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    const isPayload =
      typeof value === 'object' &&
      value !== null &&
      'challenge' in value &&
      'solution' in value &&
      typeof value.challenge === 'object' &&
      value.challenge !== null &&
      'parameters' in value.challenge &&
      typeof value.challenge.parameters === 'object' &&
      value.challenge.parameters !== null &&
      'nonce' in value.challenge.parameters &&
      typeof value.challenge.parameters.nonce === 'string';
    return isPayload ? (value as Payload) : undefined;
  } catch {
    return undefined;
  }
}
