import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { DifferenceView } from '../difference/difference-view.tsx';
import { forgetPublished } from '../queries.ts';
import { FaultList } from './faults.tsx';
import css from './lesson.module.css';
import type { LessonWork } from './use-lesson-draft.ts';

const moment = dateFormat({
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
});
/** `Wednesday 25 November 2026 at 09:00 CET, your time`. */
export const momentWords = (at: string) => `${moment(at)}, your time`;

interface Props {
  work: LessonWork;
  /** Whether it opens at choosing a time. */
  isLater: boolean;
  onClose: () => void;
}

/** What would change for learners, and the two ways to let it: now, or at a time. */
export function PublishDialog({ work, isLater, onClose }: Props) {
  const { lesson, text, versionNow } = work;
  const api = useApi();
  const client = useQueryClient();
  const [later, setLater] = useState(isLater);
  const [time, setTime] = useState('');
  const [note, setNote] = useState('');
  const planned = lesson.draft?.publish_at ?? null;
  // The browser reads the field as its own time.
  const at = time === '' ? undefined : new Date(time);
  const isPast = at !== undefined && at.getTime() <= Date.now();

  const publish = useMutation({
    meta: { suppress: [409] },
    mutationFn: async (when: string | null | undefined) => {
      if (!(await work.save())) throw new Error('It is not saved yet.');
      return api('POST /api/admin/subchapter/:slug/publish', {
        params: { slug: lesson.slug },
        body: { version: versionNow(), note, ...(when !== undefined && { at: when }) },
      });
    },
    onSuccess: ({ applied, lesson: next }, when) => {
      if (!applied && when === undefined) return;
      work.begin(next);
      forgetPublished(client);
      toast(
        when === undefined
          ? `Learners read “${text.head.name}” now.`
          : when === null
            ? 'It is no longer planned. Your draft is as it was.'
            : `It will be published on ${momentWords(when)}.`,
        'good',
      );
      onClose();
    },
    onError: async (error) => {
      if (!isApiError(error, 'conflict')) return;
      const news = await work.refetch().catch(() => undefined);
      if (news) work.hear(news);
    },
  });
  const stopped = publish.data && !publish.data.applied ? publish.data.diagnostics : [];
  const nothing = lesson.published !== null && lesson.draft === null && !work.isChanged;
  const isOff = nothing || work.isBehind || (later && (!at || isPast));
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={`Publish “${text.head.name || lesson.slug}”`}
      footer={
        <>
          {planned && (
            <Button busy={publish.isPending && publish.variables === null} onClick={() => publish.mutate(null)}>
              Take the plan back
            </Button>
          )}
          <Button
            variant="primary"
            busy={publish.isPending && publish.variables !== null}
            disabled={isOff}
            onClick={() => publish.mutate(later ? at?.toISOString() : undefined)}
          >
            {later ? 'Plan it' : 'Publish now'}
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
        {stopped.length > 0 && (
          <Callout kind="danger" role="alert" title="It was not published">
            <p>Settle these first. Your draft is kept.</p>
            <FaultList faults={stopped} />
          </Callout>
        )}
        {planned && (
          <Callout title="It is planned">
            <p>It will be published on {momentWords(planned)}.</p>
          </Callout>
        )}
        <fieldset className={css.ways}>
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
            error={isPast ? 'This time is over. Choose a later one.' : undefined}
            hint={at && !isPast ? momentWords(at.toISOString()) : 'In the time zone of your browser.'}
          />
        )}
        <TextField
          label="Note"
          optional
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          hint="For the list of revisions: what you have changed, and why."
        />
        <section>
          <h3>What changes for learners</h3>
          <DifferenceView
            before={lesson.published?.body ?? ''}
            after={text.body}
            none={
              nothing
                ? 'Nothing. They read this text already.'
                : 'Not a word of the text; its name, summary or minutes.'
            }
          />
        </section>
      </div>
    </Dialog>
  );
}
