import { type ComponentProps, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import css from './instance-panel.module.css';
import { useInstanceAction } from './use-instance.ts';

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  slug: string;
  /** Called when the learner confirms. */
  onStop?: (() => void) | undefined;
};

/** Button that stops an instance after a confirmation that names what is lost. */
export function StopLab({ slug, onStop, ...button }: Props) {
  const [isOpen, setOpen] = useState(false);
  const stop = useInstanceAction(slug, 'stop');
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={close}
        title="Stop the lab?"
        footer={
          <>
            <Button onClick={close}>Keep it running</Button>
            <Button
              variant="danger"
              busy={stop.isPending}
              onClick={() => {
                onStop?.();
                stop.mutate(undefined, { onSuccess: close });
              }}
            >
              Stop lab
            </Button>
          </>
        }
      >
        <p>
          You lose this instance and all changes in it. The next instance starts fresh with new flags. You can still
          submit flags of this instance for one day.
        </p>
        {stop.isError && (
          <p className={css.error} role="alert">
            {messageOf(stop.error)}
          </p>
        )}
      </Dialog>
    </>
  );
}
