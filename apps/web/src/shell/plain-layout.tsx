import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from './bars/theme-toggle.tsx';
import { ChartBackdrop } from './chart-backdrop.tsx';
import { ConsentHost } from './consent/consent-host.tsx';
import { Footer } from './footer.tsx';
import css from './plain-layout.module.css';
import { RouteAnnouncer } from './route/route-announcer.tsx';
import { RouteProgress } from './route/route-progress.tsx';
import { SessionEffects } from './session-effects.tsx';
import { SkipLink } from './skip-link.tsx';

/** For the pages that are one form: no menu, the chart in the background. */
export function PlainLayout() {
  return (
    <div className={css.layout}>
      <SkipLink />
      <ConsentHost />
      <RouteProgress />
      <ChartBackdrop className={css.chart} />
      <header className={css.top}>
        <Link to="/map" className={css.logo} aria-label="Hexpedition, to the map">
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <Footer short />
      <SessionEffects />
      <RouteAnnouncer />
    </div>
  );
}
