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
        <Canonical />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/**
 * One address a page: the path, without the search parameters that only change the view. What only the owner of a link
 * may know has none.
 */
function Canonical() {
  const { publicOrigin } = useRouter().options.context;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isSecret = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.secret) });
  if (!publicOrigin || isSecret) return null;
  const href = `${publicOrigin}${path === '/' ? '/' : path.replace(/\/$/, '')}`;
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:url" content={href} />
    </>
  );
}
