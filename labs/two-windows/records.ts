import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { allowReading } from './policy.ts';

/** The inspector's session. The server draws it at its start, and only her browser has it. */
export const inspectorCookie = `sid=${randomBytes(16).toString('hex')}`;

/** The API of the customs' records. */
const shelves = {
  '/v1/held': () => ({
    officer: 'Hedda Lund',
    held: [
      { item: 'Tuba, with gull', of: 'Joris Bakker', reason: 'The gull is undeclared' },
      { item: 'Cheese, 14 kg', of: 'Sunniva Aas', reason: 'Passed its own inspection' },
      {
        item: 'Last chapter, typed, 31 pages',
        of: 'Klara Vogt',
        reason: 'Not finished reading',
        docket: readFlag('docket'),
      },
    ],
  }),
  '/v2/vault': () => ({
    officer: 'Hedda Lund',
    shelf: 4,
    contents: 'Evidence that is too good for the tea room',
    lastLine: readFlag('last-line'),
  }),
};

export const isShelf = (path: string): path is keyof typeof shelves => Object.hasOwn(shelves, path);

export function answerRecords(request: IncomingMessage, response: ServerResponse, path: keyof typeof shelves): void {
  const version = path === '/v1/held' ? 'v1' : 'v2';
  allowReading(request, response, version);
  const say = (status: number, value: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(value, null, 2)}\n`);

  if (request.method === 'OPTIONS') response.writeHead(204).end();
  else if (request.method !== 'GET') say(405, { error: 'You can only read the records.' });
  else if (!request.headers.cookie?.split('; ').includes(inspectorCookie))
    say(401, { error: 'No officer is signed in.' });
  else if (version === 'v2' && request.headers['x-window'] !== '2')
    say(400, { error: 'The header X-Window: 2 is missing.' });
  else say(200, shelves[path]());
}
