import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { version } from '#platform/version';
import { completeDescription } from './description.ts';
import { docsStyle, renderDocs } from './docs.page.ts';

const config = { access: 'public' as const };
const hidden = { config, schema: { hide: true } };

/**
 * Serves the description of the API, generated from the contract: OpenAPI 3.1 at /openapi.json and a page at /docs.
 * Register it before the routes that it describes.
 */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hexpedition',
        version,
        description:
          'Every error is JSON with code (from a closed list), msg (a sentence for the user), and optionally detail, fields, retry_after or request_id.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => completeDescription(jsonSchemaTransformObject(document) as OpenAPIV3_1.Document),
  });

  // Rendered once: the routes do not change while the server runs.
  let page: string | undefined;
  let description: string | undefined;

  app.get('/openapi.json', hidden, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    description ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(description);
  });

  app.get('/docs/style.css', hidden, async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle));

  app.get('/docs', hidden, async (_request, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    page ??= renderDocs(app.swagger());
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
