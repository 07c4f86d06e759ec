import type { PrivacyDesk } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { askedAgain, differencesOf } from '../difference.ts';
import { DifferenceList } from '../difference-list.tsx';
import css from './edit.module.css';

interface Props {
  desk: PrivacyDesk;
  draft: NonNullable<PrivacyDesk['draft']>;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
}

/** What publishing changes, and who is asked again, before it happens. */
export function PublishDialog({ desk: { active }, draft, busy, error, onClose, onConfirm }: Props) {
  return (
    <Dialog
      open
      title={`Publish version ${active.number + 1}?`}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            Publish
          </Button>
        </>
      }
    >
      <DifferenceList
        title={`What differs from version ${active.number}`}
        differences={differencesOf(active.config, draft.config)}
        none="Nothing differs from what is published already."
      />
      <Callout className={css.asked} title="Who is asked again">
        <p>{askedAgain(active.config, draft.config)}</p>
      </Callout>
      <FormStatus error={error} />
    </Dialog>
  );
}
