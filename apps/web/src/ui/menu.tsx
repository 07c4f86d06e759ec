import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import css from './menu.module.css';

interface TriggerProps {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface Props {
  /** Renders the button that opens the menu: `trigger={(props) => <button type="button" {...props}>…</button>}`. */
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

/** Menu of actions and links, following the WAI-ARIA "menu button" pattern. Its items are rendered only while open. */
export function Menu({ trigger, children, align = 'end' }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const close = (focusTrigger: boolean) => {
    setOpen(false);
    if (focusTrigger) document.getElementById(id)?.focus();
  };
  useEffect(() => {
    if (!open) return;
    itemsOf(list.current)[0]?.focus();
    const onOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(list.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const target = moveTo(event.key, at, items);
    if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') setOpen(false);
    else if (target) target.focus();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    <span className={css.root} ref={root}>
      {trigger({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? `${id}-menu` : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && (
        <div
          ref={list}
          id={`${id}-menu`}
          role="menu"
          tabIndex={-1}
          aria-labelledby={id}
          className={cx(css.popup, align === 'start' && css.start)}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            if ((event.target as Element).closest('[role=menuitem]')) close(false);
          }}
        >
          {children}
        </div>
      )}
    </span>
  );
}

/** Arrow keys wrap around, Home and End go to the ends, a letter to the next item that starts with it. */
function moveTo(key: string, at: number, items: HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at)].find(begins);
}

interface ItemProps {
  icon?: IconName;
  children: ReactNode;
  onClick: () => void;
}

export function MenuItem({ icon, children, onClick }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={css.item} onClick={onClick}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

function Anchor({ icon, children, ...rest }: ComponentProps<'a'> & { icon?: IconName }) {
  return (
    <a {...rest} role="menuitem" tabIndex={-1} className={css.item}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </a>
  );
}

/** An item that is a link to a route. */
export const MenuLink = createLink(Anchor);

export const MenuSeparator = () => <hr className={css.separator} />;

/** Non-interactive line, such as the name of the user. */
export const MenuNote = ({ children }: { children: ReactNode }) => <div className={css.note}>{children}</div>;
