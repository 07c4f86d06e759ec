import type { FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { Partners } from './partners-file.ts';

/** An SVG that is opened directly is a document. This policy blocks scripts and gives it an opaque origin. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Serves the company's logo. The route is public, because visitors see the logo and <img> sends no credential. */
export function logoRoute(app: FastifyInstance, { company }: Partners): void {
  const logo = company?.logo;
  app.route<{ Params: { file: string } }>({
    method: 'GET',
    url: '/partners/:file',
    config: { access: 'public' },
    schema: { hide: true },
    logLevel: 'warn',
    handler: async (request, reply) => {
      if (!logo || logo.path !== `/partners/${request.params.file}`) {
        reply.header('cache-control', 'no-store');
        throw notFound('image');
      }
      reply.headers(headers).header('etag', logo.etag);
      const isCached = request.headers['if-none-match']
        ?.split(',')
        .some((tag) => tag.trim().replace(/^W\//, '') === logo.etag);
      return isCached ? reply.status(304).send() : reply.type(logo.contentType).send(logo.bytes);
    },
  });
}

interface Deps {
  db: Db;
  partners: Partners;
  readUser: ReadUser;
}

/** Serves the company's page to its own accounts. Other accounts get 404. */
export function companyRoutes(app: FastifyInstance, { db, partners: { company }, readUser }: Deps): void {
  registerEndpoints(app, {
    'GET /api/config/company': async ({ viewer }) => {
      const { account } = await readUser(db, viewer.pk);
      if (!company || !account.company) throw notFound('page');
      return { text_html: company.textHtml };
    },
  });
}
