import type { EndpointAnswer, EndpointCall } from '@hexpedition/contract';
import { useState } from 'react';
import type { Api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { trusted } from '#lib/trusted-types.ts';
import workerUrl from './pow.worker.ts?worker&url';
import slowWorkerUrl from './pow-without-web-crypto.worker.ts?worker&url';

type Challenge = EndpointAnswer<'GET /api/account/pow'>;
type Path = EndpointCall<'GET /api/account/pow'>['query']['path'];

/**
 * Makes a proof of work for one call: `api('POST …', { body }, await proof.make())`. `status` is a progress text while
 * the work runs, so that users do not blame the network.
 */
export function useProof(path: Path) {
  const api = useApi();
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    setMaking(true);
    try {
      return { headers: { 'x-pow': await proveWork(api, path) } };
    } finally {
      setMaking(false);
    }
  };
  return { make, status: isMaking ? 'Checking that you are not a bot …' : undefined };
}

/**
 * Requests a challenge for one call and solves it in a worker. It takes about 0.2 s, or some seconds without Web
 * Crypto: little for one user, expensive for a bot that creates a million accounts.
 * @returns value of the X-POW header: base64url of the JSON `{ challenge, solution }`
 */
async function proveWork(api: Api, path: Path): Promise<string> {
  const challenge = await api('GET /api/account/pow', { query: { method: 'POST', path } });
  const solution = await solve(challenge);
  return base64url(JSON.stringify({ challenge, solution }));
}

const failed = () => new ApiError(0, { code: 'pow_invalid', msg: 'The check against bots did not finish. Try again.' });

/** In milliseconds: less than the lifetime of a challenge. */
const timeout = 110_000;

function solve(challenge: Challenge): Promise<unknown> {
  // Browsers have no Web Crypto at http:// addresses, except on this machine. Several workers make up for that.
  const hasWebCrypto = globalThis.crypto.subtle !== undefined;
  const url = hasWebCrypto ? workerUrl : slowWorkerUrl;
  const count = hasWebCrypto ? 1 : Math.min(4, navigator.hardwareConcurrency || 1);
  return new Promise((resolve, reject) => {
    const workers = Array.from({ length: count }, () => {
      return new Worker(trusted().createScriptURL(url), { type: 'module' });
    });
    const finish = (settle: () => void) => {
      for (const worker of workers) worker.terminate();
      settle();
    };
    for (const [counterStart, worker] of workers.entries()) {
      // The first one that finds the solution ends all.
      worker.onmessage = ({ data }: MessageEvent<{ error?: unknown } | null>) =>
        finish(() => (data && !data.error ? resolve(data) : reject(failed())));
      worker.onerror = () => finish(() => reject(failed()));
      worker.postMessage({ type: 'work', challenge, counterStart, counterStep: count, timeout });
    }
  });
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
