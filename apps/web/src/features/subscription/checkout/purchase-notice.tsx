import { useEffect, useRef } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './purchase-notice.module.css';

interface Props {
  /** Name of the plan. */
  name: string;
  state: 'pending' | 'delayed' | 'active';
  /** Number of courses that the plan has unlocked. */
  opened: number;
  onCheckAgain: () => void;
}

/** Shows the state of a purchase after the payment. */
export function PurchaseNotice({ name, state, opened, onCheckAgain }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The checkout or panel that had the focus was removed: continue reading here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className={css.box}>
      {state === 'pending' && (
        <Callout title={`Paid. Activating ${name} …`}>
          <p>
            Paddle confirms the payment within seconds. You can leave this page; {name} is then active in every tab.
          </p>
          <div className={css.progress} />
        </Callout>
      )}
      {state === 'delayed' && (
        <Callout
          kind="warning"
          title={`Paid. Activating ${name} takes longer than usual`}
          action={
            <Button size="sm" icon="refresh" onClick={onCheckAgain}>
              Check again
            </Button>
          }
        >
          <p>
            Your payment is safe with Paddle, and {name} becomes active as soon as Paddle confirms it. Please do not pay
            again.
          </p>
        </Callout>
      )}
      {state === 'active' && (
        <div className={css.done}>
          <span aria-hidden="true">
            <HexStep state="done" size={32} />
          </span>
          <div>
            <p className={css.title}>{name} is active</p>
            <p className={css.text}>{opened > 0 && `${plural(opened, 'course')} unlocked, in your other tabs too.`}</p>
          </div>
          <LinkButton to="/map" icon="map">
            Open the map
          </LinkButton>
        </div>
      )}
    </div>
  );
}
