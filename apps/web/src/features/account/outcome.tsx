import { type ReactNode, useEffect, useRef } from 'react';
import { Callout } from '#ui/callout.tsx';
import css from './form-frame.module.css';

/** What came of it, in place of the form: it takes the focus, so that it is read out and the next Tab goes on from it. */
export function Outcome({ kind, title, children }: { kind: 'tip' | 'warning'; title: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  // Moving the focus is a call, not a property.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} role={kind === 'tip' ? 'status' : 'alert'} className={css.outcome}>
      <Callout kind={kind} title={title}>
        {children}
      </Callout>
    </div>
  );
}
