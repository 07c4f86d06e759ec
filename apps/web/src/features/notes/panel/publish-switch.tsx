import type { Notes } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Switch } from '#ui/switch.tsx';
import type { NotesKeeper } from '../keeper/notes-keeper.ts';
import css from './notes-panel.module.css';

interface Props {
  keeper: NotesKeeper;
  notes: Notes;
  done: boolean;
}

/** Whether others who have finished the lesson may read what was learned. */
export function PublishSwitch({ keeper, notes, done }: Props) {
  const publish = useMutation({ mutationFn: (published: boolean) => keeper.publish(published) });
  const [isShown, show] = useOptimisticValue(notes.published, publish.mutateAsync);
  return (
    <div className={css.publish}>
      <Switch
        label="Show what I learned to others"
        hint={hintOf(notes, done)}
        checked={isShown}
        disabled={!done && !notes.published}
        onChange={(event) => show(event.target.checked)}
      />
      {publish.error && (
        <p className={css.error} role="alert">
          {messageOf(publish.error)}
        </p>
      )}
    </div>
  );
}

function hintOf({ published, hidden }: Notes, done: boolean): string {
  if (hidden) return 'The crew has taken it down: nobody else sees it.';
  if (!done && !published) return 'Once you have finished the lesson.';
  return 'To those who have finished this lesson, with your name.';
}
