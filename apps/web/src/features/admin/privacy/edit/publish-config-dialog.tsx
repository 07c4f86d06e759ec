import type { PrivacyConfigState } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { describeChanges, describeReconsent } from '../describe-changes.ts';
import { DifferenceList } from '../difference-list.tsx';
import css from './edit.module.css';

interface Props {
  configState: PrivacyConfigState;
  draft: NonNullable<PrivacyConfigState['draft']>;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms publishing with the list of changes and the effect on visitors' decisions. */
export function PublishConfigDialog({ configState: { active }, draft, busy, error, onClose, onConfirm }: Props) {
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
        title={`Changes since version ${active.number}`}
        differences={describeChanges(active.config, draft.config)}
        none="No changes since the published version."
      />
      <Callout className={css.asked} title="Effect on visitors">
        <p>{describeReconsent(active.config, draft.config)}</p>
      </Callout>
      <FormStatus error={error} />
    </Dialog>
  );
}
