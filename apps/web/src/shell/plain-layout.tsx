import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from './bars/theme-toggle.tsx';
import { ConsentHost } from './consent/consent-host.tsx';
import { Footer } from './footer.tsx';
import { MapBackdrop } from './map-backdrop.tsx';
import css from './plain-layout.module.css';
import { RouteAnnouncer } from './route/route-announcer.tsx';
import { RouteProgress } from './route/route-progress.tsx';
import { SessionEffects } from './session-effects.tsx';
import { SkipLink } from './skip-link.tsx';

/** Layout for pages with a single form: no menu, a map in the background. */
export function PlainLayout() {
  return (
    <div className={css.layout}>
      <SkipLink />
      <ConsentHost />
      <RouteProgress />
      <MapBackdrop className={css.chart} />
      <header className={css.top}>
        <Link to="/map" className={css.logo} aria-label="Hexpedition, go to the map">
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
