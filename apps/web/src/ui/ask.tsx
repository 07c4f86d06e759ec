import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormStatus } from './form-status.tsx';

interface Props {
  /** The question. */
  title: string;
  /** What is going to happen. */
  children: ReactNode;
  /** The words on the button that does it. */
  action: string;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks once more before something that others notice at once. Mount it while the question stands. */
export const Ask = ({ title, children, action, busy, error, onClose, onConfirm }: Props) => (
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
