import { flagPointsAfterHints } from '@hexpedition/contract/flag-points';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './closed-source.module.css';
import type { RepairWork } from './use-repair.ts';

interface Props {
  /** Points that the source costs. */
  price: number;
  /** Points of the repair. */
  points: number;
  openSource: RepairWork['openSource'];
}

/** Replaces the source until the learner has found all flags. Offers it for points, after a confirmation. */
export function ClosedSource({ price, points, openSource }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const cost = plural(price, 'point');
  const effect = `The repair will then give ${flagPointsAfterHints(points, [price])} of ${plural(points, 'point')}.`;
  return (
    <>
      <div className={css.closed} data-part>
        <Icon name="lock" size={24} />
        <h2>The source is closed</h2>
        <p>
          The source shows the vulnerability, so it opens when you have found all flags of this lab. You can also open
          it now
          {price > 0 ? ` for ${cost}. ${effect}` : '. It costs nothing.'}
        </p>
        <Button
          variant="secondary"
          busy={openSource.isPending}
          onClick={() => (price > 0 ? setConfirming(true) : openSource.mutate())}
        >
          {price > 0 ? `Show the source (costs ${cost})` : 'Show the source'}
        </Button>
        {openSource.isError && !isConfirming && <p role="alert">{messageOf(openSource.error)}</p>}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={`Open the source for ${cost}?`}
          action={`Open for ${cost}`}
          busy={openSource.isPending}
          error={openSource.error}
          onClose={() => setConfirming(false)}
          onConfirm={() => openSource.mutate()}
        >
          {effect} You can’t undo this.
        </ConfirmDialog>
      )}
    </>
  );
}
