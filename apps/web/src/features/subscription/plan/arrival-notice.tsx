import { useEffect, useRef } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './arrival-notice.module.css';

interface Props {
  /** The plan's. */
  name: string;
  state: 'on its way' | 'late' | 'here';
  /** How many courses it has opened. */
  opened: number;
  onLook: () => void;
}

/** What comes after a payment: the plan is on its way, and then it is here. */
export function ArrivalNotice({ name, state, opened, onLook }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The checkout or the panel that had the focus is gone: reading goes on here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className={css.box}>
      {state === 'on its way' && (
        <Callout title={`Paid. ${name} is on its way`}>
          <p>
            Paddle tells this site, which takes some seconds. You can stay, or go on: it opens by itself in every tab.
          </p>
          <div className={css.way} />
        </Callout>
      )}
      {state === 'late' && (
        <Callout
          kind="warning"
          title={`Paid. ${name} takes longer than usual`}
          action={
            <Button size="sm" icon="refresh" onClick={onLook}>
              Look again
            </Button>
          }
        >
          <p>
            Nothing is lost: your payment is with Paddle, and {name} opens by itself as soon as word comes. Please do
            not pay again.
          </p>
        </Callout>
      )}
      {state === 'here' && (
        <div className={css.here}>
          <span aria-hidden="true">
            <HexStep state="done" size={32} />
          </span>
          <div>
            <p className={css.title}>{name} is yours</p>
            <p className={css.text}>
              {opened > 0 &&
                `${plural(opened, 'course')} that had a lock ${opened === 1 ? 'is' : 'are'} open now, in your other tabs too.`}
            </p>
          </div>
          <LinkButton to="/map" icon="map">
            See the map
          </LinkButton>
        </div>
      )}
    </div>
  );
}
