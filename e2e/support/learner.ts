import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Signs a new learner up through the API, proof of work and all. */
export async function signUp(platform: { url: string }): Promise<SignedIn> {
  const query = new URLSearchParams({ method: 'POST', path: '/api/account/signup' });
  const challenge = (await (await fetch(`${platform.url}/api/account/pow?${query}`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  const response = await fetch(`${platform.url}/api/account/signup`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-pow': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url'),
    },
    body: JSON.stringify({ username: `e2e${randomBytes(4).toString('hex')}`, password: 'lantern gravel otter 9' }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json() as Promise<SignedIn>;
}
