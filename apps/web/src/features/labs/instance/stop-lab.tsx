import { type ComponentProps, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import css from './instance-panel.module.css';
import { useInstanceAction } from './use-instance.ts';

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  slug: string;
  /** The learner has said yes. */
  onStop?: (() => void) | undefined;
};

/** A button that ends an instance. It asks first and says what is lost. */
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
              Stop the lab
            </Button>
          </>
        }
      >
        <p>
          Your copy goes, with everything that you have changed in it. The next one is as new and has flags of its own.
          What you have found in this one can be handed in for another day.
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
