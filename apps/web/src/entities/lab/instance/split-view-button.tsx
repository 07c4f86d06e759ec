import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import css from './instance-panel.module.css';
import type { LabAccess } from './instance-state.ts';
import { closeSplitView, openSplitView, useSplitView } from './split-view.ts';

interface Props {
  slug: string;
  access: LabAccess;
  /** Opens the lab in a window with these features. Not called if the lab has a workspace, which opens instead. */
  onOpen: (windowFeatures: string) => void;
}

/** In a lesson on a wide screen: opens the lab beside the text, and closes the split view. */
export function SplitViewButton({ slug, access, onOpen }: Props) {
  const isSplit = useSplitView();
  const [isBlocked, setBlocked] = useState(false);
  // Leaving the lesson closes the split view.
  useEffect(() => closeSplitView, []);
  return (
    <span className={css.splitView}>
      {isSplit ? (
        <Button variant="quiet" onClick={closeSplitView}>
          Close split view
        </Button>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            const windowFeatures = openSplitView();
            if (!access.workspace) return onOpen(windowFeatures);
            const opened = window.open(`/lab/${slug}`, `lab-${slug}`, windowFeatures);
            setBlocked(!opened);
            if (!opened) closeSplitView();
          }}
        >
          Open in split view
        </Button>
      )}
      {isBlocked && (
        <span className={css.note} role="alert">
          Your browser blocked the window. Allow pop-ups for this site, then try again.
        </span>
      )}
    </span>
  );
}
