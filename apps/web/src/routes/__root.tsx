import { createRootRouteWithContext } from '@tanstack/react-router';
import { enforceCspZone } from '#lib/csp-zones.ts';
import { pageHead, siteName } from '#lib/head.ts';
import type { RouterContext } from '#lib/router.ts';
import { Document } from '#shell/document.tsx';
import { preloadedFonts } from '../styles/fonts.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: enforceCspZone,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      ...pageHead({
        title: '',
        wholeTitle: siteName,
        description: 'Learn hacking by doing it: a map of courses and lessons, with labs that you really hack.',
      }).meta,
      { name: 'theme-color', content: '#070d1a' },
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
