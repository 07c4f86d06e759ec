import type { Instance, Lab } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { phaseOf } from '../../instance/instance-state.ts';
import css from '../terminal/terminal.module.css';
import type { InstanceActs } from './use-instance-acts.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  acts: InstanceActs;
}

/** In place of the terminal while there is none: it starts, it waits for its turn, it has ended, or it can't start here. */
export function NotRunning({ lab, instance, acts: { start, restart } }: Props) {
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
  return (
    <div className={css.waits} data-part>
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {(isIdle || phase === 'waking') && (
        <Button variant="primary" icon="play" busy={!isIdle} onClick={() => start.mutate()}>
          {!isIdle ? 'Starting' : phase === 'ended' ? 'Start again' : 'Start lab'}
        </Button>
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
  if (instance?.status === 'expired') return { title: 'Its time was up', text: `Start it again to go on.${kept}` };
  if (instance?.status === 'failed') {
    return { title: 'It has ended', text: `${instance.error ?? 'It could not go on.'}${kept}` };
  }
  return { title: 'Stopped', text: `${instance?.error ?? 'The next one has flags of its own.'}${kept}` };
}
