import type { Instance, Lab } from '@hexpedition/contract';
import { useRef } from 'react';
import { hasLeftQueue, phaseOf } from '#entities/lab/instance/instance-state.ts';
import { StartError, UnavailableLab } from '#entities/lab/instance/start-error.tsx';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import css from '../terminal/terminal.module.css';
import type { InstanceActions } from './use-instance-actions.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  actions: InstanceActions;
}

/** Shown instead of the terminal while the lab is starting, queued, ended or unavailable. */
export function TerminalPlaceholder({ lab, instance, actions: { start, stop, restart } }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const phase = start.isPending || restart.isPending ? 'starting' : phaseOf(instance);
  if (lab.unavailable !== null && phase !== 'starting' && phase !== 'stopping') {
    return (
      <div className={css.placeholder} data-part>
        <UnavailableLab reason={lab.unavailable} />
      </div>
    );
  }
  const { title, text } = messageFor(phase, instance);
  const isIdle = phase === 'none' || phase === 'ended';
  const isQueued = phase === 'starting' && instance?.status === 'queued';
  return (
    <div className={css.placeholder} data-part>
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={css.choice}>
        {(isIdle || phase === 'starting') && (
          <Button ref={button} variant="primary" icon="play" busy={!isIdle} onClick={() => start.mutate()}>
            {isQueued ? 'Queued' : !isIdle ? 'Starting' : phase === 'ended' ? 'Start again' : 'Start lab'}
          </Button>
        )}
        {isQueued && (
          <Button
            variant="quiet"
            busy={stop.isPending}
            // This button disappears with the queue, so the focus moves to the button beside it.
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
      {start.error && isIdle && <StartError error={start.error} />}
    </div>
  );
}

function messageFor(phase: ReturnType<typeof phaseOf>, instance: Instance | null): { title: string; text: string } {
  const homeText = instance?.home ? ' Your home is kept.' : '';
  switch (phase) {
    case 'starting':
      return instance?.status === 'queued'
        ? {
            title: queueText(instance.queue_position),
            text: 'The server is full. The lab starts automatically when there is room.',
          }
        : { title: 'Starting', text: 'Your instance is starting.' };
    case 'stopping':
      return { title: 'Stopping', text: `The lab is shutting down.${homeText}` };
    case 'ended':
      return endedText(instance, homeText);
    default:
      return { title: 'Not running', text: `Start the lab to get your own shell.${homeText}` };
  }
}

const queueText = (place: number | null) =>
  place === null ? 'Waiting for a free slot' : place === 1 ? 'You are next' : `You are number ${place} in the queue`;

function endedText(instance: Instance | null, homeText: string) {
  if (instance && hasLeftQueue(instance))
    return { title: 'You have left the queue', text: `Start the lab to join the queue again.${homeText}` };
  if (instance?.status === 'expired')
    return { title: 'Your time is up', text: `Start the lab again to continue.${homeText}` };
  if (instance?.status === 'failed') {
    return { title: 'The lab has ended', text: `${instance.error ?? 'The lab failed. Start it again.'}${homeText}` };
  }
  return { title: 'Stopped', text: `${instance?.error ?? 'The next instance has new flags.'}${homeText}` };
}
