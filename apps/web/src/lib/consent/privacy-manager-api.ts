import type { ConsentSubmission, ServedConsentConfig } from '@hexpedition/contract';
import { consentConfigName, privacyManagerId } from '@hexpedition/contract/privacy-vocabulary';

/*
 * API client of the privacy manager, with the wire format of Klaro. Calls reject with body and status of an error
 * response, or with status 0 if there was no response.
 */

export interface ApiFailure {
  status: number;
  [field: string]: unknown;
}

const base = `/v1/privacy-managers/${privacyManagerId}`;

/** @param testing loads the draft, if there is one */
export const loadConfig = (testing = false): Promise<ServedConsentConfig> =>
  call(`${base}/config.json?name=${consentConfigName}${testing ? '&testing=true' : ''}`);

/** Submits a decision, or that the notice was shown. Uses keepalive, so it survives leaving the page. */
export const submit = (data: ConsentSubmission['consent_data']): Promise<object> =>
  call(`${base}/submit`, {
    method: 'POST',
    keepalive: true,
    // Plain text as Klaro sends it: no CORS preflight.
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
    throw { status: 0 } satisfies ApiFailure;
  }
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw { ...(body as object), status: answer.status } satisfies ApiFailure;
  return body as T;
}
