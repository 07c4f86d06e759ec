import { when } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './lesson-editor.module.css';
import type { LessonWork } from './use-lesson-draft.ts';

/** Warns that another author published the lesson, or that another tab saved the draft. Both texts are kept. */
export function ConflictBanner({ work, onCompare }: { work: LessonWork; onCompare: () => void }) {
  const { lesson, otherTab, isBehind } = work;
  if (otherTab)
    return (
      <div className={css.banner} role="alert" data-part>
        <Icon name="warning" />
        <p>
          <strong>You changed this draft in another tab {when(otherTab.saved_at)}.</strong> Choose a version to continue
          saving here.
        </p>
        <Button size="sm" variant="quiet" onClick={() => work.resolveTabConflict(true)}>
          Use the other tab’s version
        </Button>
        <Button size="sm" variant="primary" onClick={() => work.resolveTabConflict(false)}>
          Keep this version
        </Button>
      </div>
    );
  const { published } = lesson;
  if (!isBehind || !published) return null;
  const by = published.by ?? 'An import';
  return (
    <div className={css.banner} role="alert" data-part>
      <Icon name="warning" />
      <p>
        <strong>
          {by} changed “{lesson.published?.head.name}” {when(published.at)}.
        </strong>{' '}
        Your draft does not contain revision {published.revision}. Compare both versions before you publish.
      </p>
      <Button size="sm" variant="quiet" onClick={() => work.rebase({ head: published.head, body: published.body })}>
        Use published version
      </Button>
      <Button size="sm" variant="primary" onClick={onCompare}>
        Compare
      </Button>
    </div>
  );
}
