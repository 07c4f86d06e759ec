import type { AuthoredLesson, ContentDiagnostic, LessonPreview } from '@hexpedition/contract';
import { canAccessTier, type TierCode, tierNames } from '@hexpedition/contract/tiers';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { LessonModule } from '#entities/lesson/lesson-modules.tsx';
import { useFeatures } from '#entities/site/use-features.ts';
import { duration, tierName } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Label } from '#ui/label.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { ProblemList } from '../lesson/problem-list.tsx';
import type { LessonText } from '../lesson/use-lesson-draft.ts';
import css from './preview.module.css';
import { PreviewSandbox } from './preview-sandbox.tsx';

const viewers = ['anonymous', 'free', 'foundational', 'specialization', 'beta'] as const;
type Viewer = (typeof viewers)[number];
const tierOf: Record<Viewer, TierCode> = { anonymous: 0, free: 0, foundational: 1, specialization: 2, beta: 3 };
const nameOf = (viewer: Viewer) =>
  viewer === 'anonymous' ? 'a logged-out visitor' : `a ${tierNames[tierOf[viewer]]} learner`;

interface Props {
  lesson: AuthoredLesson;
  text: LessonText;
  preview: LessonPreview | undefined;
  /** Problems of the text. */
  problems: readonly ContentDiagnostic[];
  error: string | undefined;
  /** Whether the author has not written anything yet. */
  isUntouched: boolean;
  /** Moves the caret to a line of the body. */
  onGo: (line: number) => void;
  /** Line of the caret in the body, 1-based. */
  line: number;
}

/** Shows the current text as learners would see it. */
export function PreviewPane({ lesson, text, preview, problems, error, isUntouched, onGo, line }: Props) {
  const [viewer, setViewer] = useState<Viewer>('free');
  const [isPhone, setPhone] = useState(false);
  const { free_tier: freeTier } = useFeatures();
  const { tier } = lesson.training;
  const isOpen = canAccessTier({ tier: tierOf[viewer], isSuperuser: false, freeTier }, tier);
  return (
    <section className={css.pane} aria-label="Preview">
      <div className={css.tools} data-part>
        <Label>Preview</Label>
        <label className={css.viewer}>
          <span>View as</span>
          <select
            value={viewer}
            onChange={(event) => setViewer(viewers.find((one) => one === event.target.value) ?? 'free')}
          >
            {viewers.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={css.widths}>
          <VisuallyHidden as="legend">Width</VisuallyHidden>
          {([false, true] as const).map((phone) => (
            <Button
              key={String(phone)}
              {...{ square: true, size: 'sm', variant: 'quiet', icon: phone ? 'phone' : 'desktop' }}
              aria-label={phone ? 'Phone width' : 'Full width'}
              aria-pressed={isPhone === phone}
              onClick={() => setPhone(phone)}
            />
          ))}
        </fieldset>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, so the keyboard must reach it */}
      <div className={css.scroll} data-part tabIndex={0} data-phone={isPhone || undefined}>
        {error && (
          <Callout kind="warning" title="The preview is out of date">
            <p>{error} The preview updates with your next change.</p>
          </Callout>
        )}
        {!preview && !error && <Skeleton lines={8} />}
        {preview && (
          <article className={css.article}>
            <header className={css.head}>
              <Label tone="beacon">
                {lesson.chapter.name} · {duration(text.head.minutes)}
              </Label>
              <h2>{text.head.name || 'Untitled lesson'}</h2>
              {text.head.summary ? (
                <p>{text.head.summary}</p>
              ) : (
                <p className={css.missing}>No summary yet. Learners see one here and in the list of lessons.</p>
              )}
            </header>
            {isUntouched ? (
              <p className={css.missing}>Nothing to show yet. Write the lesson in the source, or insert a block.</p>
            ) : (
              <PreviewProblems problems={problems} isEmpty={preview.modules.length === 0} onGo={onGo} />
            )}
            {isOpen ? (
              <Modules lesson={lesson} preview={preview} line={line} />
            ) : (
              <Callout kind="warning" title={`Requires the ${tierName(tier)} tier.`}>
                <p>
                  This lesson is locked for {nameOf(viewer)}. They see its name and summary, and the outline of{' '}
                  {lesson.training.name}.
                </p>
              </Callout>
            )}
            <p className={css.note}>This is a preview: quiz answers and flags are not sent, and labs do not start.</p>
          </article>
        )}
      </div>
    </section>
  );
}

interface ProblemsProps extends Pick<Props, 'problems' | 'onGo'> {
  isEmpty: boolean;
}

/** Says why the preview is empty or incomplete. Blocks with errors are left out of it. */
function PreviewProblems({ problems, isEmpty, onGo }: ProblemsProps) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return null;
  // The list below the source has all errors. Those of the head have no line there.
  const listed = isEmpty ? errors : errors.filter(({ line }) => line === 0);
  return (
    <Callout kind="warning" title={isEmpty ? 'The preview is empty' : 'Not ready to publish'}>
      {isEmpty && <p>Fix these errors to see the lesson.</p>}
      {!isEmpty && errors.length > listed.length && (
        <p>The text has errors, which are listed below the source. A block that cannot be read is left out here.</p>
      )}
      {listed.length > 0 && <ProblemList problems={listed} onGo={onGo} />}
    </Callout>
  );
}

function Modules({ lesson, preview, line }: Pick<Props, 'lesson' | 'line'> & { preview: LessonPreview }) {
  const proseRef = useInteractiveProse(preview.modules);
  const current = preview.blocks.findLast(({ from }) => from <= line)?.id;
  const currentModule = useRef<HTMLDivElement>(null);
  const last = useRef(current);
  // Scrolls to the block of the caret when the caret enters another block. No scroll on mount.
  useEffect(() => {
    if (current !== last.current) currentModule.current?.scrollIntoView({ block: 'nearest' });
    last.current = current;
  }, [current]);
  return (
    <PreviewSandbox lesson={lesson}>
      <div ref={proseRef} className={css.modules} onClickCapture={openLinkInNewTab}>
        {preview.modules.map((module) => (
          <div
            key={module.id}
            ref={module.id === current ? currentModule : null}
            className={css.module}
            data-current={module.id === current || undefined}
          >
            <LessonModule lesson={lesson.slug} training={lesson.training.slug} revision={0} module={module} />
          </div>
        ))}
      </div>
    </PreviewSandbox>
  );
}

/** Opens links of the lesson in a new tab, so that the author stays in the editor. */
function openLinkInNewTab(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest('a[href]');
  const href = link?.getAttribute('href');
  if (!href || link?.hasAttribute('download')) return;
  event.preventDefault();
  event.stopPropagation();
  if (!href.startsWith('#')) window.open(href, '_blank', 'noopener');
  else event.currentTarget.querySelector(`[id="${CSS.escape(href.slice(1))}"]`)?.scrollIntoView();
}
