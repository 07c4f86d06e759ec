import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import css from './setup.module.css';

/** Heading of a step. It can take the focus. */
export const StepHead = ({ title, lead }: { title: string; lead: ReactNode }) => (
  <header className={css.head}>
    <h1 tabIndex={-1} className={css.title}>
      {title}
    </h1>
    <p className={css.lead}>{lead}</p>
  </header>
);

/** Last row of a step: back, and the main action. */
export const StepActions = ({ onBack, children }: { onBack?: () => void; children: ReactNode }) => (
  <div className={css.actions}>
    {onBack ? (
      <Button variant="quiet" icon="arrow-left" onClick={onBack}>
        Back
      </Button>
    ) : (
      <span />
    )}
    {children}
  </div>
);

/** Explains that an environment variable fixes a setting. */
export const FixedBy = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className={css.fixed}>
    {children} Set by <code>{name}</code> on the server.
  </p>
);
