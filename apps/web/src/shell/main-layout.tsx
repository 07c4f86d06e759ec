import { Outlet, type StaticDataRouteOption, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '#lib/session.ts';
import { cx } from '#ui/cx.ts';
import { Toaster } from '#ui/toaster.tsx';
import { Banners } from './banners/banners.tsx';
import { MenuDrawer } from './bars/menu-drawer.tsx';
import { SideMenu } from './bars/side-menu.tsx';
import { TopBar } from './bars/top-bar.tsx';
import { ConsentHost } from './consent/consent-host.tsx';
import { Footer } from './footer.tsx';
import css from './main-layout.module.css';
import { RouteAnnouncer } from './route/route-announcer.tsx';
import { RouteProgress } from './route/route-progress.tsx';
import { SessionEffects } from './session-effects.tsx';
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx';
import { SkipLink } from './skip-link.tsx';

// For superusers who impersonate a user.
const ImpersonationBanner = lazy(() => import('./impersonation-banner.tsx'));

export function MainLayout() {
  const [drawer, setDrawer] = useState(false);
  const { sidebar = 'menu', footer = 'full' } = usePageStyle();
  const isImpersonating = useSession()?.impersonatedUntil !== undefined;
  return (
    <div className={cx(css.layout, css[sidebar])}>
      <SkipLink />
      <ConsentHost />
      <RouteProgress />
      <TopBar onMenu={() => setDrawer(true)} isBesideMenu={sidebar !== 'own'} />
      <MenuDrawer open={drawer} onClose={() => setDrawer(false)} always={sidebar === 'own'} />
      {sidebar !== 'own' && (
        <aside className={css.side}>
          <SideMenu />
        </aside>
      )}
      <div className={css.page}>
        <div className={css.notices}>
          <Banners />
        </div>
        <main id="main" tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
        <Footer short={footer === 'short'} />
      </div>
      {isImpersonating && (
        <Suspense>
          <ImpersonationBanner />
        </Suspense>
      )}
      <Toaster />
      <SessionEffects />
      <RouteAnnouncer />
      <ShortcutSheet />
    </div>
  );
}

/** Merges the static data of all matched routes; deeper routes win. */
function usePageStyle() {
  return useMatches({
    select: (matches) => Object.assign({}, ...matches.map((match) => match.staticData)) as StaticDataRouteOption,
    structuralSharing: true,
  });
}
