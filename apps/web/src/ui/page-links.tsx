import { Link, type LinkProps } from '@tanstack/react-router';
import css from './page-links.module.css';

interface Props {
  label: string;
  pages: readonly { to: LinkProps['to']; name: string }[];
}

/** The links from one to the other of pages that belong together. They stand first below the title. */
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

/** On a phone the row may be wider than its place. Then the link of this page is in sight, without moving the page. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]');
  if (!nav || !current) return;
  nav.scrollLeft += Math.max(0, current.getBoundingClientRect().right - nav.getBoundingClientRect().right);
}
