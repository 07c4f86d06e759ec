import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon, type IconShape } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './pane-tabs.module.css';

export interface PaneTab {
  id: string;
  icon: IconName | IconShape;
  name: string;
  /** Badge after the name, such as a tick or a count. */
  mark?: ReactNode;
  onClose?: (() => void) | undefined;
  onRename?: ((name: string) => void) | undefined;
}

interface Props {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly PaneTab[];
  value: string;
  onChange: (id: string) => void;
  /** Called after a click, which moves the focus into the panel. Arrow keys do not call it. */
  onPress?: (id: string) => void;
  children?: ReactNode;
}

/** Returns the props of a tab's panel: `<div {...panelOf('files')}>`. */
export const panelOf = (id: string) => ({
  id: `bench-${id}`,
  role: 'tabpanel',
  'aria-labelledby': `bench-${id}-tab`,
});

/** Tabs of a pane. Arrow keys select, F2 renames, Delete closes. */
export function PaneTabs({ label, tabs, value, onChange, onPress, children }: Props) {
  const [renaming, setRenaming] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const count = tabs.length;
  // Scrolls the current tab and its close button into view if the tabs do not fit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: adding or closing a tab moves the others
  useEffect(() => {
    const slot = list.current?.querySelector<HTMLElement>('[data-current]');
    if (!list.current || !slot) return;
    const [around, own] = [list.current.getBoundingClientRect(), slot.getBoundingClientRect()];
    list.current.scrollLeft += Math.max(0, own.right - around.right) - Math.max(0, around.left - own.left);
  }, [value, count]);
  const focus = (id: string) => list.current?.querySelector<HTMLElement>(`#bench-${id}-tab`)?.focus();

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === value);
    const tab = tabs[at];
    if (event.key === 'F2' && tab?.onRename) setRenaming(value);
    else if (event.key === 'Delete' && tab?.onClose) tab.onClose();
    else {
      const next = {
        ArrowRight: tabs[(at + 1) % tabs.length],
        ArrowLeft: tabs.at(at - 1),
        Home: tabs[0],
        End: tabs.at(-1),
      }[event.key];
      if (!next) return;
      onChange(next.id);
      focus(next.id);
    }
    event.preventDefault();
  };

  const owned = tabs.filter(({ id }) => id !== renaming).map(({ id }) => `bench-${id}-tab`);
  return (
    <div className={css.tabs}>
      {/* A tablist may contain only tabs, so the close buttons are outside of it. */}
      <div role="tablist" aria-label={label} aria-owns={owned.join(' ') || undefined} />
      <div ref={list} className={css.list}>
        {tabs.map(({ id, icon, name, mark, onClose, onRename }) => (
          <span
            key={id}
            className={cx(css.slot, id === value && css.current)}
            data-current={id === value || undefined}
            role="presentation"
          >
            {renaming === id && onRename ? (
              <NameField
                name={name}
                onDone={(next) => {
                  setRenaming(undefined);
                  if (next !== undefined) onRename(next);
                }}
              />
            ) : (
              <button
                id={`bench-${id}-tab`}
                type="button"
                role="tab"
                aria-selected={id === value}
                aria-controls={`bench-${id}`}
                tabIndex={id === value ? 0 : -1}
                className={css.tab}
                onKeyDown={onKeyDown}
                onClick={(event) => {
                  onChange(id);
                  // Ignores key presses (detail 0) and the second click of a double click, which renames.
                  if (event.detail === 1) onPress?.(id);
                }}
                onDoubleClick={onRename && (() => setRenaming(id))}
                title={onRename && 'Press F2 to rename'}
              >
                <Icon name={icon} size={16} />
                <span className={css.name}>{name}</span>
                {mark}
              </button>
            )}
            {onClose && (
              <button
                type="button"
                className={css.close}
                // Not focusable: the keyboard closes a tab with Delete.
                tabIndex={-1}
                aria-label={`Close ${name}`}
                title={`Close ${name} and end its programs`}
                onClick={onClose}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </span>
        ))}
      </div>
      {children}
    </div>
  );
}

function NameField({ name, onDone }: { name: string; onDone: (name?: string) => void }) {
  const isDone = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  // Focuses the field one frame later, after the click that opened it has ended.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const finish = (next?: string) => {
    // Enter removes the field, which then also fires blur.
    if (!isDone.current) onDone(next);
    isDone.current = true;
  };
  return (
    <input
      className={css.rename}
      aria-label="Terminal name"
      defaultValue={name}
      maxLength={24}
      ref={field}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        else if (event.key === 'Escape') finish();
        else return;
        event.preventDefault();
      }}
    />
  );
}
