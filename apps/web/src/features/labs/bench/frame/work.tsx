import type { Instance, Lab } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from '../bench.module.css';
import { file as fileIcon } from '../bench-icons.ts';
import { useUploads } from '../files/use-uploads.ts';
import { homeFilesQuery } from '../queries.ts';
import type { RepairWork } from '../repair/use-repair.ts';
import { changeSettings, useBenchSettings } from '../settings.ts';
import { useShells } from '../terminal/shells.ts';
import { type Lower, LowerSection } from './lower-section.tsx';
import type { PaneTab } from './pane-tabs.tsx';
import { Splitter } from './splitter.tsx';
import { TerminalSection } from './terminal-section.tsx';
import type { InstanceActs } from './use-instance-acts.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  acts: InstanceActs;
  repair: RepairWork;
  isFresh: boolean;
  isNarrow: boolean;
  /** What is shown below the terminal; on a phone in its place. */
  lower: Lower;
  onLower: (lower: Lower) => void;
  /** On a phone: whether the terminal is shown, and not what is below it. */
  isTerminal: boolean;
  onTerminal: () => void;
  isFull: boolean;
  onFull: () => void;
}

/** Hundredths: of the height for the terminal, and of the window that a drawer leaves to the briefing. */
const usual = { split: 55, drawer: 46 };

/** The terminal above, repair and files below; on a phone a drawer with all of them as tabs. */
export function Work(props: Props) {
  const { lab, instance, acts, repair, isNarrow, lower, onLower, isTerminal, onTerminal, isFull } = props;
  const root = useRef<HTMLDivElement>(null);
  const { split } = useBenchSettings();
  const [drawer, setDrawer] = useState({ isOpen: true, top: usual.drawer });
  const [shells, changeShells] = useShells(instance?.pk ?? 0);
  const uploads = useUploads(lab.slug);
  const isRunning = instance?.status === 'running';
  const hasTerminal = lab.workspace !== null;
  const hasLower = lab.repair !== null || hasTerminal;
  const filesShown = lower === 'files' && (!isNarrow || !isTerminal);
  const { data: home } = usePersonalQuery(homeFilesQuery(lab.slug), isRunning && filesShown);
  // Heights are the reader's own, and no rule of a style sheet.
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
      name: isNarrow ? 'Repair' : 'Repair it',
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
      aria-label={drawer.isOpen ? 'Close the drawer' : 'Open the drawer'}
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
          key="grab"
          look="grab"
          label="Height of the drawer"
          value={drawer.isOpen ? drawer.top : 90}
          min={8}
          max={90}
          onChange={(top) => setDrawer({ isOpen: top < 84, top: Math.min(top, 80) })}
          onReset={() => setDrawer({ isOpen: true, top: usual.drawer })}
          range={frame}
        />
      )}
      {hasTerminal && (
        <TerminalSection
          key="terminal"
          lab={lab}
          instance={instance}
          acts={acts}
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
          label="Height of the terminal"
          value={split}
          min={10}
          max={90}
          onChange={(next) => changeSettings({ split: next })}
          onReset={() => changeSettings({ split: usual.split })}
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
