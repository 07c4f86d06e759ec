import { when } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './lesson.module.css';
import type { LessonWork } from './use-lesson-draft.ts';

/** Says that somebody else has published, or another tab has saved. Nothing of either side is lost. */
export function ConflictBanner({ work, onSeeBoth }: { work: LessonWork; onSeeBoth: () => void }) {
  const { lesson, otherTab, isBehind } = work;
  if (otherTab)
    return (
      <div className={css.banner} role="alert" data-part>
        <Icon name="warning" />
        <p>
          <strong>You have changed this draft in another tab {when(otherTab.saved_at)}.</strong> Nothing is saved here
          until you choose.
        </p>
        <Button size="sm" variant="quiet" onClick={() => work.settleTab(true)}>
          Take that one
        </Button>
        <Button size="sm" variant="primary" onClick={() => work.settleTab(false)}>
          Keep this one
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
        Revision {published.revision} is not in your draft. Publishing waits until you have seen both.
      </p>
      <Button size="sm" variant="quiet" onClick={() => work.rebase({ head: published.head, body: published.body })}>
        Take theirs
      </Button>
      <Button size="sm" variant="primary" onClick={onSeeBoth}>
        See both
      </Button>
    </div>
  );
}
