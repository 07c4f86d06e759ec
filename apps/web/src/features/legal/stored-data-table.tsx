import type { BrowserStorageItem } from '@hexpedition/contract';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './stored-data-table.module.css';

const kinds: Record<BrowserStorageItem['kind'], string> = {
  cookie: 'Cookies',
  local: 'Local storage',
  session: 'Session storage (per tab)',
  cache: 'Cache for reading offline',
};

/** Lists what one service stores in the browser, by kind. In a narrow window the cells of a row are stacked. */
export function StoredDataTable({ title, stores }: { title: string; stores: readonly BrowserStorageItem[] }) {
  if (stores.length === 0) return null;
  const present = (Object.keys(kinds) as BrowserStorageItem['kind'][]).filter((kind) =>
    stores.some((one) => one.kind === kind),
  );
  return (
    <table className={css.table}>
      <caption className={css.caption}>
        Stored in your browser<VisuallyHidden>: {title}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Purpose</th>
          <th scope="col">Expires</th>
        </tr>
      </thead>
      {present.map((kind) => (
        <tbody key={kind}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={css.kind}>
              {kinds[kind]}
            </th>
          </tr>
          {stores
            .filter((one) => one.kind === kind)
            .map(({ name, what, lasts }) => (
              <tr key={name}>
                <th scope="row" className={css.name}>
                  <code>{name}</code>
                </th>
                <td>{what || 'Not specified by the operator of this site.'}</td>
                <td className={css.lasts}>{lasts || 'When you decline, or as defined by the service.'}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}
