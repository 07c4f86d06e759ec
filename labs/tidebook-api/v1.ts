import { type Answer, answer, type Call, headerOf, refuse, tides } from './answer.ts';
import { APP_KEY } from './keys.ts';
import { findLog, whoHas } from './skippers.ts';

/** The API of version 3 of the app, for phones that have not been updated. */
export function version1(call: Call): Answer {
  const [what = '', which] = call.path;
  if (headerOf(call, 'x-api-key') !== APP_KEY) return refuse(401, 'X-Api-Key is missing or wrong.');
  const version = headerOf(call, 'x-app-version');
  if (!version?.startsWith('3.')) {
    return refuse(426, `This interface is for X-App-Version 3.x. Yours: ${version?.slice(0, 20) ?? 'none'}. Use /v2.`);
  }
  if (call.method !== 'GET') return refuse(405, 'Version 3 can only read now.');
  if (what === 'tides') return answer(200, tides);

  const skipper = whoHas(headerOf(call, 'authorization'));
  if (!skipper) return refuse(401, 'Authorization is missing or wrong.');
  if (what === 'me') return answer(200, { id: skipper.id, log: `/v1/logs/${skipper.log}` });
  if (what === 'logs') {
    // The hole: the owner is not checked. Version 2 checks it
    const log = findLog(Number(which));
    return log ? answer(200, { id: log.id, log: log.entries.join('\n') }) : refuse(404, 'Nothing here.');
  }
  return refuse(404, 'Nothing here.');
}
