import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormStatus } from './form-status.tsx';

interface Props {
  /** The question. */
  title: string;
  /** Explains what will happen. */
  children: ReactNode;
  /** Label of the confirm button. */
  action: string;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirmation before an action that affects other users immediately. Mount it while it is open. */
export const ConfirmDialog = ({ title, children, action, busy, error, onClose, onConfirm }: Props) => (
  <Dialog
    open
    title={title}
    onClose={onClose}
    footer={
      <>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    <p>{children}</p>
    <FormStatus error={error} />
  </Dialog>
);
