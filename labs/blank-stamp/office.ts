import { randomBytes } from 'node:crypto';
import { type Html, readFlag } from '@hexpedition/lab-runtime/kit';
import { NUMBER } from './names.ts';
import { applicationPage, deskPage, instructionsPage, messagePage } from './pages.ts';

/** A request to the office, from any browser. */
export interface Request {
  method: string;
  path: string;
  /** The fields of the query and of the form together. */
  fields: URLSearchParams;
  cookie: string;
}
export interface Answer {
  status: number;
  page?: Html;
  location?: string;
  /** Why the request was rejected. */
  reason?: string;
}

const draw = () => randomBytes(16).toString('hex');
/** Mr. Blank's session, and the token in his forms. */
const session = draw();
const token = draw();
export const clerkCookie = `desk=${session}`;

let state: 'waiting' | 'stamped' | 'sealed' = 'waiting';

/** Actions of a clerk on an application. */
const actions: Record<string, (number: string) => Answer> = {
  '/desk/stamp': (number) => {
    if (number !== NUMBER) return unknown;
    if (state === 'waiting') state = 'stamped';
    return done;
  },
  '/desk/seal': (number) => {
    if (number !== NUMBER) return unknown;
    if (state === 'waiting') return refuse(409, 'Not yet', 'An application without a stamp gets no seal.');
    state = 'sealed';
    return done;
  },
};

const done: Answer = { status: 303, location: '/desk' };
const refuse = (status: number, title: string, text: string): Answer => ({
  status,
  page: messagePage(title, text),
  reason: `${title}. ${text}`,
});
const unknown = refuse(404, 'No such application', 'Send its number in the field application.');

export function office({ method, path, fields, cookie }: Request): Answer {
  const isClerk = cookie.split('; ').includes(clerkCookie);
  const act = actions[path];
  if (act) {
    if (!isClerk) return refuse(403, 'Clerks only', 'Only the clerk may stamp and seal, and you are not the clerk.');
    // The seal is worth more than the stamp, so its form contains a token
    if (path === '/desk/seal' && method === 'POST' && fields.get('token') !== token) {
      return refuse(403, 'Wrong token', 'This form does not have the token of the desk.');
    }
    return act(fields.get('application') ?? '');
  }
  if (path === '/desk') {
    if (!isClerk) return refuse(403, 'Clerks only', 'Only the clerk may open the desk, and you are not the clerk.');
    return { status: 200, page: deskPage(state, token) };
  }
  if (path === '/instructions') return { status: 200, page: instructionsPage() };
  if (path === '/') {
    const stamp = state === 'waiting' ? undefined : readFlag('stamp');
    const seal = state === 'sealed' ? readFlag('seal') : undefined;
    return { status: 200, page: applicationPage(stamp, seal) };
  }
  return refuse(404, 'Wrong window', 'This window is closed. There is a queue, but there is always a queue.');
}
