import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Caller } from './test-app.ts';

/** What the browser's worker does: asks for a challenge, solves it, and packs it as the header X-POW. */
export async function solvePow(caller: Caller, path: string): Promise<string> {
  const query = new URLSearchParams({ method: 'POST', path });
  const { body } = await caller.get<Challenge>(`/api/account/pow?${query}`);
  const solution = await solveChallenge({ challenge: body, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: body, solution })).toString('base64url');
}
