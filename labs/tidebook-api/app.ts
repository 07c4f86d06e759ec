import type { IncomingMessage, ServerResponse } from 'node:http';
import { readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { type Answer, type Call, refuse } from './answer.ts';
import { tideBook } from './apk.ts';
import { messagePage, shopPage } from './pages.ts';
import { version1 } from './v1.ts';
import { version2 } from './v2.ts';

const apk = tideBook();
/** Maximum bytes of a request's body. */
const MAX_BYTES = 4096;

const versions: Record<string, (call: Call) => Answer> = { v1: version1, v2: version2 };
const noVersion = (): Answer => refuse(404, 'No such version.');

serve((request, response) => {
  const path = request.url?.split('?')[0] ?? '/';
  const [, first = '', ...rest] = path.split('/');
  const version = Object.hasOwn(versions, first) ? versions[first] : undefined;
  if (version) return callVersion(version, rest, request, response);
  if (/^v\d+$/.test(first)) return callVersion(noVersion, rest, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not here', 'You can only read pages. The app uses other addresses.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, shopPage(apk.length));
  if (path === '/tidebook.apk') {
    response.writeHead(200, {
      'content-type': 'application/vnd.android.package-archive',
      'content-disposition': 'attachment; filename="tidebook.apk"',
    });
    return response.end(apk);
  }
  sendHtml(response, 404, messagePage('Not found', 'This page does not exist.'));
});

async function callVersion(
  version: (call: Call) => Answer,
  path: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readText(request, { limit: MAX_BYTES });
  const body = text === undefined ? undefined : parse(text);
  const { method = 'GET', headers } = request;
  const { status, body: said } = body
    ? version({ method, path, headers, body })
    : refuse(text === undefined ? 413 : 400, 'The body must be a short JSON object.');
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(said)}\n`);
}

/** Parses an object; undefined for other values. */
function parse(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
