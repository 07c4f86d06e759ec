import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon, type OwnIcon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './pane-tabs.module.css';

export interface PaneTab {
  id: string;
  icon: IconName | OwnIcon;
  name: string;
  /** Behind the name: a tick, a count. */
  mark?: ReactNode;
  onClose?: (() => void) | undefined;
  onRename?: ((name: string) => void) | undefined;
}

interface Props {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly PaneTab[];
  value: string;
  onChange: (id: string) => void;
  /** After a click, which wants to go on in the panel; arrows only look. */
  onPress?: (id: string) => void;
  children?: ReactNode;
}

/** What a tab's panel needs: `<div {...panelOf('files')}>`. */
export const panelOf = (id: string) => ({
  id: `bench-${id}`,
  role: 'tabpanel',
  'aria-labelledby': `bench-${id}-tab`,
});

/** The tabs of a pane: arrows move and choose, F2 renames, Delete closes. */
export function PaneTabs({ label, tabs, value, onChange, onPress, children }: Props) {
  const [renamed, setRenamed] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const count = tabs.length;
  // Where there are more than fit, the list scrolls: the one that is shown is in sight, with what closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more or one less moves the others
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
    if (event.key === 'F2' && tab?.onRename) setRenamed(value);
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

  const owned = tabs.filter(({ id }) => id !== renamed).map(({ id }) => `bench-${id}-tab`);
  return (
    <div className={css.tabs}>
      {/* What closes a tab stands beside it, and a list of tabs may hold nothing but tabs. */}
      <div role="tablist" aria-label={label} aria-owns={owned.join(' ') || undefined} />
      <div ref={list} className={css.list}>
        {tabs.map(({ id, icon, name, mark, onClose, onRename }) => (
          <span
            key={id}
            className={cx(css.slot, id === value && css.current)}
            data-current={id === value || undefined}
            role="presentation"
          >
            {renamed === id && onRename ? (
              <NameField
                name={name}
                onDone={(next) => {
                  setRenamed(undefined);
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
                  // Of a key it has no pointer; the second of two renames.
                  if (event.detail === 1) onPress?.(id);
                }}
                onDoubleClick={onRename && (() => setRenamed(id))}
                title={onRename && 'Press F2 to rename it'}
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
                // The tab's own key is Delete, so that the arrows have one stop for each tab.
                tabIndex={-1}
                aria-label={`Close ${name}`}
                title={`Close ${name}, and what runs in it`}
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
  // The field is what was asked for. A frame later the press that asked for it is over.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const done = (next?: string) => {
    // Enter takes the field away, which then loses the focus.
    if (!isDone.current) onDone(next);
    isDone.current = true;
  };
  return (
    <input
      className={css.rename}
      aria-label="Name of the terminal"
      defaultValue={name}
      maxLength={24}
      ref={field}
      onBlur={(event) => done(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done(event.currentTarget.value);
        else if (event.key === 'Escape') done();
        else return;
        event.preventDefault();
      }}
    />
  );
}
