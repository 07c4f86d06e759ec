import type { Instance, Lab } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { homeFilesQuery } from '../../lab-queries.ts';
import css from '../bench.module.css';
import { file as fileIcon } from '../bench-icons.ts';
import { changeSettings, useBenchSettings } from '../bench-settings.ts';
import { useHomeUploads } from '../files/use-home-uploads.ts';
import type { RepairWork } from '../repair/use-repair.ts';
import { useShells } from '../terminal/shells.ts';
import { LowerSection, type LowerTab } from './lower-section.tsx';
import type { PaneTab } from './pane-tabs.tsx';
import { Splitter } from './splitter.tsx';
import { TerminalSection } from './terminal-section.tsx';
import type { InstanceActions } from './use-instance-actions.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  actions: InstanceActions;
  repair: RepairWork;
  isFresh: boolean;
  isNarrow: boolean;
  /** Tab shown below the terminal; on a phone, instead of the terminal. */
  lower: LowerTab;
  onLower: (lower: LowerTab) => void;
  /** On a phone: whether the terminal is shown instead of the lower section. */
  isTerminal: boolean;
  onTerminal: () => void;
  isFull: boolean;
  onFull: () => void;
}

/** Defaults in percent: height of the terminal, and part of the window above the drawer. */
const defaults = { split: 55, drawer: 46 };

/** Panes of the bench: terminal above, repair and files below. On a phone, a drawer that shows them as tabs. */
export function BenchPanes(props: Props) {
  const { lab, instance, actions, repair, isNarrow, lower, onLower, isTerminal, onTerminal, isFull } = props;
  const root = useRef<HTMLDivElement>(null);
  const { split } = useBenchSettings();
  const [drawer, setDrawer] = useState({ isOpen: true, top: defaults.drawer });
  const [shells, changeShells] = useShells(instance?.pk ?? 0);
  const uploads = useHomeUploads(lab.slug);
  const isRunning = instance?.status === 'running';
  const hasTerminal = lab.workspace !== null;
  const hasLower = lab.repair !== null || hasTerminal;
  const filesShown = lower === 'files' && (!isNarrow || !isTerminal);
  const { data: home } = usePersonalQuery(homeFilesQuery(lab.slug), isRunning && filesShown);
  // The learner sets the heights, so they are custom properties on the element.
  useEffect(() => {
    const style = root.current?.style;
    style?.setProperty('--above', `${split}fr`);
    style?.setProperty('--below', `${100 - split}fr`);
    style?.setProperty(
      '--drawer',
      `calc((100dvh - var(--topbar) - var(--covered, 0px)) * ${(100 - drawer.top) / 100})`,
    );
  }, [split, drawer.top]);

  const lowerTabs: PaneTab[] = [];
  if (lab.repair) {
    lowerTabs.push({
      id: 'repair',
      icon: 'shield',
      name: isNarrow ? 'Repair' : 'Repair',
      mark: repair.isRepaired && <Icon name="tick" size={16} className={css.done} label="done" />,
    });
  }
  if (hasTerminal) {
    const count = home && <span className={css.count}>{home.files.length}</span>;
    lowerTabs.push({ id: 'files', icon: fileIcon, name: 'Files', mark: count });
  }
  const open = () => setDrawer((now) => ({ ...now, isOpen: true }));
  const show = (id: string) => {
    onLower(id === 'files' ? 'files' : 'repair');
    open();
  };
  const chevron = isNarrow && (
    <Button
      variant="quiet"
      square
      icon={drawer.isOpen ? 'chevron-down' : 'chevron-up'}
      aria-label={drawer.isOpen ? 'Close drawer' : 'Open drawer'}
      aria-expanded={drawer.isOpen}
      onClick={() => setDrawer((now) => ({ ...now, isOpen: !now.isOpen }))}
    />
  );
  const isOpen = !isNarrow || drawer.isOpen;
  const shownLower = isNarrow && (isTerminal || !drawer.isOpen) ? undefined : lower;
  const frame = () => {
    const box = (isNarrow ? root.current?.parentElement : root.current)?.getBoundingClientRect();
    return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
  };

  return (
    <div
      ref={root}
      className={css.work}
      data-parts={hasTerminal && hasLower && !isFull ? 'both' : 'one'}
      data-closed={!isOpen || undefined}
    >
      {isNarrow && (
        <Splitter
          key="handle"
          variant="handle"
          label="Drawer height"
          value={drawer.isOpen ? drawer.top : 90}
          min={8}
          max={90}
          onChange={(top) => setDrawer({ isOpen: top < 84, top: Math.min(top, 80) })}
          onReset={() => setDrawer({ isOpen: true, top: defaults.drawer })}
          range={frame}
        />
      )}
      {hasTerminal && (
        <TerminalSection
          key="terminal"
          lab={lab}
          instance={instance}
          actions={actions}
          isFresh={props.isFresh}
          shells={shells}
          changeShells={changeShells}
          isNarrow={isNarrow}
          isShown={isOpen && (!isNarrow || isTerminal)}
          onShow={() => {
            onTerminal();
            open();
          }}
          otherTabs={isNarrow ? lowerTabs : []}
          other={isNarrow && !isTerminal ? lower : undefined}
          onOther={show}
          end={chevron}
          isFull={isFull}
          onFull={props.onFull}
        />
      )}
      {!isNarrow && hasTerminal && hasLower && !isFull && (
        <Splitter
          key="split"
          label="Terminal height"
          value={split}
          min={10}
          max={90}
          onChange={(next) => changeSettings({ split: next })}
          onReset={() => changeSettings({ split: defaults.split })}
          range={frame}
        />
      )}
      {hasLower && !isFull && (
        <LowerSection
          key="lower"
          lab={lab}
          repair={repair}
          uploads={uploads}
          tabs={lowerTabs}
          shown={shownLower}
          onShow={show}
          isRunning={isRunning}
          hasOwnTabs={!isNarrow || !hasTerminal}
          end={hasTerminal ? null : chevron}
        />
      )}
    </div>
  );
}
