import type { ContentDiagnostic } from '@hexpedition/contract';
import { plural, when } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { FaultList } from './faults.tsx';
import css from './lesson.module.css';
import type { LessonWork } from './use-lesson-draft.ts';

interface Props {
  work: LessonWork;
  line: number;
  faults: readonly ContentDiagnostic[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onGo: (line: number) => void;
}

/** Below the source: whether it is saved, where the caret is, and what is wrong. */
export function StatusLine({ work, line, faults, isOpen, onOpen, onGo }: Props) {
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  return (
    <div className={css.below} data-part>
      {isOpen && faults.length > 0 && <FaultList faults={faults} onGo={onGo} />}
      <div className={css.status}>
        <Saved work={work} />
        <span className={css.quiet}>Line {line}</span>
        <span className={css.hint}>F6 goes round the panes</span>
        {faults.length > 0 ? (
          <button
            type="button"
            className={css.count}
            data-severity={errors > 0 ? 'error' : 'warning'}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            <Icon name="warning" size={16} />
            {[errors > 0 && plural(errors, 'error'), faults.length > errors && plural(faults.length - errors, 'hint')]
              .filter(Boolean)
              .join(', ')}
          </button>
        ) : (
          <span className={css.quiet}>No faults</span>
        )}
      </div>
    </div>
  );
}

function Saved({ work: { state, error, lesson, save } }: Pick<Props, 'work'>) {
  if (state === 'failed' || state === 'offline')
    return (
      <Button size="sm" variant="danger" icon="refresh" title={error} onClick={() => void save()}>
        {state === 'offline' ? 'Offline, not saved: try again' : 'Not saved: try again'}
      </Button>
    );
  const words = {
    saved: lesson.draft ? `Saved ${when(lesson.draft.saved_at)}` : 'As published',
    unsaved: 'Changed',
    saving: 'Saving …',
  }[state];
  return (
    <span className={css.saved} role="status" data-state={state}>
      {state === 'saved' && <Icon name="tick" size={16} />}
      {words}
    </span>
  );
}
