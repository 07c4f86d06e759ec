import {
  type EndpointKey,
  ErrorAnswer,
  type ErrorCode,
  endpointOf,
  endpoints,
  errorsOf,
  errorTable,
} from '@hexpedition/contract';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { z } from 'zod';

/**
 * Completes an OpenAPI document with facts from the contract: the proof-of-work header, the meaning of answers, and
 * error codes. Also adds the access code page, the only path below /api that is not an endpoint.
 */
export function completeDescription(document: OpenApi.Document): OpenApi.Document {
  const paths = { ...document.paths };
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const [method = '', pattern = ''] = key.split(' ');
    const path = pattern.replace(/:(\w+)/g, '{$1}');
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const operation = paths[path]?.[name];
    if (operation) paths[path] = { ...paths[path], [name]: completeOperation(key, operation) };
  }
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, Error: errorSchema } },
    paths: { ...paths, '/api/account/check_access': checkAccess },
  };
}

const errorSchema = z.toJSONSchema(
  ErrorAnswer.extend({ code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]) }),
) as OpenApi.SchemaObject;

function completeOperation(key: EndpointKey, operation: OpenApi.OperationObject): OpenApi.OperationObject {
  const { summary, answer, bounded, contentType = 'application/json', pow, bytes } = endpointOf(key);
  const [body] = Object.values((operation.responses?.[200] as OpenApi.ResponseObject | undefined)?.content ?? {});
  return {
    ...operation,
    ...(bounded ? { description: bounded } : {}),
    ...(bytes ? { requestBody: fileBody } : {}),
    ...(pow ? { parameters: [...(operation.parameters ?? []), proofHeader(pow)] } : {}),
    responses: {
      200: { description: `${answer ?? summary}.`, content: { [contentType]: body ?? {} } },
      ...errorAnswers(errorsOf(key)),
    },
  };
}

const fileBody: OpenApi.RequestBodyObject = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

function proofHeader(pow: true | 'sometimes'): OpenApi.ParameterObject {
  const description =
    'A proof of work for this call, valid once: the base64url of the JSON `{challenge, solution}`, with a challenge of ' +
    'GET /api/account/pow.';
  return {
    name: 'X-POW',
    in: 'header',
    required: pow === true,
    description: pow === true ? description : `${description} Required if the answer without it is \`pow_required\`.`,
    schema: { type: 'string' },
  };
}

/** Returns one answer per status, with its error codes. */
function errorAnswers(codes: ReadonlySet<ErrorCode>): OpenApi.ResponsesObject {
  const statuses = new Set([...codes].map((code) => errorTable[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codesOfStatus = [...codes].filter((code) => errorTable[code].status === status);
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codesOfStatus } } }],
      };
      const answer: OpenApi.ResponseObject = {
        description: codesOfStatus.map((code) => `\`${code}\`: ${errorTable[code].when}`).join('\n\n'),
        ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
        content: { 'application/json': { schema } },
      };
      return [String(status), answer];
    }),
  );
}

const retryAfter: OpenApi.HeaderObject = { description: 'Seconds to wait.', schema: { type: 'integer' } };

const html = { 'text/html': { schema: { type: 'string' } } } as const;
const next = { type: 'string', description: 'Path of this site to continue to after the correct code.' } as const;

/** The access code page. While a site requires a code, every other address answers 403 with this page. */
const checkAccess: OpenApi.PathItemObject = {
  get: {
    tags: ['Access'],
    summary: 'The form for the access code, if the operator has set one',
    parameters: [{ name: 'next', in: 'query', description: next.description, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The form, as a page.', content: html },
      303: { description: 'No code is needed, or it was already entered. Redirects to `next`.' },
    },
  },
  post: {
    tags: ['Access'],
    summary: 'Submit the access code',
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { code: { type: 'string' }, next }, required: ['code'] },
        },
      },
    },
    responses: {
      303: { description: 'The code is correct. Sets a cookie and redirects to `next`.' },
      400: { description: 'The form cannot be read. The form again, as a page.', content: html },
      403: { description: 'The code is wrong. The form again, as a page.', content: html },
      413: { description: 'The form is too large. The form again, as a page.', content: html },
      415: { description: 'The body is not a form. The form again, as a page.', content: html },
      429: {
        description: 'Too many attempts from this network. The form again, as a page.',
        headers: { 'Retry-After': retryAfter },
        content: html,
      },
    },
  },
};
