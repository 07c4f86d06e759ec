import { Link, Outlet } from '@tanstack/react-router';
import { useSiteName } from '#entities/site/use-features.ts';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from './bars/theme-toggle.tsx';
import { ConsentHost } from './consent/consent-host.tsx';
import { Footer } from './footer.tsx';
import css from './plain-layout.module.css';
import { RouteAnnouncer } from './route/route-announcer.tsx';
import { RouteProgress } from './route/route-progress.tsx';
import { SessionEffects } from './session-effects.tsx';
import { SkipLinks } from './skip-links.tsx';

const columns = [0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0];

/** Cells of a small island, as [column, row] of pointy-topped hexagons. */
const island = [
  [0, 0],
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 1],
  [3, 1],
  [-1, 2],
  [0, 2],
  [1, 2],
  [2, 2],
  [0, 3],
  [1, 3],
  [0, 4],
] as const;

/** Decorative background: an island with depth lines, coordinates and a course. */
function MapBackdrop({ className }: { className?: string | undefined }) {
  const land = island.map(([column, row]) => hexAt(1040 + column * 83 + (row % 2 ? 41.5 : 0), 300 + row * 72)).join('');
  return (
    <svg
      className={className}
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      <g className={css.depth}>
        {[190, 130, 72].map((width) => (
          <path key={width} d={land} strokeWidth={width} />
        ))}
      </g>
      <path className={css.land} d={land} />
      <path className={css.course} d="M-20 820C200 760 260 640 430 640S720 780 900 660s110-170 222-210" />
      <g className={css.numbers}>
        {columns.map((value, index) => (
          <text key={value} x={64 + index * 100} y="884">
            0x{value.toString(16).toUpperCase()}
          </text>
        ))}
      </g>
    </svg>
  );
}

function hexAt(x: number, y: number, radius = 48): string {
  const points = [0, 1, 2, 3, 4, 5].map((side) => {
    const angle = (Math.PI / 3) * side - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(0)} ${(y + radius * Math.sin(angle)).toFixed(0)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Layout for pages with a single form: no menu, a map in the background. */
export function PlainLayout() {
  const name = useSiteName();
  return (
    <div className={css.layout}>
      <SkipLinks />
      <ConsentHost />
      <RouteProgress />
      <MapBackdrop className={css.chart} />
      <header className={css.top}>
        <Link to="/map" className={css.logo} aria-label={`${name}, go to the map`}>
          <Logo name={name} />
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
