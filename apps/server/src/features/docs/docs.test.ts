import { type EndpointKey, type ErrorCode, endpointOf, endpoints, errorsOf, errorTable } from '@hexpedition/contract';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';

/** The API description matches the contract, as JSON and as a page. */

let test: TestApp;
let document: OpenApi.Document;
beforeAll(async () => {
  test = await createTestApp();
  document = (await test.anonymous.get<OpenApi.Document>('/openapi.json')).body;
});
afterAll(() => test.close());

const keys = Object.keys(endpoints) as EndpointKey[];

function operationOf(key: string): OpenApi.OperationObject {
  const [method = '', path = ''] = key.split(' ');
  const item = document.paths?.[path.replace(/:(\w+)/g, '{$1}')];
  const operation = item?.[method.toLowerCase() as 'get'];
  if (!operation) throw new Error(`${key} is not described.`);
  return operation;
}

function answersOf(key: string): [status: string, answer: OpenApi.ResponseObject][] {
  return Object.entries(operationOf(key).responses ?? {}) as [string, OpenApi.ResponseObject][];
}

/** Returns the codes in the schema of an error answer. */
function codesOf(answer: OpenApi.ResponseObject): ErrorCode[] {
  const schema = answer.content?.['application/json']?.schema as { allOf: [unknown, OpenApi.SchemaObject] };
  const code = schema.allOf[1].properties?.code as OpenApi.SchemaObject;
  return code.enum as ErrorCode[];
}

describe('every endpoint', () => {
  it('lists each error with its meaning under its status', () => {
    for (const key of keys) {
      const listed = answersOf(key)
        .filter(([status]) => status !== '200')
        .flatMap(([status, answer]) =>
          codesOf(answer).map((code) => {
            expect(String(errorTable[code].status), `${key}: ${code}`).toBe(status);
            expect(answer.description, key).toContain(`\`${code}\`: ${errorTable[code].when}`);
            return code;
          }),
        );
      expect(listed.sort(), key).toEqual([...errorsOf(key)].sort());
    }
  });

  it('describes its answer', () => {
    for (const key of keys) {
      for (const [, { description }] of answersOf(key)) expect(description, key).toMatch(/^[`A-Z].+\.$/s);
      expect(JSON.stringify(operationOf(key)), key).not.toContain('Default Response');
    }
  });

  it('includes the proof-of-work header if the contract requires one', () => {
    for (const key of keys) {
      const parameters = (operationOf(key).parameters ?? []) as OpenApi.ParameterObject[];
      const { pow } = endpointOf(key);
      const headers = parameters.filter(({ in: place }) => place === 'header');
      expect(
        headers.map(({ name, required }) => [name, required]),
        key,
      ).toEqual(pow ? [['X-POW', pow === true]] : []);
    }
  });
});

it('has this form for one endpoint', () => {
  const { parameters, responses } = operationOf('POST /api/account/resend_verification');
  expect({ parameters, 400: responses?.[400] }).toMatchInlineSnapshot(`
    {
      "400": {
        "content": {
          "application/json": {
            "schema": {
              "allOf": [
                {
                  "$ref": "#/components/schemas/Error",
                },
                {
                  "properties": {
                    "code": {
                      "enum": [
                        "invalid_request",
                        "pow_required",
                        "pow_invalid",
                      ],
                    },
                  },
                },
              ],
            },
          },
        },
        "description": "\`invalid_request\`: A part of the request is missing or invalid; \`fields\` lists them.

    \`pow_required\`: The call needs a proof of work in the header X-POW.

    \`pow_invalid\`: The proof of work is wrong, expired, used, or made for another call.",
      },
      "parameters": [
        {
          "description": "A proof of work for this call, valid once: the base64url of the JSON \`{challenge, solution}\`, with a challenge of GET /api/account/pow.",
          "in": "header",
          "name": "X-POW",
          "required": true,
          "schema": {
            "type": "string",
          },
        },
      ],
    }
  `);
});

it('states that notes are Markdown', async () => {
  const [, answer] = answersOf('GET /api/account/notes/markdown')[0] ?? [];
  expect(answer?.content).toEqual({ 'text/markdown': { schema: { type: 'string' } } });
  const given = await (await test.as()).get('/api/account/notes/markdown');
  expect(given.headers['content-type']).toBe('text/markdown; charset=utf-8');
});

it('describes the access code page', () => {
  expect(Object.keys(document.paths?.['/api/account/check_access'] ?? {})).toEqual(['get', 'post']);
  const statuses = (key: string) => answersOf(`${key} /api/account/check_access`).map(([status]) => status);
  expect(statuses('GET')).toEqual(['200', '303']);
  expect(statuses('POST')).toEqual(['303', '400', '403', '413', '415', '429']);
});

it('resolves every reference to a schema', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  const names = new Set(references.map(([, name]) => name));
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining([...names]));
});

it('is served as JSON and as a page', async () => {
  const { body, headers } = await test.app.inject('/docs');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<code>X-POW</code> <span>header, required</span>: A proof of work for this call');
  expect(body).toContain(`<dd><code>username_taken</code>: ${errorTable.username_taken.when}</dd>`);
  expect(body).toContain('<p><code>text/markdown</code></p>');
  expect(body).toContain('<code>/api/account/check_access</code>');
  expect(body).not.toMatch(/<(dd|li|p)>[^<]*`/);
  const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id) => /\s/.test(id ?? ''))).toEqual([]);
});
