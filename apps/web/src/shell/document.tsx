import { startUpScript } from 'virtual:start-up-script';
import { Asset, Scripts, useMatches, useRouter, useRouterState, useTags } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSiteName } from '#entities/site/use-features.ts';
import { siteName } from '#lib/head.ts';

/**
 * The HTML document around every route. React must keep the attributes of <html> that the start-up script sets.
 * `data-overview` tells that script that the server has rendered the overview.
 */
export function Document({ children }: { children: ReactNode }) {
  const isOverview = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const rendered = import.meta.env.SSR && isOverview ? { 'data-overview': '' } : {};
  return (
    <html lang="en" data-theme="dark" {...rendered} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a build-time constant whose hash is in the policy */}
        <script dangerouslySetInnerHTML={{ __html: startUpScript }} />
        <HeadTags />
        {import.meta.env.SSR && <ShareTags />}
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/** The tags of the routes, as `HeadContent` renders them, with the name of the site in the titles. */
function HeadTags() {
  const name = useSiteName();
  return useTags().map((tag) => {
    const text = JSON.stringify(tag);
    const named = text.includes(siteName) ? JSON.parse(text.replaceAll(siteName, inJson(name))) : tag;
    return <Asset key={text} {...named} />;
  });
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Canonical URL and social preview image. The URL is the path without search parameters, which only change the view.
 * Pages with secret addresses get no tags. Rendered only on the server, because crawlers run no scripts.
 */
function ShareTags() {
  const { publicOrigin, canonicalPath } = useRouter().options.context;
  const rendered = useRouterState({ select: (state) => state.location.pathname });
  const path = canonicalPath ?? rendered;
  const matches = useMatches();
  const name = useSiteName();
  if (!publicOrigin || matches.some(({ staticData }) => staticData.secret)) return null;
  const href = `${publicOrigin}${path === '/' ? '/' : path.replace(/\/$/, '')}`;
  const { training, lab, slug }: { training?: string; lab?: string; slug?: string } = matches.at(-1)?.params ?? {};
  const subject = training ? `course/${training}` : (lab ?? slug) ? `lab/${lab ?? slug}` : 'map';
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:url" content={href} />
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={`${publicOrigin}/share/${subject}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
