import { startUpScript } from 'virtual:start-up-script';
import { HeadContent, Scripts, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The page around every route. The start-up script changes attributes of <html>, which React must not undo. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; its hash is in the policy */}
        <script dangerouslySetInnerHTML={{ __html: startUpScript }} />
        <HeadContent />
        {import.meta.env.SSR && <Shared />}
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/**
 * One address a page, and the picture that others show of it. The address is the path, without the search parameters
 * that only change the view; what only the owner of a link may know has none. It is for programs, which run no scripts,
 * so the browser need not know how it is made.
 */
function Shared() {
  const { publicOrigin } = useRouter().options.context;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const matches = useMatches();
  if (!publicOrigin || matches.some(({ staticData }) => staticData.secret)) return null;
  const href = `${publicOrigin}${path === '/' ? '/' : path.replace(/\/$/, '')}`;
  const { training, lab, slug }: { training?: string; lab?: string; slug?: string } = matches.at(-1)?.params ?? {};
  const subject = training ? `course/${training}` : (lab ?? slug) ? `lab/${lab ?? slug}` : 'map';
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:url" content={href} />
      <meta property="og:site_name" content="Hexpedition" />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={`${publicOrigin}/share/${subject}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
