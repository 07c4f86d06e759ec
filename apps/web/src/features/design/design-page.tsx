import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Page } from '#ui/page.tsx';
import { toast } from '#ui/toast.ts';
import { Controls } from './controls.tsx';
import css from './design-page.module.css';
import { Fields } from './fields.tsx';
import { Surfaces } from './surfaces.tsx';
import { Tokens } from './tokens.tsx';

/** Every token and every component, in every state. Development only. */
export function DesignPage() {
  const [open, setOpen] = useState(false);
  return (
    <Page label="Development" title="Design system" lead="Every token and every component, in every state.">
      <div className={css.sections}>
        <Tokens />
        <Controls />
        <section className={css.section}>
          <h2>Dialog and toasts</h2>
          <div className={css.row}>
            <Button onClick={() => setOpen(true)}>Open a dialog</Button>
            <Button onClick={() => toast('Your lab is ready.', 'good')}>Good toast</Button>
            <Button onClick={() => toast('The notes could not be saved. They are saved in this browser.', 'bad')}>
              Bad toast
            </Button>
          </div>
          <Dialog
            open={open}
            onClose={() => setOpen(false)}
            title="Stop the lab?"
            footer={
              <>
                <Button onClick={() => setOpen(false)}>Keep it running</Button>
                <Button variant="danger" onClick={() => setOpen(false)}>
                  Stop it
                </Button>
              </>
            }
          >
            Your changes in the lab are lost. You keep the flags that you found.
          </Dialog>
        </section>
        <Fields />
        <Surfaces />
      </div>
    </Page>
  );
}
