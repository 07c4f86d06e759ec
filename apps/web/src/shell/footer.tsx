import { Link } from '@tanstack/react-router';
import { openConsent } from '#lib/consent/open-consent.ts';
import { cx } from '#ui/cx.ts';
import { useFeatures } from '../entities/site/use-features.ts';
import css from './footer.module.css';

/** Footer of every page; `short` is one line, for the map and lessons. */
export function Footer({ short }: { short: boolean }) {
  const { social } = useFeatures();
  return (
    <footer className={cx(css.footer, short && css.short)}>
      {!short && (
        <p>
          Hexpedition is free software under the <Link to="/legal">Apache License 2.0</Link>.
        </p>
      )}
      <nav aria-label="Footer">
        <ul className={css.links}>
          {social.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="me noopener">
                {name}
              </a>
            </li>
          ))}
          <li>
            <Link to="/legal">Legal</Link>
          </li>
          <li>
            <button type="button" onClick={openConsent}>
              Manage cookies
            </button>
          </li>
          <li>
            <a href="/docs">API</a>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
