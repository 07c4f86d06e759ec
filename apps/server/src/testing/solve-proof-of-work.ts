import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Caller } from './test-app.ts';

/**
 * Does the work of the browser's worker: requests a challenge, solves it and packs it as the header X-POW.
 * @param ask requests the challenge in another way, for example from another address
 */
export async function solvePow(
  caller: Caller,
  path: string,
  ask = () => fetchChallenge(caller, path),
): Promise<string> {
  const challenge = await ask();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
}

async function fetchChallenge(caller: Caller, path: string): Promise<Challenge> {
  const query = new URLSearchParams({ method: 'POST', path });
  return (await caller.get<Challenge>(`/api/account/pow?${query}`)).body;
}
