import type { PointerEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { CarriedItem, UnplacedItem } from '../editor-tools.ts';
import css from './panels.module.css';
import { useRestoredFocus } from './use-restored-focus.ts';

interface Props {
  items: readonly UnplacedItem[];
  /** Returns the numbers of the problems that an item is part of. */
  problemNumbersOf: (item: UnplacedItem) => readonly number[];
  carried: CarriedItem | null;
  onCarry: (item: CarriedItem | null) => void;
  /** Called when the pointer is released anywhere in the window. */
  onDrop: (item: CarriedItem, event: globalThis.PointerEvent) => void;
  onPlaceAll: () => void;
}

/** Items without a hex. They can be dragged onto land, or picked up with Enter and placed with the hex cursor. */
export function Tray({ items, problemNumbersOf, carried, onCarry, onDrop, onPlaceAll }: Props) {
  const restoredFocus = useRestoredFocus<HTMLElement>();
  const startDrag = (item: CarriedItem) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const up = (end: globalThis.PointerEvent) => {
      document.removeEventListener('pointerup', up);
      document.removeEventListener('pointercancel', up);
      if (end.type === 'pointerup' && Math.hypot(end.clientX - start.x, end.clientY - start.y) > 8) onDrop(item, end);
    };
    document.addEventListener('pointerup', up);
    document.addEventListener('pointercancel', up);
  };
  return (
    <section className={css.tray} aria-labelledby="tray" data-part {...restoredFocus}>
      <header className={css.head}>
        <h2 id="tray" className={css.title} tabIndex={-1}>
          Not on the map
        </h2>
        <span className={css.count}>{items.length}</span>
        <span className={css.hint}>
          {items.length > 0
            ? 'Drag an item onto land, or press Enter and move it with the arrow keys.'
            : 'Everything is on the map.'}
        </span>
        {items.length > 0 && (
          <Button size="sm" icon="map" onClick={onPlaceAll}>
            Place all
          </Button>
        )}
      </header>
      <ul className={css.cards}>
        {items.map((item) => (
          <li key={item.ref}>
            <button
              type="button"
              data-item={item.ref}
              className={cx(css.card, carried?.ref === item.ref && css.carried)}
              aria-pressed={carried?.ref === item.ref}
              onPointerDown={startDrag(item)}
              onClick={() => onCarry(carried?.ref === item.ref ? null : item)}
            >
              <span className={css.emblem}>
                <Icon name={iconOf(item)} size={18} />
              </span>
              <span className={css.words}>
                <strong>{item.name}</strong>
                <small>{item.about}</small>
              </span>
              {problemNumbersOf(item).map((number) => (
                <span key={number} className={css.number}>
                  <VisuallyHidden>part of problem</VisuallyHidden> {number}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const iconOf = ({ ref, icon = 'compass' }: CarriedItem): IconName =>
  ref.startsWith('lab:') ? 'flask' : icon in iconPaths ? (icon as IconName) : 'compass';
