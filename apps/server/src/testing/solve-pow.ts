import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Caller } from './test-app.ts';

/**
 * What the browser's worker does: asks for a challenge, solves it, and packs it as the header X-POW.
 * @param ask gets the challenge in another way than from the caller's own address
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
