import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { endBeside, makeRoom, useBeside } from './beside.ts';
import css from './instance-panel.module.css';
import type { LabWays } from './instance-state.ts';

interface Props {
  slug: string;
  ways: LabWays;
  /** Opens the lab itself in a window, and says what stood in the way; where it has a workspace, that opens instead. */
  onOpen: (where: string) => void;
}

/** In a lesson on a wide screen: the lab beside the text, and the text's width back. */
export function Beside({ slug, ways, onOpen }: Props) {
  const beside = useBeside();
  const [isBlocked, setBlocked] = useState(false);
  // The next page has nothing beside it.
  useEffect(() => endBeside, []);
  return (
    <span className={css.beside}>
      {beside ? (
        <Button variant="quiet" onClick={endBeside}>
          Text in full width
        </Button>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            const where = makeRoom();
            if (!ways.workspace) return onOpen(where);
            const opened = window.open(`/lab/${slug}`, `lab-${slug}`, where);
            setBlocked(!opened);
            if (!opened) endBeside();
          }}
        >
          Open beside the text
        </Button>
      )}
      {isBlocked && (
        <span className={css.note} role="alert">
          Your browser blocked the window. Allow windows of this site, and try again.
        </span>
      )}
    </span>
  );
}
