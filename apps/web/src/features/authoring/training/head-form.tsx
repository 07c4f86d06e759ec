import type { AuthoredTrainingDetail, TrainingHead } from '@hexpedition/contract';
import { useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { tierName } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { authoredTrainingsQuery } from '../authoring-queries.ts';
import css from './authored-training.module.css';
import { type HeadKey, headNames, headValueText } from './head-merge.ts';
import { ShowCourseDialog } from './show-course-dialog.tsx';
import { TrainingListField } from './training-list-field.tsx';
import { type HeadConflictState, useTrainingHead } from './use-training-head.ts';

const tiers = [0, 1, 2, 3] as const;

/** Edits `training.yaml`. Saving publishes at once, and fails with a conflict if another author saved meanwhile. */
export function HeadForm({ training }: { training: AuthoredTrainingDetail }) {
  const { slug, icons } = training;
  const { data: all } = usePersonalQuery(authoredTrainingsQuery);
  const { head, set, discard, isChanged, isShowing, conflicts, save, fieldError } = useTrainingHead(training);
  const [isAsking, setAsking] = useState(false);
  const required = head.hidden ? (['name'] as const) : (['name', 'summary', 'description'] as const);
  const missing = required.filter((key) => head[key].trim() === '');
  const isMissing = (key: (typeof required)[number]) => missing.includes(key);

  return (
    <section className={css.section} aria-labelledby="head">
      <h2 id="head">Details</h2>
      {conflicts && (
        <HeadConflicts conflicts={conflicts} head={head} onTake={(key) => set({ [key]: conflicts.theirs[key] })} />
      )}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isChanged || save.isPending) return;
          if (missing.length > 0) event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          else if (isShowing) setAsking(true);
          else save.mutate();
        }}
      >
        <div className={css.pair}>
          <TextField
            label="Name"
            value={head.name}
            maxLength={60}
            error={isMissing('name') ? 'Enter a name.' : fieldError('name')}
            onChange={({ target }) => set({ name: target.value })}
          />
          <TextField
            label="Term"
            optional
            value={head.term}
            maxLength={60}
            hint="Common technical name, if the name does not contain it."
            error={fieldError('term')}
            onChange={({ target }) => set({ term: target.value })}
          />
        </div>
        <TextField
          label="Summary"
          value={head.summary}
          maxLength={110}
          hint={`Shown on the map card. ${110 - head.summary.length} of 110 characters left.`}
          error={isMissing('summary') ? 'Describe the course in one sentence.' : fieldError('summary')}
          onChange={({ target }) => set({ summary: target.value })}
        />
        <TextArea
          label="Description"
          value={head.description}
          maxLength={20_000}
          hint="Markdown. What learners can do afterwards, and what they should know before."
          error={isMissing('description') ? 'Describe the course.' : fieldError('description')}
          onChange={({ target }) => set({ description: target.value })}
        />
        <TagsField tags={head.tags} error={fieldError('tags')} onChange={(tags) => set({ tags })} />
        <Choice legend="Tier">
          {tiers.map((tier) => (
            <Checkbox key={tier} kind="radio" name="tier" checked={head.tier === tier} onChange={() => set({ tier })}>
              {tierName(tier)}
            </Checkbox>
          ))}
        </Choice>
        <Choice legend="Kind">
          <Checkbox kind="radio" name="kind" checked={head.kind === 'course'} onChange={() => set({ kind: 'course' })}>
            Course
          </Checkbox>
          <Checkbox kind="radio" name="kind" checked={head.kind === 'video'} onChange={() => set({ kind: 'video' })}>
            Video
          </Checkbox>
        </Choice>
        <fieldset className={css.icons}>
          <legend>Icon</legend>
          {icons
            .filter((icon) => icon in iconPaths)
            .map((icon) => (
              <label key={icon} title={icon}>
                <input
                  type="radio"
                  name="icon"
                  aria-label={icon}
                  checked={head.icon === icon}
                  onChange={() => set({ icon })}
                />
                <Icon name={icon as IconName} size={24} />
              </label>
            ))}
        </fieldset>
        <TrainingListField
          label="Requires"
          hint="Learners must complete these courses first."
          emptyText="No prerequisites."
          slugs={head.requires}
          choices={all?.trainings.filter((one) => one.slug !== slug) ?? []}
          onChange={(requires) => set({ requires })}
        />
        <Switch
          label="Hidden"
          hint="Only authors see this course. Learners keep their progress."
          checked={head.hidden}
          onChange={({ target }) => set({ hidden: target.checked })}
        />
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
            Save and publish
          </Button>
          {isChanged && (
            <Button variant="quiet" onClick={discard}>
              Discard changes
            </Button>
          )}
          <FormStatus
            error={isApiError(save.error, 'conflict') ? undefined : save.error}
            done={save.isSuccess && !isChanged && 'Published.'}
          />
        </div>
      </form>
      {isAsking && (
        <ShowCourseDialog
          slug={slug}
          name={head.name}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            save.mutate();
          }}
        />
      )}
    </section>
  );
}

interface ConflictProps {
  conflicts: HeadConflictState;
  head: TrainingHead;
  onTake: (key: HeadKey) => void;
}

/** Lists the fields that this author and another author both changed. All other fields are merged already. */
function HeadConflicts({ conflicts: { theirs, keys }, head, onTake }: ConflictProps) {
  return (
    <Callout kind="warning" role="alert" title="Another author changed this course">
      <p>
        {keys.length === 0
          ? 'There are no conflicts. The form contains both sets of changes. Save again.'
          : 'You both changed these fields. Choose a value for each, then save again. All other changes are merged.'}
      </p>
      <dl className={css.conflicts}>
        {keys.map((key) => (
          <div key={key}>
            <dt>{headNames[key]}</dt>
            <dd>
              <span>Theirs:</span> {headValueText(theirs, key)}
            </dd>
            <dd>
              <span>Yours:</span> {headValueText(head, key)}
            </dd>
            <dd>
              <Button size="sm" onClick={() => onTake(key)}>
                Use theirs
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Callout>
  );
}

const Choice = ({ legend, children }: { legend: string; children: React.ReactNode }) => (
  <fieldset className={css.choice}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

interface TagsProps {
  tags: readonly string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** Edits comma-separated tags in one line. Keeps the typed text as long as it yields the same tags. */
function TagsField({ tags, error, onChange }: TagsProps) {
  const [text, setText] = useState(tags.join(', '));
  const parseTags = (line: string) =>
    line
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
  const shown = parseTags(text).join() === tags.join() ? text : tags.join(', ');
  return (
    <TextField
      label="Tags"
      optional
      value={shown}
      hint="Short search words, separated by commas: sqli, sql"
      error={error}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parseTags(target.value.toLowerCase()).slice(0, 12));
      }}
    />
  );
}
