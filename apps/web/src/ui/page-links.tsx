import { Link, type LinkProps } from '@tanstack/react-router';
import css from './page-links.module.css';

interface Props {
  label: string;
  pages: readonly { to: LinkProps['to']; name: string }[];
}

/** Links between related pages, placed first below the title. */
export const PageLinks = ({ label, pages }: Props) => (
  <nav ref={showCurrent} className={css.nav} aria-label={label}>
    <ul className={css.list}>
      {pages.map(({ to, name }) => (
        <li key={name}>
          <Link to={to} className={css.link} activeOptions={{ exact: true, includeSearch: false }}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** Scrolls the link of the current page into view if the row is wider than the screen, without moving the page. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]');
  if (!nav || !current) return;
  nav.scrollLeft += Math.max(0, current.getBoundingClientRect().right - nav.getBoundingClientRect().right);
}
