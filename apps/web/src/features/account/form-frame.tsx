import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './form-frame.module.css';

interface FrameProps {
  label: string;
  title: string;
  lead: string;
  /** False if the card has only links. */
  hasForm?: boolean;
  children: ReactNode;
  footer: ReactNode;
}

/** Card of a page in the plain layout: a heading, one form or a few links, and a link to the related page. */
export function FormFrame({ label, title, lead, hasForm = true, children, footer }: FrameProps) {
  return (
    <div className={css.frame}>
      <Card className={css.card}>
        <header className={css.head}>
          <Label tone="beacon">{label}</Label>
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{lead}</p>
        </header>
        {hasForm && (
          <noscript>
            <p className={css.lead}>This form needs JavaScript. The map and the lessons can be read without.</p>
          </noscript>
        )}
        {children}
      </Card>
      <p className={css.foot}>{footer}</p>
    </div>
  );
}

interface SubmitProps {
  /** Whether the request is pending. */
  busy: boolean;
  /** Progress text for slow requests. */
  status?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

/** Submit button of the form, with the progress text below. */
export function Submit({ busy, status, disabled = false, children }: SubmitProps) {
  return (
    <div className={css.submit}>
      <Button type="submit" variant="primary" wide busy={busy} disabled={disabled}>
        {children}
      </Button>
      <output className={css.state}>{busy && status}</output>
    </div>
  );
}

/**
 * Replaces the form with its result. Takes the focus so that screen readers announce it and Tab continues from here.
 */
export function Result({ kind, title, children }: { kind: 'tip' | 'warning'; title: string; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} role={kind === 'tip' ? 'status' : 'alert'} className={css.result}>
      <Callout kind={kind} title={title}>
        {children}
      </Callout>
    </div>
  );
}
