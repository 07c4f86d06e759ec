import type { AuthoredLesson } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { dateFormat } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { refreshPublished } from '../authoring-queries.ts';
import { DiffView } from '../diff/diff-view.tsx';
import css from './lesson-editor.module.css';
import { ProblemList } from './problem-list.tsx';
import type { LessonWork } from './use-lesson-draft.ts';

const formatTime = dateFormat({
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
});
/** `Wednesday 25 November 2026 at 09:00 CET, your time`. */
export const publishTimeText = (at: string) => `${formatTime(at)}, your time`;

const publishedText = (lesson: string, { name, hidden }: AuthoredLesson['training']) =>
  hidden
    ? `“${lesson}” is published. Learners see it when you switch off “Hidden” on the page of the course “${name}”.`
    : `“${lesson}” is live.`;

interface Props {
  work: LessonWork;
  /** Whether the dialog opens with "At a time" selected. */
  isLater: boolean;
  onClose: () => void;
}

/** Shows what changes for learners, and publishes the draft now or schedules it. */
export function PublishDialog({ work, isLater, onClose }: Props) {
  const { lesson, text, currentVersion } = work;
  const api = useApi();
  const client = useQueryClient();
  const [later, setLater] = useState(isLater);
  const [time, setTime] = useState('');
  const [note, setNote] = useState('');
  const scheduledAt = lesson.draft?.publish_at ?? null;
  // The browser parses the field in its own time zone.
  const at = time === '' ? undefined : new Date(time);
  const isPast = at !== undefined && at.getTime() <= Date.now();

  const publish = useMutation({
    meta: { suppress: [409] },
    mutationFn: async (when: string | null | undefined) => {
      if (!(await work.save())) throw new Error('Your draft is not saved yet. Save it, then publish again.');
      return api('POST /api/admin/subchapter/:slug/publish', {
        params: { slug: lesson.slug },
        body: { version: currentVersion(), note, ...(when !== undefined && { at: when }) },
      });
    },
    onSuccess: ({ applied, lesson: next }, when) => {
      if (!applied && when === undefined) return;
      work.resetTo(next);
      refreshPublished(client);
      toast(
        when === undefined
          ? publishedText(text.head.name, next.training)
          : when === null
            ? 'Schedule cancelled. Your draft is unchanged.'
            : `Scheduled for ${publishTimeText(when)}.`,
        'good',
      );
      onClose();
    },
    onError: async (error) => {
      if (!isApiError(error, 'conflict')) return;
      const latest = await work.refetch().catch(() => undefined);
      if (latest) work.mergeServerState(latest);
    },
  });
  const blocking = publish.data && !publish.data.applied ? publish.data.diagnostics : [];
  const hasNoChanges = lesson.published !== null && lesson.draft === null && !work.isChanged;
  const isDisabled = hasNoChanges || work.isBehind || (later && (!at || isPast));
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={`Publish “${text.head.name || lesson.slug}”`}
      footer={
        <>
          {scheduledAt && (
            <Button busy={publish.isPending && publish.variables === null} onClick={() => publish.mutate(null)}>
              Cancel schedule
            </Button>
          )}
          <Button
            variant="primary"
            busy={publish.isPending && publish.variables !== null}
            disabled={isDisabled}
            onClick={() => publish.mutate(later ? at?.toISOString() : undefined)}
          >
            {later ? 'Schedule' : 'Publish now'}
          </Button>
        </>
      }
    >
      <div className={css.publish}>
        {publish.error && (
          <Callout kind="danger" role="alert">
            <p>{messageOf(publish.error)}</p>
          </Callout>
        )}
        {blocking.length > 0 && (
          <Callout kind="danger" role="alert" title="Not published">
            <p>Fix these errors and publish again. Your draft is kept.</p>
            <ProblemList problems={blocking} />
          </Callout>
        )}
        {lesson.training.hidden && (
          <Callout title="The course is hidden">
            <p>
              Learners do not see this lesson yet, also after you publish it. Switch off “Hidden” on the{' '}
              <Link to="/admin/training/$training" params={{ training: lesson.training.slug }}>
                page of “{lesson.training.name}”
              </Link>{' '}
              when the course is ready.
            </p>
          </Callout>
        )}
        {scheduledAt && (
          <Callout title="Scheduled">
            <p>This draft will be published on {publishTimeText(scheduledAt)}.</p>
          </Callout>
        )}
        <fieldset className={css.options}>
          <legend>When</legend>
          <Checkbox kind="radio" name="when" checked={!later} onChange={() => setLater(false)}>
            Now
          </Checkbox>
          <Checkbox kind="radio" name="when" checked={later} onChange={() => setLater(true)}>
            At a time
          </Checkbox>
        </fieldset>
        {later && (
          <TextField
            label="Date and time"
            type="datetime-local"
            value={time}
            onChange={({ target }) => setTime(target.value)}
            error={isPast ? 'This time is in the past. Choose a later time.' : undefined}
            hint={at && !isPast ? publishTimeText(at.toISOString()) : 'In your browser’s time zone.'}
          />
        )}
        <TextField
          label="Note"
          optional
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          hint="Your changes and the reason for them. Shown in the list of revisions."
        />
        <section>
          <h3>Changes for learners</h3>
          <DiffView
            before={lesson.published?.body ?? ''}
            after={text.body}
            none={
              hasNoChanges
                ? 'No changes. This text is already published.'
                : 'The text is unchanged. Only the name, the summary or the minutes change.'
            }
          />
        </section>
      </div>
    </Dialog>
  );
}
