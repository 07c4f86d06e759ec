import { createRootRouteWithContext } from '@tanstack/react-router';
import type { RouterContext } from '#lib/router.ts';
import { Document } from '#shell/document.tsx';
import { preloadedFonts } from '../styles/fonts.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: 'Hexpedition' },
      {
        name: 'description',
        content: 'Learn hacking by doing it: a map of courses, lessons, and labs that are really hacked.',
      },
      { name: 'theme-color', content: '#070d1a' },
      { property: 'og:site_name', content: 'Hexpedition' },
      { property: 'og:type', content: 'website' },
    ],
    links: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      ...preloadedFonts.map((href) => ({
        rel: 'preload',
        as: 'font' as const,
        type: 'font/woff2',
        href,
        crossOrigin: 'anonymous' as const,
      })),
    ],
  }),
  shellComponent: Document,
});
