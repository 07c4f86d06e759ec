import type { StoredThing } from '@hexpedition/contract';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './kept-table.module.css';

const kinds: Record<StoredThing['kind'], string> = {
  cookie: 'Cookies',
  local: 'Local storage',
  session: 'Session storage, of one tab',
  cache: 'Cache, for reading without a connection',
};

/** What one service keeps in the browser, by kind. In a narrow window the cells of a row stand one below the other. */
export function KeptTable({ title, stores }: { title: string; stores: readonly StoredThing[] }) {
  if (stores.length === 0) return null;
  const present = (Object.keys(kinds) as StoredThing['kind'][]).filter((kind) =>
    stores.some((one) => one.kind === kind),
  );
  return (
    <table className={css.table}>
      <caption className={css.caption}>
        Kept in your browser<VisuallyHidden>: {title}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What for</th>
          <th scope="col">How long</th>
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
                <td>{what || 'The operator of this site has not said.'}</td>
                <td className={css.lasts}>{lasts || 'Until you decline, or as long as the service says.'}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}
