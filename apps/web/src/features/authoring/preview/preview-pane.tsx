import type { AuthoredLesson, LessonPreview } from '@hexpedition/contract';
import { reachesTier, type TierCode, tierNames } from '@hexpedition/contract/tiers';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { LessonModule } from '#features/learn/modules/lesson-modules.public.tsx';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { duration, tierName } from '#lib/format.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Label } from '#ui/label.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { LessonText } from '../lesson/use-lesson-draft.ts';
import css from './preview.module.css';
import { Sealed } from './sealed.tsx';

const viewers = ['anonymous', 'free', 'foundational', 'specialization', 'beta'] as const;
type Viewer = (typeof viewers)[number];
const tierOf: Record<Viewer, TierCode> = { anonymous: 0, free: 0, foundational: 1, specialization: 2, beta: 3 };
const nameOf = (viewer: Viewer) =>
  viewer === 'anonymous' ? 'a visitor without an account' : `a ${tierNames[tierOf[viewer]]} learner`;

interface Props {
  lesson: AuthoredLesson;
  text: LessonText;
  preview: LessonPreview | undefined;
  error: string | undefined;
  /** Where the caret is in the body, 1-based. */
  line: number;
}

/** The lesson as a learner sees it, made of the text as it is now. */
export function PreviewPane({ lesson, text, preview, error, line }: Props) {
  const [viewer, setViewer] = useState<Viewer>('free');
  const [isPhone, setPhone] = useState(false);
  const { free_tier: freeTier } = useFeatures();
  const { tier } = lesson.training;
  const isOpen = reachesTier({ tier: tierOf[viewer], isSuperuser: false, freeTier }, tier);
  return (
    <section className={css.pane} aria-label="Preview">
      <div className={css.tools} data-part>
        <Label>Preview</Label>
        <label className={css.viewer}>
          <span>As</span>
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
          <legend>Width</legend>
          {([false, true] as const).map((phone) => (
            <Button
              key={String(phone)}
              {...{ square: true, size: 'sm', variant: 'quiet', icon: phone ? 'phone' : 'desktop' }}
              aria-label={phone ? 'As wide as a phone' : 'As wide as there is room'}
              aria-pressed={isPhone === phone}
              onClick={() => setPhone(phone)}
            />
          ))}
        </fieldset>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by keyboard */}
      <div className={css.scroll} data-part tabIndex={0} data-phone={isPhone || undefined}>
        {error && (
          <Callout kind="warning" title="The preview stands still">
            <p>{error} It goes on with your next change.</p>
          </Callout>
        )}
        {!preview && !error && <Skeleton lines={8} />}
        {preview && (
          <article className={css.article}>
            <header className={css.head}>
              <Label tone="beacon">
                {lesson.chapter.name} · {duration(text.head.minutes)}
              </Label>
              <h2>{text.head.name || 'A lesson without a name'}</h2>
              <p>{text.head.summary}</p>
            </header>
            {isOpen ? (
              <Modules lesson={lesson} preview={preview} line={line} />
            ) : (
              <Callout kind="warning" title={`Requires the ${tierName(tier)} tier.`}>
                <p>
                  For {nameOf(viewer)} the lesson is locked: they read its name and summary, and the outline of{' '}
                  {lesson.training.name}.
                </p>
              </Callout>
            )}
            <p className={css.note}>
              Nothing that you do in the preview is sent: quizzes, flags and labs only look as they will.
            </p>
          </article>
        )}
      </div>
    </section>
  );
}

function Modules({ lesson, preview, line }: Pick<Props, 'lesson' | 'line'> & { preview: LessonPreview }) {
  const upgrade = useUpgrade(preview.modules);
  const current = preview.blocks.findLast(({ from }) => from <= line)?.id;
  const here = useRef<HTMLDivElement>(null);
  const last = useRef(current);
  // Scrolling is a call, not a property. It follows the caret from block to block; the first one is at the top anyway.
  useEffect(() => {
    if (current !== last.current) here.current?.scrollIntoView({ block: 'nearest' });
    last.current = current;
  }, [current]);
  return (
    <Sealed lesson={lesson}>
      <div ref={upgrade} className={css.modules} onClickCapture={openAside}>
        {preview.modules.map((module) => (
          <div
            key={module.id}
            ref={module.id === current ? here : null}
            className={css.module}
            data-current={module.id === current || undefined}
          >
            <LessonModule lesson={lesson.slug} training={lesson.training.slug} revision={0} module={module} />
          </div>
        ))}
      </div>
    </Sealed>
  );
}

/** A link of the lesson must not lead away from what is being written. */
function openAside(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest('a[href]');
  const href = link?.getAttribute('href');
  if (!href || link?.hasAttribute('download')) return;
  event.preventDefault();
  event.stopPropagation();
  if (!href.startsWith('#')) window.open(href, '_blank', 'noopener');
  else event.currentTarget.querySelector(`[id="${CSS.escape(href.slice(1))}"]`)?.scrollIntoView();
}
