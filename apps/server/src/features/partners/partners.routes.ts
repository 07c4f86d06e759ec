import type { FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { Partners } from './partners-file.ts';

/** Opened by itself, a picture is a document: it may do nothing, and belongs to nobody's origin. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The company's logo: an <img> carries no credential, and everybody sees it beside a sponsored training. */
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
        throw notFound('picture');
      }
      reply.headers(headers).header('etag', logo.etag);
      const known = request.headers['if-none-match']
        ?.split(',')
        .some((tag) => tag.trim().replace(/^W\//, '') === logo.etag);
      return known ? reply.status(304).send() : reply.type(logo.contentType).send(logo.bytes);
    },
  });
}

interface Deps {
  db: Db;
  partners: Partners;
  readUser: ReadUser;
}

/** What the company says to its own people. For everybody else there is no page, although its name is no secret. */
export function companyRoutes(app: FastifyInstance, { db, partners: { company }, readUser }: Deps): void {
  registerEndpoints(app, {
    'GET /api/config/company': async ({ viewer }) => {
      const { account } = await readUser(db, viewer.pk);
      if (!company || !account.company) throw notFound('page');
      return { text_html: company.textHtml };
    },
  });
}
