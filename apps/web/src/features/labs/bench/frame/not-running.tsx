import type { Instance, Lab } from '@hexpedition/contract';
import { useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { hasLeftQueue, phaseOf } from '../../instance/instance-state.ts';
import css from '../terminal/terminal.module.css';
import type { InstanceActs } from './use-instance-acts.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  acts: InstanceActs;
}

/** In place of the terminal while there is none: it starts, it waits for its turn, it has ended, or it can't start here. */
export function NotRunning({ lab, instance, acts: { start, stop, restart } }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const phase = start.isPending || restart.isPending ? 'waking' : phaseOf(instance);
  if (lab.unavailable !== null && phase !== 'waking' && phase !== 'stopping') {
    return (
      <div className={css.waits} data-part>
        <Callout kind="warning" title="This lab can’t start here yet">
          <p>{lab.unavailable}</p>
        </Callout>
      </div>
    );
  }
  const { title, text } = wordsOf(phase, instance);
  const isIdle = phase === 'none' || phase === 'ended';
  const isQueued = phase === 'waking' && instance?.status === 'queued';
  return (
    <div className={css.waits} data-part>
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={css.choice}>
        {(isIdle || phase === 'waking') && (
          <Button ref={button} variant="primary" icon="play" busy={!isIdle} onClick={() => start.mutate()}>
            {isQueued ? 'In line' : !isIdle ? 'Starting' : phase === 'ended' ? 'Start again' : 'Start lab'}
          </Button>
        )}
        {isQueued && (
          <Button
            variant="quiet"
            busy={stop.isPending}
            // This button goes with the queue, and the focus goes on to the one beside it.
            onClick={() => stop.mutate(undefined, { onSuccess: () => button.current?.focus() })}
          >
            Leave the queue
          </Button>
        )}
      </div>
      {stop.error && isQueued && (
        <Callout kind="danger" role="alert" title="You are still in the queue">
          <p>{messageOf(stop.error)}</p>
        </Callout>
      )}
      {start.error && isIdle && (
        <Callout kind="danger" role="alert" title="It did not start">
          <p>{messageOf(start.error)}</p>
        </Callout>
      )}
    </div>
  );
}

function wordsOf(phase: ReturnType<typeof phaseOf>, instance: Instance | null): { title: string; text: string } {
  const kept = instance?.home ? ' Your home is kept.' : '';
  switch (phase) {
    case 'waking':
      return instance?.status === 'queued'
        ? { title: placeWords(instance.place), text: 'All places are taken. It starts by itself when one is free.' }
        : { title: 'Starting', text: 'A moment: your own copy wakes up.' };
    case 'stopping':
      return { title: 'Stopping', text: `What runs in it ends.${kept}` };
    case 'ended':
      return endedWords(instance, kept);
    default:
      return { title: 'It does not run', text: `Start it to get a shell of your own.${kept}` };
  }
}

const placeWords = (place: number | null) =>
  place === null ? 'Waiting for a place' : place === 1 ? 'You are next' : `You are number ${place} in the queue`;

function endedWords(instance: Instance | null, kept: string) {
  if (instance && hasLeftQueue(instance))
    return { title: 'You have left the queue', text: `Start it to get in line again.${kept}` };
  if (instance?.status === 'expired') return { title: 'Its time was up', text: `Start it again to go on.${kept}` };
  if (instance?.status === 'failed') {
    return { title: 'It has ended', text: `${instance.error ?? 'It could not go on.'}${kept}` };
  }
  return { title: 'Stopped', text: `${instance?.error ?? 'The next one has flags of its own.'}${kept}` };
}
