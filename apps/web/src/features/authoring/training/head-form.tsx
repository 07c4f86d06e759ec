import type { AuthoredTrainingDetail, TrainingHead } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { tierName } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { authoredTrainingQuery, authoredTrainingsQuery, forgetPublished } from '../queries.ts';
import { type HeadKey, headNames, headWords, isSameHead, mergeHeads } from './head-merge.ts';
import css from './training.module.css';
import { TrainingList } from './training-list.tsx';

const tiers = [0, 1, 2, 3] as const;

interface Clashes {
  theirs: TrainingHead;
  keys: HeadKey[];
}

/** What `training.yaml` says. It is published with the press of the button, unless somebody else was faster. */
export function HeadForm({ training }: { training: AuthoredTrainingDetail }) {
  const { slug, icons } = training;
  const api = useApi();
  const client = useQueryClient();
  const { data: all } = usePersonalQuery(authoredTrainingsQuery);
  /** What the form was made from, and what it holds. */
  const [base, setBase] = useState({ head: training.head, etag: training.etag });
  const [head, setHead] = useState(training.head);
  const [clashes, setClashes] = useState<Clashes>();
  const set = (change: Partial<TrainingHead>) => setHead((before) => ({ ...before, ...change }));
  const isChanged = !isSameHead(head, base.head);

  // What others have saved comes from outside. A form that nobody has touched follows it.
  useEffect(() => {
    if (isChanged) return;
    setBase({ head: training.head, etag: training.etag });
    setHead(training.head);
  }, [training, isChanged]);

  const takeIn = async () => {
    const now = await client.fetchQuery({ ...authoredTrainingQuery(slug), staleTime: 0 });
    const merged = mergeHeads(base.head, now.head, head);
    setBase({ head: now.head, etag: now.etag });
    setHead(merged.head);
    setClashes({ theirs: now.head, keys: merged.clashes });
  };
  const save = useMutation({
    meta: { suppress: [400, 409] },
    mutationFn: async () => {
      const body = { training: head, etag: base.etag, overwrite: false };
      const answer = await api('POST /api/admin/training/:slug', { params: { slug }, body });
      const fault = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (!answer.applied)
        throw new ApiError(400, { code: 'invalid_request', msg: fault?.message ?? 'It was not saved.' });
      return answer;
    },
    onSuccess: ({ etag }) => {
      setBase({ head, etag });
      setClashes(undefined);
      client.setQueryData(authoredTrainingQuery(slug).queryKey, (before) => before && { ...before, head, etag });
      forgetPublished(client);
    },
    onError: async (error) => {
      if (isApiError(error, 'conflict')) await takeIn().catch(() => undefined);
    },
  });
  const problems = isApiError(save.error) ? save.error.fields : {};
  const problem = (key: HeadKey) => problems[key] ?? problems[`training.${key}`];

  return (
    <section className={css.section} aria-labelledby="head">
      <h2 id="head">Head</h2>
      {clashes && <HeadClashes clashes={clashes} head={head} onTake={(key) => set({ [key]: clashes.theirs[key] })} />}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !save.isPending) save.mutate();
        }}
      >
        <div className={css.pair}>
          <TextField
            label="Name"
            value={head.name}
            maxLength={60}
            error={head.name.trim() === '' ? 'Give it a name.' : problem('name')}
            onChange={({ target }) => set({ name: target.value })}
          />
          <TextField
            label="Term"
            optional
            value={head.term}
            maxLength={60}
            hint="What the field calls it, where the name does not say so."
            error={problem('term')}
            onChange={({ target }) => set({ term: target.value })}
          />
        </div>
        <TextField
          label="Summary"
          value={head.summary}
          maxLength={110}
          hint={`For the card on the map: ${110 - head.summary.length} of 110 characters are left.`}
          error={head.summary.trim() === '' ? 'Say in a sentence what it is about.' : problem('summary')}
          onChange={({ target }) => set({ summary: target.value })}
        />
        <TextArea
          label="Description"
          value={head.description}
          maxLength={20_000}
          hint="Markdown: what people can do afterwards, and what they should know before."
          error={problem('description')}
          onChange={({ target }) => set({ description: target.value })}
        />
        <TagsField tags={head.tags} error={problem('tags')} onChange={(tags) => set({ tags })} />
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
        <TrainingList
          label="Requires"
          hint="Trainings that must be finished first."
          none="Nothing: it is open from the beginning."
          slugs={head.requires}
          choices={all?.trainings.filter((one) => one.slug !== slug) ?? []}
          onChange={(requires) => set({ requires })}
        />
        <Switch
          label="Hidden"
          hint="Nobody but authors sees it. Progress is kept."
          checked={head.hidden}
          onChange={({ target }) => set({ hidden: target.checked })}
        />
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
            Save and publish
          </Button>
          {isChanged && (
            <Button variant="quiet" onClick={() => setHead(base.head)}>
              Take my changes back
            </Button>
          )}
          <FormStatus
            error={isApiError(save.error, 'conflict') ? undefined : save.error}
            done={save.isSuccess && !isChanged && 'Learners see it now.'}
          />
        </div>
      </form>
    </section>
  );
}

interface ClashProps {
  clashes: Clashes;
  head: TrainingHead;
  onTake: (key: HeadKey) => void;
}

/** Somebody else was faster: what both have changed, with both values. The rest is joined already. */
function HeadClashes({ clashes: { theirs, keys }, head, onTake }: ClashProps) {
  return (
    <Callout kind="warning" role="alert" title="Somebody else has changed this training">
      <p>
        {keys.length === 0
          ? 'They have changed other things: both are in the form now. Save again.'
          : 'What they alone have changed is in the form now. Look at what you both have changed, then save again.'}
      </p>
      <dl className={css.clashes}>
        {keys.map((key) => (
          <div key={key}>
            <dt>{headNames[key]}</dt>
            <dd>
              <span>Theirs:</span> {headWords(theirs, key)}
            </dd>
            <dd>
              <span>In the form:</span> {headWords(head, key)}
            </dd>
            <dd>
              <Button size="sm" onClick={() => onTake(key)}>
                Take theirs
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

/** Tags in one line. What is typed stays as it is; the list is what stands between the commas. */
function TagsField({ tags, error, onChange }: TagsProps) {
  const [text, setText] = useState(tags.join(', '));
  const listOf = (line: string) =>
    line
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
  const shown = listOf(text).join() === tags.join() ? text : tags.join(', ');
  return (
    <TextField
      label="Tags"
      optional
      value={shown}
      hint="Short words that people search for, with commas between them: sqli, sql"
      error={error}
      onChange={({ target }) => {
        setText(target.value);
        onChange(listOf(target.value.toLowerCase()).slice(0, 12));
      }}
    />
  );
}
