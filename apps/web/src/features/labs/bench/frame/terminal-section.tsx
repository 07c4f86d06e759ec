import type { Instance, Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { instanceQuery } from '#entities/lab/lab-queries.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { homeFilesQuery } from '../../lab-queries.ts';
import css from '../bench.module.css';
import type { Size } from '../connection/terminal-connection.ts';
import { screenKeys, withControl } from '../terminal/key-row-keys.ts';
import { closeShell, maxShells, openShell, renameShell, type Shells, showShell } from '../terminal/shells.ts';
import terminalCss from '../terminal/terminal.module.css';
import type { TerminalScreen } from '../terminal/terminal-screen.ts';
import { TerminalSearchBar } from '../terminal/terminal-search-bar.tsx';
import type { ShellHandle } from '../terminal/terminal-view.tsx';
import { type PaneTab, PaneTabs, panelOf } from './pane-tabs.tsx';
import { TerminalPlaceholder } from './terminal-placeholder.tsx';
import { TerminalTools } from './terminal-tools.tsx';
import type { InstanceActions } from './use-instance-actions.ts';

const TerminalDeck = lazy(() => import('../terminal/terminal-deck.tsx'));

interface Props {
  lab: Lab;
  instance: Instance | null;
  actions: InstanceActions;
  /** Whether the instance was started in this visit. If so, the terminal takes the focus. */
  isFresh: boolean;
  shells: Shells;
  changeShells: (update: (shells: Shells) => Shells) => void;
  isNarrow: boolean;
  /** Whether the terminals are shown. A phone may show another tab instead. */
  isShown: boolean;
  onShow: () => void;
  /** On a phone: the tabs of the lower section. `other` is the shown one. */
  otherTabs: readonly PaneTab[];
  other: string | undefined;
  onOther: (id: string) => void;
  /** Content at the right end of the tabs on a phone. */
  end: ReactNode;
  isFull: boolean;
  onFull: () => void;
}

const idOf = (number: number) => `terminal-${number}`;

/** Terminals of an instance with their tabs, or a placeholder while the instance does not run. */
export function TerminalSection(props: Props) {
  const { lab, instance, actions, shells, changeShells, isNarrow, isShown, onShow, other } = props;
  const client = useQueryClient();
  const handles = useRef(new Map<number, ShellHandle>());
  const [size, setSize] = useState<Size>();
  const [savedAt, setSavedAt] = useState<string>();
  const [isSearching, setSearching] = useState(false);
  const [hasControl, setControl] = useState(false);
  const control = useRef(false);
  const isRunning = instance?.status === 'running' && !actions.restart.isPending;
  /** Instance that was already running at the start. Its terminals do not take the focus. */
  const initialInstance = useRef(props.isFresh ? undefined : instance?.pk);
  const current = () => handles.current.get(shells.current);
  /** Whether a terminal was just opened, so that it takes the focus. */
  const isNew = useRef(false);
  const holdControl = (on: boolean) => {
    control.current = on;
    setControl(on);
  };
  /** Changes the shells and shows the terminals. */
  const show = (update: (shells: Shells) => Shells) => {
    changeShells(update);
    onShow();
  };

  const tabs = shells.list.map(
    ({ number, name }): PaneTab => ({
      id: idOf(number),
      icon: 'terminal',
      name: isNarrow && name.startsWith('shell ') ? String(number) : name,
      onRename: isRunning ? (next) => changeShells((now) => renameShell(now, number, next)) : undefined,
      onClose:
        isRunning && shells.list.length > 1
          ? () => {
              handles.current.get(number)?.socket.endShell();
              changeShells((now) => closeShell(now, number));
            }
          : undefined,
    }),
  );
  const onNew =
    shells.list.length < maxShells
      ? () => {
          isNew.current = true;
          show(openShell);
        }
      : undefined;

  return (
    <section className={css.part} data-pane aria-label="Terminal">
      <div className={css.strip} data-part>
        <PaneTabs
          label={isNarrow ? 'Terminals and panes' : 'Terminals'}
          tabs={[...tabs, ...props.otherTabs]}
          value={other ?? idOf(shells.current)}
          onChange={(id) => {
            const shell = shells.list.find(({ number }) => idOf(number) === id);
            if (shell) show((now) => showShell(now, shell.number));
            else props.onOther(id);
          }}
          onPress={(id) => {
            const shell = shells.list.find(({ number }) => idOf(number) === id);
            // Waits a frame, because a hidden terminal cannot take the focus.
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
              savedAt={savedAt ?? instance?.home?.saved_at ?? undefined}
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
      <div className={css.terminals} hidden={!isShown}>
        {isRunning ? (
          <Suspense fallback={<div className={css.blank} />}>
            <TerminalDeck
              // A new instance has new shells.
              key={instance.pk}
              slug={lab.slug}
              shells={shells}
              isShown={isShown}
              transformInput={(bytes) => {
                if (!control.current) return bytes;
                holdControl(false);
                return new TextEncoder().encode(withControl(new TextDecoder().decode(bytes)));
              }}
              onHandle={(number, handle) => {
                if (!handle) {
                  handles.current.delete(number);
                  return;
                }
                handles.current.set(number, handle);
                const isIdle = document.activeElement === null || document.activeElement === document.body;
                const isWanted = isNew.current || (isIdle && initialInstance.current !== instance.pk);
                isNew.current = false;
                if (number === shells.current && isWanted) handle.screen.focus();
              }}
              onSize={setSize}
              onHomeSaved={(at) => {
                setSavedAt(at);
                void client.invalidateQueries({ queryKey: homeFilesQuery(lab.slug).queryKey });
              }}
              onSearch={() => setSearching(true)}
              onInstanceEnded={() => void client.invalidateQueries({ queryKey: instanceQuery(lab.slug).queryKey })}
            />
          </Suspense>
        ) : (
          <div {...panelOf(idOf(shells.current))} className={css.blank}>
            <TerminalPlaceholder lab={lab} instance={instance} actions={actions} />
          </div>
        )}
        {isSearching && isShown && (
          <CurrentSearch key={shells.current} handle={current()} onClose={() => setSearching(false)} />
        )}
      </div>
      {isNarrow && isShown && isRunning && (
        <KeyRow screen={current()?.screen} hasControl={hasControl} onControl={() => holdControl(!hasControl)} />
      )}
    </section>
  );
}

interface KeyRowProps {
  screen: TerminalScreen | undefined;
  hasControl: boolean;
  onControl: () => void;
}

/** Row of keys that a phone's keyboard does not have. Ctrl applies to the next key. */
function KeyRow({ screen, hasControl, onControl }: KeyRowProps) {
  const [first, second, ...others] = screenKeys.map(({ label, name, data }) => (
    <button
      key={name}
      type="button"
      className={terminalCss.key}
      aria-label={name}
      onClick={() => screen?.press(data(screen.isApplicationMode))}
    >
      {label}
    </button>
  ));
  return (
    <div
      role="toolbar"
      aria-label="Keys"
      className={terminalCss.keys}
      // Keeps the focus in the terminal, so that the phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {first}
      {second}
      <button
        type="button"
        className={cx(terminalCss.key, hasControl && terminalCss.active)}
        aria-label="Ctrl for the next key"
        aria-pressed={hasControl}
        onClick={onControl}
      >
        Ctrl
      </button>
      {others}
    </div>
  );
}

const CurrentSearch = ({ handle, onClose }: { handle: ShellHandle | undefined; onClose: () => void }) =>
  handle ? <TerminalSearchBar screen={handle.screen} onClose={onClose} /> : null;
