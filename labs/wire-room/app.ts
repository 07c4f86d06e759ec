import type { ServerResponse } from 'node:http';
import { readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { ask, type Question, type Reply } from './execute.ts';
import { boardPage, deskPage, EXAMPLE, inboxPage, manualPage, messagePage } from './pages.ts';
import { pim } from './people.ts';
import { schema } from './schema.ts';

const answer = (question: Question): Reply => ask(schema, question, { viewer: pim });

serve(async (request, response) => {
  const [pathname = '/', parameters = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  const isPost = request.method === 'POST';
  const body = isPost ? await readText(request) : '';
  if (body === undefined) {
    return sendHtml(response, 413, messagePage('Too long', 'This query is too long. The post office is next door.'));
  }
  if (pathname === '/graphql') {
    if (isPost) return reply(response, questionIn(body));
    if (!parameters) return response.writeHead(303, { location: '/desk' }).end();
    return reply(response, questionOf(Object.fromEntries(new URLSearchParams(parameters)), false));
  }
  if (pathname === '/desk') {
    const query = isPost ? (new URLSearchParams(body).get('query') ?? '') : undefined;
    return sendHtml(response, 200, deskPage(query ?? EXAMPLE, query === undefined ? undefined : written(query)));
  }
  if (isPost) return sendHtml(response, 405, messagePage('Not here', 'Send your queries at the desk.'));
  if (pathname === '/')
    return sendHtml(
      response,
      200,
      inboxPage((query) => answer({ query, mayChange: false }).data),
    );
  if (pathname === '/board')
    return sendHtml(
      response,
      200,
      boardPage((query) => answer({ query, mayChange: false }).data),
    );
  if (pathname === '/manual') return sendHtml(response, 200, manualPage());
  sendHtml(response, 404, messagePage('Not found', 'This page does not exist.'));
});

const written = (query: string) => JSON.stringify(answer({ query, mayChange: true }), undefined, 2);

function reply(response: ServerResponse, question: Question | undefined): void {
  const result = question
    ? answer(question)
    : { errors: [{ message: 'Send JSON: { "query": "…", "variables": { … } }.' }] };
  const status = 'data' in result ? 200 : 400;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(result));
}

/** Returns the query in a body; undefined if there is none. */
function questionIn(body: string): Question | undefined {
  try {
    return questionOf(JSON.parse(body), true);
  } catch {
    return undefined;
  }
}

function questionOf(given: unknown, mayChange: boolean): Question | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { query, variables: sent, operationName } = given as Record<string, unknown>;
  let variables = sent;
  try {
    if (typeof sent === 'string') variables = JSON.parse(sent || '{}');
  } catch {
    return undefined;
  }
  if (typeof query !== 'string') return undefined;
  return {
    query,
    mayChange,
    ...(typeof variables === 'object' && variables !== null ? { variables: variables as Record<string, unknown> } : {}),
    ...(typeof operationName === 'string' ? { operationName } : {}),
  };
}
