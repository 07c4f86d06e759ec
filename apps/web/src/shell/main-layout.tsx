import { Outlet, type StaticDataRouteOption, useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '#lib/session.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { Banners } from './banners/banners.tsx';
import { SideMenu } from './bars/side-menu.tsx';
import { TopBar } from './bars/top-bar.tsx';
import { ConsentHost } from './consent/consent-host.tsx';
import { Footer } from './footer.tsx';
import css from './main-layout.module.css';
import { RouteAnnouncer } from './route/route-announcer.tsx';
import { RouteProgress } from './route/route-progress.tsx';
import { SessionEffects } from './session-effects.tsx';
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx';
import { SkipLinks } from './skip-links.tsx';

// For superusers who impersonate a user.
const ImpersonationBanner = lazy(() => import('./impersonation-banner.tsx'));

export function MainLayout() {
  const [drawer, setDrawer] = useState(false);
  const { sidebar = 'menu', footer = 'full', skipTo = [] } = usePageStyle();
  const isImpersonating = useSession()?.impersonatedUntil !== undefined;
  return (
    <div className={cx(css.layout, css[sidebar])}>
      <SkipLinks more={skipTo} />
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

interface MenuDrawerProps {
  open: boolean;
  onClose: () => void;
  /** Whether the drawer is used at every width, because the page has no side menu; otherwise only below 1024 px. */
  always: boolean;
}

/** The side menu in a drawer, for pages and widths without space for it. */
function MenuDrawer({ open, onClose, always }: MenuDrawerProps) {
  const router = useRouter();
  // Closes on every navigation, and when the window becomes wide enough for the side menu.
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia('(width >= 1024px)');
    const onWide = () => !always && onClose();
    wide.addEventListener('change', onWide);
    const unsubscribe = router.subscribe('onBeforeNavigate', onClose);
    return () => {
      wide.removeEventListener('change', onWide);
      unsubscribe();
    };
  }, [open, onClose, always, router]);
  return (
    <Dialog kind="drawer" title="Menu" open={open} onClose={onClose}>
      <SideMenu />
    </Dialog>
  );
}

/** Merges the static data of all matched routes; deeper routes win. */
function usePageStyle() {
  return useMatches({
    select: (matches) => Object.assign({}, ...matches.map((match) => match.staticData)) as StaticDataRouteOption,
    structuralSharing: true,
  });
}
