import { Link } from '@tanstack/react-router';
import css from './footer.module.css';

export function Footer() {
  return (
    <footer className={css.footer}>
      <p>
        Hexpedition is free software under the <Link to="/legal">Apache License 2.0</Link>.
      </p>
      <nav aria-label="Footer">
        <ul className={css.links}>
          <li>
            <Link to="/legal">Legal</Link>
          </li>
          <li>
            <a href="/docs">API</a>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
