import type { Lab } from '@hexpedition/contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../bench.module.css';
import { undo } from '../bench-icons.ts';
import { FileTools } from '../files/file-tools.tsx';
import { FilesPane } from '../files/files-pane.tsx';
import type { HomeUploads } from '../files/use-home-uploads.ts';
import type { RepairWork } from '../repair/use-repair.ts';
import { type PaneTab, PaneTabs, panelOf } from './pane-tabs.tsx';

const RepairPane = lazy(() => import('../repair/repair-pane.tsx'));

export type LowerTab = 'repair' | 'files';

interface Props {
  lab: Lab;
  repair: RepairWork;
  uploads: HomeUploads;
  tabs: readonly PaneTab[];
  /** Undefined on a phone while it shows a terminal instead. */
  shown: LowerTab | undefined;
  onShow: (shown: LowerTab) => void;
  /** Whether the lab runs. The home is only accessible while it does. */
  isRunning: boolean;
  /** Whether the section shows its own tabs. On a phone, they are among the terminal tabs. */
  hasOwnTabs: boolean;
  end: ReactNode;
}

/** Section below the terminal: the repair, and the files of the home. */
export function LowerSection({ lab, repair, uploads, tabs, shown, onShow, isRunning, hasOwnTabs, end }: Props) {
  const tools =
    shown === 'repair' ? (
      <RepairTools repair={repair} />
    ) : shown === 'files' && isRunning ? (
      <FileTools slug={lab.slug} uploads={uploads} />
    ) : null;
  return (
    <section className={css.part} data-pane aria-label="Repair and files">
      {hasOwnTabs && (
        <div className={css.strip} data-part>
          <PaneTabs
            label="Repair and files"
            tabs={tabs}
            value={shown ?? ''}
            onChange={(id) => onShow(id === 'files' ? 'files' : 'repair')}
          />
          <div className={css.tools}>
            {tools}
            {end}
          </div>
        </div>
      )}
      <div className={css.lower} hidden={shown === undefined}>
        {!hasOwnTabs && tools && <div className={css.ownTools}>{tools}</div>}
        {lab.repair && (
          <div {...panelOf('repair')} className={css.pane} hidden={shown !== 'repair'}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <RepairPane repair={repair} />
            </Suspense>
          </div>
        )}
        {lab.workspace && (
          <div {...panelOf('files')} className={css.pane} hidden={shown !== 'files'} data-part>
            {isRunning ? (
              shown === 'files' && <FilesPane slug={lab.slug} home={lab.workspace.home} uploads={uploads} />
            ) : (
              <p className={css.idle}>Start the lab to see the files of your home. They are kept when the lab ends.</p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** Tools at the right end of the tabs: reset and run. */
export function RepairTools({ repair: { run, isChanged, reset, files, sourcePrice } }: { repair: RepairWork }) {
  const [isConfirming, setConfirming] = useState(false);
  if (sourcePrice !== null) return null;
  return (
    <>
      <Button variant="quiet" size="sm" icon={undo} disabled={!isChanged} onClick={() => setConfirming(true)}>
        Reset
      </Button>
      <Button
        size="sm"
        icon="play"
        busy={run.isPending}
        disabled={!files}
        aria-keyshortcuts="Control+Enter"
        onClick={() => run.mutate()}
      >
        Run tests <Kbd hint>Ctrl ⏎</Kbd>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Reset to the original source?"
          action="Discard my changes"
          busy={false}
          error={null}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            reset();
            setConfirming(false);
          }}
        >
          You lose all your changes to the source. You keep the points that you have for the repair.
        </ConfirmDialog>
      )}
    </>
  );
}
