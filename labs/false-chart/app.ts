import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFields, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { ActionError, actions } from './actions.ts';
import { chartPage, problemPage } from './pages.ts';
import { state } from './world.ts';

/** Last values of the forms, so that visitors do not type them twice. */
const filledIn: Record<string, string> = {};
const FIELDS = [
  'name',
  'milliseconds',
  'from',
  'port',
  'id',
  'count',
  'address',
  'extraName',
  'extraType',
  'extraValue',
];

serve(async (request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST') return runAction(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendHtml(response, 405, problemPage('Not done here', 'The Chart Room does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, chartPage(state(), filledIn));
  if (path === '/api/state') return sendJson(response, 200, state());
  sendHtml(response, 404, problemPage('Off the chart', 'This page does not exist. We have checked twice.'));
});

/** `/do/…` is for forms and redirects to the chart, `/api/…` is for programs and returns the state. */
async function runAction(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, way, name = ''] = /^\/(do|api)\/([a-z]+)$/.exec(path) ?? [];
  const fields = await readFields(request);
  if (!fields) return sendHtml(response, 413, problemPage('Too much', 'This request is too long.'));
  if (!way || !Object.hasOwn(actions, name)) {
    return sendHtml(response, 404, problemPage('Off the chart', 'This address has no action.'));
  }
  if (way === 'do') for (const name of FIELDS) filledIn[name] = (fields[name] ?? filledIn[name] ?? '').slice(0, 200);
  try {
    actions[name]?.(fields);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    if (way === 'api') return sendJson(response, 400, { error: error.message });
    return sendHtml(response, 400, chartPage(state(), filledIn, error.message));
  }
  if (way === 'api') return sendJson(response, 200, state());
  sendHtml(response, 200, chartPage(state(), filledIn));
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(value, undefined, 2)}\n`);
}
