import type { Notes } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Switch } from '#ui/switch.tsx';
import type { NotesStore } from '../store/notes-store.ts';
import css from './notes-panel.module.css';

interface Props {
  store: NotesStore;
  notes: Notes;
  completed: boolean;
}

/** Switch for publishing "What I learned" to other learners who completed the lesson. */
export function PublishSwitch({ store, notes, completed }: Props) {
  const publish = useMutation({ mutationFn: (published: boolean) => store.publish(published) });
  const [isPublished, setPublished] = useOptimisticValue(notes.published, publish.mutateAsync);
  return (
    <div className={css.publish}>
      <Switch
        label="Publish what I learned"
        hint={hintOf(notes, completed)}
        checked={isPublished}
        disabled={!completed && !notes.published}
        onChange={(event) => setPublished(event.target.checked)}
      />
      {publish.error && (
        <p className={css.error} role="alert">
          {messageOf(publish.error)}
        </p>
      )}
    </div>
  );
}

function hintOf({ published, hidden }: Notes, completed: boolean): string {
  if (hidden) return 'A superuser has hidden this. Other learners cannot see it.';
  if (!completed && !published) return 'Available once you have completed the lesson.';
  return 'Visible to learners who have completed this lesson, with your username.';
}
