import { useMemo } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { countChanges } from '../diff/text-diff.ts';
import css from './lesson-editor.module.css';
import { publishTimeText } from './publish-dialog.tsx';
import { isSameText, type LessonWork } from './use-lesson-draft.ts';

interface Props {
  work: LessonWork;
  /** Number of errors in the text. Errors block publishing. */
  errors: number;
  showsRevisions: boolean;
  onTree: () => void;
  onRevisions: () => void;
  onPublish: (isLater: boolean) => void;
  onDiscard: () => void;
}

/** Header of the lesson editor: name, state and actions of the lesson. */
export function LessonEditorBar({ work, errors, showsRevisions, onTree, onRevisions, onPublish, onDiscard }: Props) {
  const { lesson, text } = work;
  const { published, draft } = lesson;
  const changes = useMemo(() => changesBetween(published, text), [published, text]);
  const blocker = publishBlockerOf(work, errors);
  const others = lesson.others.map(({ username }) => username);
  return (
    <header className={css.bar} data-part>
      <Button
        className={css.treeButton ?? ''}
        {...{ square: true, size: 'sm', icon: 'list' }}
        aria-label="Lessons"
        onClick={onTree}
      />
      <h1 className={css.name}>{text.head.name || lesson.slug}</h1>
      <div className={css.states}>
        {lesson.state === 'withdrawn' ? (
          <Chip tone="coral">Withdrawn</Chip>
        ) : published ? (
          <Chip tone="phosphor" icon="tick">
            Published r{published.revision}
          </Chip>
        ) : (
          <Chip>Draft, not visible to learners</Chip>
        )}
        {published && changes > 0 && <Chip tone="beacon">Draft · {plural(changes, 'change')}</Chip>}
        {published && lesson.training.hidden && <Chip>Course hidden</Chip>}
        {draft?.publish_at && (
          <span title={publishTimeText(draft.publish_at)}>
            <Chip tone="beacon" icon="clock">
              Scheduled
            </Chip>
          </span>
        )}
      </div>
      <div className={css.actions}>
        {others.length > 0 && (
          <span className={css.quiet}>
            {others.join(', ')} {others.length === 1 ? 'has' : 'have'} a draft too
          </span>
        )}
        {draft && published && <span className={css.quiet}>Your draft, based on r{work.base ?? 0}</span>}
        <Button
          {...{ size: 'sm', variant: 'quiet', icon: 'clock' }}
          aria-pressed={showsRevisions}
          onClick={onRevisions}
        >
          Revisions
        </Button>
        <Button
          size="sm"
          disabled={work.isBehind || work.isAsPublished || work.isUntouched}
          title={blocker}
          onClick={() => onPublish(true)}
        >
          Schedule
        </Button>
        <Button
          size="sm"
          variant={work.isBehind || work.isAsPublished || work.isUntouched ? 'secondary' : 'primary'}
          disabled={blocker !== undefined}
          title={blocker}
          onClick={() => onPublish(false)}
        >
          Publish
        </Button>
        {(draft || work.isChanged) && (
          <Menu
            trigger={(props) => (
              <Button {...props} {...{ square: true, size: 'sm', variant: 'quiet', icon: 'menu' }} aria-label="More" />
            )}
          >
            <MenuItem icon="close" onClick={onDiscard}>
              Discard my draft
            </MenuItem>
          </Menu>
        )}
      </div>
    </header>
  );
}

/** Explains why the text cannot be published now; undefined if it can. */
export function publishBlockerOf(
  { isBehind, isAsPublished, isUntouched }: LessonWork,
  errors: number,
): string | undefined {
  if (isBehind) return 'Another author published this lesson. Compare both versions first.';
  if (isAsPublished) return 'This text is already published. Change something first.';
  if (isUntouched) return 'Write the lesson first.';
  return errors > 0 ? 'Fix the errors first. They are listed below the source.' : undefined;
}

function changesBetween(published: LessonWork['lesson']['published'], text: LessonWork['text']): number {
  if (!published || isSameText(published, text)) return 0;
  const fields = (['name', 'summary', 'minutes'] as const).filter((key) => published.head[key] !== text.head[key]);
  return fields.length + countChanges(published.body, text.body);
}
