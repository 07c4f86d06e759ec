import type { ConsentSubmission, ServedConsentConfig } from '@hexpedition/contract';
import { consentConfigName, privacyManagerId } from '@hexpedition/contract/privacy-vocabulary';

/*
 * The calls of the privacy manager, whose form is Klaro's. Each rejects with the body of the answer and its status where
 * that is not 2xx, and with status 0 where there was no answer.
 */

export interface WireFault {
  status: number;
  [field: string]: unknown;
}

const base = `/v1/privacy-managers/${privacyManagerId}`;

/** @param testing gives the draft, where there is one */
export const loadConfig = (testing = false): Promise<ServedConsentConfig> =>
  call(`${base}/config.json?name=${consentConfigName}${testing ? '&testing=true' : ''}`);

/** Tells what was decided, or that somebody was asked. It is sent even if the page is left meanwhile. */
export const submit = (data: ConsentSubmission['consent_data']): Promise<object> =>
  call(`${base}/submit`, {
    method: 'POST',
    keepalive: true,
    // Text, so that no other site's page would have to ask first, as Klaro sends it.
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify({
      location_data: {
        pathname: location.pathname,
        port: Number(location.port),
        hostname: location.hostname,
        protocol: location.protocol === 'https:' ? 'https' : 'http',
      },
      user_data: { client_version: '1', client_name: 'hexpedition:web' },
      consent_data: data,
    } satisfies ConsentSubmission),
  });

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw { status: 0 } satisfies WireFault;
  }
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw { ...(body as object), status: answer.status } satisfies WireFault;
  return body as T;
}
