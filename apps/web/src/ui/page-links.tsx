import { Link, type LinkProps } from '@tanstack/react-router';
import css from './page-links.module.css';

interface Props {
  label: string;
  pages: readonly { to: LinkProps['to']; name: string }[];
}

/** The links from one to the other of pages that belong together. They stand first below the title. */
export const PageLinks = ({ label, pages }: Props) => (
  <nav className={css.nav} aria-label={label}>
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
