import type { Instance, Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { dateFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { instanceQuery } from '../../queries.public.ts';
import css from '../bench.module.css';
import type { Size } from '../connection/connection.ts';
import { homeFilesQuery } from '../queries.ts';
import { KeyRow } from '../terminal/key-row.tsx';
import { withControl } from '../terminal/key-row-keys.ts';
import { SearchBar } from '../terminal/search-bar.tsx';
import { closed, mostShells, opened, renamed, type Shells, shown } from '../terminal/shells.ts';
import type { ShellHandle } from '../terminal/terminal-view.tsx';
import { NotRunning } from './not-running.tsx';
import { type PaneTab, PaneTabs, panelOf } from './pane-tabs.tsx';
import { TerminalTools } from './terminal-tools.tsx';
import type { InstanceActs } from './use-instance-acts.ts';

const TerminalDeck = lazy(() => import('../terminal/terminal-deck.tsx'));

interface Props {
  lab: Lab;
  instance: Instance | null;
  acts: InstanceActs;
  /** Whether the instance was started in this visit: the learner wants to type. */
  isFresh: boolean;
  shells: Shells;
  changeShells: (turn: (shells: Shells) => Shells) => void;
  isNarrow: boolean;
  /** A phone may show something else in its place. */
  isShown: boolean;
  onShow: () => void;
  /** On a phone: tabs of what else there is, and which of them is shown. */
  otherTabs: readonly PaneTab[];
  other: string | undefined;
  onOther: (id: string) => void;
  /** At the right end of the tabs on a phone. */
  end: ReactNode;
  isFull: boolean;
  onFull: () => void;
}

const second = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const idOf = (number: number) => `terminal-${number}`;

/** The terminals of an instance with their tabs, or what is to be said while there are none. */
export function TerminalSection(props: Props) {
  const { lab, instance, acts, shells, changeShells, isNarrow, isShown, onShow, other } = props;
  const client = useQueryClient();
  const handles = useRef(new Map<number, ShellHandle>());
  const [size, setSize] = useState<Size>();
  const [savedAt, setSavedAt] = useState<string>();
  const [isSearching, setSearching] = useState(false);
  const [hasControl, setControl] = useState(false);
  const control = useRef(false);
  const isRunning = instance?.status === 'running' && !acts.restart.isPending;
  /** The instance that was there from the beginning leaves the focus where it is. */
  const found = useRef(props.isFresh ? undefined : instance?.pk);
  const current = () => handles.current.get(shells.current);
  /** A terminal that was just opened is typed into. */
  const isNew = useRef(false);
  const hold = (on: boolean) => {
    control.current = on;
    setControl(on);
  };
  /** The tab that was pressed leads into its terminal. */
  const show = (turn: (shells: Shells) => Shells) => {
    changeShells(turn);
    onShow();
  };

  const tabs = shells.list.map(
    ({ number, name }): PaneTab => ({
      id: idOf(number),
      icon: 'terminal',
      name: isNarrow && name.startsWith('shell ') ? String(number) : name,
      onRename: isRunning ? (next) => changeShells((now) => renamed(now, number, next)) : undefined,
      onClose:
        isRunning && shells.list.length > 1
          ? () => {
              handles.current.get(number)?.line.endShell();
              changeShells((now) => closed(now, number));
            }
          : undefined,
    }),
  );
  const onNew =
    shells.list.length < mostShells
      ? () => {
          isNew.current = true;
          show(opened);
        }
      : undefined;
  const saved = savedAt ?? instance?.home?.saved_at ?? undefined;

  return (
    <section className={css.part} data-pane aria-label="Terminal">
      <div className={css.strip} data-part>
        <PaneTabs
          label={isNarrow ? 'Terminals and panes' : 'Terminals'}
          tabs={[...tabs, ...props.otherTabs]}
          value={other ?? idOf(shells.current)}
          onChange={(id) => {
            const shell = shells.list.find(({ number }) => idOf(number) === id);
            if (shell) show((now) => shown(now, shell.number));
            else props.onOther(id);
          }}
          onPress={(id) => {
            const shell = shells.list.find(({ number }) => idOf(number) === id);
            // What is hidden does not take the focus: it is shown first.
            if (shell) requestAnimationFrame(() => handles.current.get(shell.number)?.screen.focus());
          }}
        >
          {!isNarrow && isRunning && onNew && (
            <Button
              variant="quiet"
              size="sm"
              square
              icon="plus"
              className={css.add}
              aria-label="New terminal"
              onClick={onNew}
            />
          )}
        </PaneTabs>
        <div className={css.tools}>
          {isRunning && isShown && (
            <TerminalTools
              size={size}
              saved={saved && `home saved ${second(saved)}`}
              isFull={props.isFull}
              isNarrow={isNarrow}
              onNew={onNew}
              onSearch={() => setSearching(true)}
              onFull={props.onFull}
            />
          )}
          {props.end}
        </div>
      </div>
      <div className={css.deck} hidden={!isShown}>
        {isRunning ? (
          <Suspense fallback={<div className={css.blank} />}>
            <TerminalDeck
              // Another instance has other shells.
              key={instance.pk}
              slug={lab.slug}
              shells={shells}
              isShown={isShown}
              turnInput={(bytes) => {
                if (!control.current) return bytes;
                hold(false);
                return new TextEncoder().encode(withControl(new TextDecoder().decode(bytes)));
              }}
              onHandle={(number, handle) => {
                if (!handle) {
                  handles.current.delete(number);
                  return;
                }
                handles.current.set(number, handle);
                const isIdle = document.activeElement === null || document.activeElement === document.body;
                const isWanted = isNew.current || (isIdle && found.current !== instance.pk);
                isNew.current = false;
                if (number === shells.current && isWanted) handle.screen.focus();
              }}
              onSize={setSize}
              onSaved={(at) => {
                setSavedAt(at);
                void client.invalidateQueries({ queryKey: homeFilesQuery(lab.slug).queryKey });
              }}
              onSearch={() => setSearching(true)}
              onGone={() => void client.invalidateQueries({ queryKey: instanceQuery(lab.slug).queryKey })}
            />
          </Suspense>
        ) : (
          <div {...panelOf(idOf(shells.current))} className={css.blank}>
            <NotRunning lab={lab} instance={instance} acts={acts} />
          </div>
        )}
        {isSearching && isShown && (
          <Search key={shells.current} handle={current()} onClose={() => setSearching(false)} />
        )}
      </div>
      {isNarrow && isShown && isRunning && (
        <KeyRow screen={current()?.screen} hasControl={hasControl} onControl={() => hold(!hasControl)} />
      )}
    </section>
  );
}

const Search = ({ handle, onClose }: { handle: ShellHandle | undefined; onClose: () => void }) =>
  handle ? <SearchBar screen={handle.screen} onClose={onClose} /> : null;
