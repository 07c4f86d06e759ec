import { readFlag } from '@hexpedition/lab-runtime/kit';
import { type Answer, answer, type Call, headerOf, refuse, tides } from './answer.ts';
import { APP_KEY, SERVICE_KEY } from './keys.ts';
import { findLog, harbourMaster, logIn, mustWait, whoHas } from './skippers.ts';

/** The API of version 4 of the app. */
export function version2(call: Call): Answer {
  const [what = '', which] = call.path;
  if (what === '') return answer(200, { service: 'Tide Book', version: '4.0' });
  if (headerOf(call, 'x-api-key') !== APP_KEY) return refuse(401, 'X-Api-Key is missing or wrong.');
  const route = `${call.method} ${what}`;
  if (route === 'GET tides') return answer(200, tides);
  if (route === 'POST sessions') {
    if (mustWait(call.body.user)) return refuse(429, 'Too many wrong PINs. Wait for half a minute.');
    const token = logIn(call.body.user, call.body.pin);
    return token ? answer(201, { token }) : refuse(403, 'Wrong name or PIN.');
  }
  if (route === 'GET pilots' && which === 'board') return board(call);

  const skipper = whoHas(headerOf(call, 'authorization'));
  if (!skipper) return refuse(401, 'Authorization is missing or wrong.');
  if (route === 'GET me') {
    return answer(200, { id: skipper.id, name: skipper.name, pilot: skipper.isPilot, log: `/v2/logs/${skipper.log}` });
  }
  if (route === 'GET logs') {
    const log = findLog(Number(which));
    return log && log.owner === skipper.id ? answer(200, log) : refuse(404, 'Nothing here.');
  }
  return refuse(404, 'Nothing here.');
}

/** The hole: a key that is in every app decides who is a pilot. */
function board(call: Call): Answer {
  const key = headerOf(call, 'x-service-key');
  if (key === undefined) return refuse(403, 'Pilots only. The service shows its X-Service-Key.');
  if (key !== SERVICE_KEY) return refuse(403, 'Pilots only, and this key is wrong.');
  return answer(200, {
    board: [
      'Berth 9: please moor there again. We would like to see how you do it.',
      `Word of the week, for the radio: ${readFlag('board')}`,
      `Edda now has the password for the store in her own logbook, number ${harbourMaster.log}. Do not ask her. Do not say that you know it.`,
    ],
  });
}
