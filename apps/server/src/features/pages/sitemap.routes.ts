import type { Features, LabCard, Training } from '@hexpedition/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#platform/errors';

/** Pages for crawlers besides courses, labs and the map of videos. */
const pages = ['/', '/map', '/labs', '/leaderboard'];

interface SitemapOptions {
  /** Scheme and host that visitors see. */
  publicUrl: string;
  /** Headers of the API calls that read courses and labs. */
  apiHeaders?: (() => Record<string, string>) | undefined;
}

/** Serves robots.txt and the sitemap, which lists the pages that a visitor without an account can read. */
export function registerSitemap(app: FastifyInstance, { publicUrl, apiHeaders = () => ({}) }: SitemapOptions): void {
  const { origin } = new URL(publicUrl);
  const read = async <T>(url: string): Promise<T> => {
    const answer = await app.inject({ method: 'GET', url, headers: { ...apiHeaders(), accept: 'application/json' } });
    if (answer.statusCode !== 200) {
      throw new AppError('unavailable', 'The sitemap is not available right now. Try again in a moment.');
    }
    return answer.json();
  };
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .type(type)
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(text);
  const options = { config: { access: 'public' }, logLevel: 'warn', schema: { hide: true } } as const;

  app.get('/robots.txt', options, (_request, reply) => {
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /404/', 'Disallow: /network-error'];
    return send(reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\nSitemap: ${origin}/sitemap.xml\n`);
  });

  app.get('/sitemap.xml', options, async (_request, reply) => {
    const [{ trainings }, { labs }, { hexmapYT }] = await Promise.all([
      read<{ trainings: Pick<Training, 'slug'>[] }>('/api/trainings'),
      read<{ labs: Pick<LabCard, 'slug'>[] }>('/api/lab/'),
      read<Pick<Features, 'hexmapYT'>>('/api/config/features2'),
    ]);
    const paths = [
      ...pages,
      // The menu shows the map of videos in the same case.
      ...(hexmapYT.nav.length > 0 ? ['/youtube'] : []),
      ...trainings.map(({ slug }) => `/courses/${slug}`),
      ...labs.map(({ slug }) => `/lab/${slug}`),
    ];
    const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
    return send(
      reply,
      'application/xml; charset=utf-8',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    );
  });
}
