import { hexPath } from '#ui/hex.ts';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import css from './setup.module.css';
import type { SiteKind } from './site-kinds.ts';

type Cell = [column: number, row: number, icon?: IconName];

const cells: Record<SiteKind, readonly Cell[]> = {
  club: [
    [3, 0],
    [4, 0, 'user'],
    [2, 1, 'user'],
    [3, 1, 'flag'],
    [4, 1, 'user'],
    [3, 2, 'user'],
    [4, 2],
  ],
  school: [
    [1, 0],
    [0, 1, 'users'],
    [1, 1, 'flask'],
    [1, 2],
    [4, 0],
    [3, 1, 'users'],
    [4, 1, 'flask'],
    [4, 2],
    [7, 0],
    [6, 1, 'users'],
    [7, 1, 'note'],
    [7, 2],
  ],
  shop: [
    [3, 0],
    [4, 0, 'lock'],
    [2, 1, 'compass'],
    [3, 1, 'key'],
    [4, 1, 'lock'],
    [3, 2],
    [4, 2, 'lock'],
  ],
};

/** Drawing of a small archipelago. */
export function KindPicture({ kind }: { kind: SiteKind }) {
  return (
    <svg className={css.picture} viewBox="0 0 236 104" aria-hidden="true">
      {[34, 20].map((width) => (
        <g key={width} className={css.depth} strokeWidth={width}>
          {cells[kind].map((cell) => (
            <path key={cell.join()} d={hexPath} transform={placeOf(cell)} />
          ))}
        </g>
      ))}
      {cells[kind].map((cell) => (
        <g key={cell.join()} transform={placeOf(cell)} className={css.cell}>
          <path d={hexPath} />
          {cell[2] && <path className={css.cellIcon} transform="translate(8.8 8.8) scale(.6)" d={iconPaths[cell[2]]} />}
        </g>
      ))}
    </svg>
  );
}

const placeOf = ([column, row]: Cell) => `translate(${8 + column * 25 + (row % 2 ? 12.5 : 0)} ${14 + row * 21.5})`;
