import type { ContentDiagnostic } from '@hexpedition/contract';
import { plural, when } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './lesson-editor.module.css';
import { ProblemList } from './problem-list.tsx';
import type { LessonWork } from './use-lesson-draft.ts';

interface Props {
  work: LessonWork;
  line: number;
  problems: readonly ContentDiagnostic[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onGo: (line: number) => void;
}

/** Status bar below the source: save state, line of the caret, and problems. */
export function LessonStatusBar({ work, line, problems, isOpen, onOpen, onGo }: Props) {
  const { isUntouched } = work;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <div className={css.below} data-part>
      {isOpen && problems.length > 0 && <ProblemList problems={problems} onGo={onGo} />}
      <div className={css.status}>
        <SaveStatus work={work} />
        <span className={css.quiet}>Line {line}</span>
        <span className={css.hint}>F6 switches panes</span>
        {problems.length > 0 ? (
          <button
            type="button"
            className={css.count}
            data-severity={errors > 0 ? 'error' : 'warning'}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            <Icon name="warning" size={16} />
            {[
              errors > 0 && plural(errors, 'error'),
              problems.length > errors && plural(problems.length - errors, 'warning'),
            ]
              .filter(Boolean)
              .join(', ')}
          </button>
        ) : (
          !isUntouched && <span className={css.quiet}>No problems</span>
        )}
      </div>
    </div>
  );
}

function SaveStatus({ work: { state, error, lesson, save } }: Pick<Props, 'work'>) {
  if (state === 'failed' || state === 'offline')
    return (
      <Button size="sm" variant="danger" icon="refresh" title={error} onClick={() => void save()}>
        {state === 'offline' ? 'Offline. Not saved. Retry' : 'Not saved. Retry'}
      </Button>
    );
  const label = {
    saved: lesson.draft
      ? `Saved ${when(lesson.draft.saved_at)}`
      : lesson.published
        ? 'No changes'
        : 'Nothing written yet',
    unsaved: 'Unsaved changes',
    saving: 'Saving …',
  }[state];
  return (
    <span className={css.saved} role="status" data-state={lesson.draft || lesson.published ? state : 'unsaved'}>
      {state === 'saved' && (lesson.draft ?? lesson.published) && <Icon name="tick" size={16} />}
      {label}
    </span>
  );
}
