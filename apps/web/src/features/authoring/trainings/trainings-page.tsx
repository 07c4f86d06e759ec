import type { AuthoredTrainings } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { plural, tierName, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Chip } from '#ui/chip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { authoredTrainingsQuery, refreshPublished } from '../authoring-queries.ts';
import { checkNames, NamesFields } from '../names-fields.tsx';
import css from './trainings.module.css';

const stateNames = { drafts: 'With drafts', hidden: 'Hidden', visible: 'Visible' } as const;

type AuthoredTraining = AuthoredTrainings['trainings'][number];

const states = ['drafts', 'hidden', 'visible'] as const;
const tiers = [0, 1, 2, 3] as const;

/** Filter of the training list, stored in the URL. */
export interface TrainingFilter {
  q?: string | undefined;
  state?: (typeof states)[number] | undefined;
  tier?: (typeof tiers)[number] | undefined;
}

/** Returns the trainings that match the filter, grouped by continent in their original order. */
export function trainingsByContinent(trainings: readonly AuthoredTraining[], { q = '', state, tier }: TrainingFilter) {
  const word = q.toLowerCase();
  const matches = (one: AuthoredTraining) =>
    (one.name.toLowerCase().includes(word) || one.slug.includes(word)) &&
    (tier === undefined || one.tier === tier) &&
    (state === undefined || (state === 'drafts' ? one.drafts > 0 : one.hidden === (state === 'hidden')));
  const groups = new Map<string, AuthoredTraining[]>();
  for (const training of trainings.filter(matches))
    groups.set(training.continent_name, [...(groups.get(training.continent_name) ?? []), training]);
  return groups;
}

/** Lists all trainings, including hidden ones, and creates new ones. */
export function TrainingsPage({ filter: urlFilter }: { filter: TrainingFilter }) {
  const navigate = useNavigate();
  const [filter, setFilter] = useOptimisticValue(urlFilter, (search) => navigate({ to: '.', search, replace: true }));
  const [isNew, setNew] = useState(false);
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...authoredTrainingsQuery, staleTime: 0 });
  const changeFilter = (change: TrainingFilter) => setFilter({ ...filter, ...change });
  const groups = data && trainingsByContinent(data.trainings, filter);
  return (
    <Page
      label="Admin"
      title="Courses"
      lead="Edit courses and their lessons. Only you see your drafts."
      action={
        <Button variant="primary" icon="plus" disabled={!data} onClick={() => setNew(true)}>
          New course
        </Button>
      }
    >
      <search className={css.filters}>
        <TextField
          label="Search"
          type="search"
          value={filter.q ?? ''}
          onChange={({ target }) => changeFilter({ q: target.value || undefined })}
        />
        <SelectField
          label="Tier"
          value={filter.tier ?? ''}
          onChange={({ target }) => changeFilter({ tier: tiers.find((tier) => String(tier) === target.value) })}
        >
          <option value="">All tiers</option>
          {tiers.map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="State"
          value={filter.state ?? ''}
          onChange={({ target }) => changeFilter({ state: states.find((state) => state === target.value) })}
        >
          <option value="">All states</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
      </search>
      {!data && error && <LoadError what="The courses" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={4} />}
      {groups?.size === 0 && (
        <EmptyState icon="map" title={data?.trainings.length === 0 ? 'No courses yet' : 'No matching courses'}>
          <p>
            {data?.trainings.length === 0
              ? 'Create the first one, or import a curriculum.'
              : 'Remove a filter, or search for something else.'}
          </p>
        </EmptyState>
      )}
      {[...(groups ?? [])].map(([continent, trainings]) => (
        <section key={continent} className={css.group} aria-label={continent}>
          <h2>
            {continent} <small>{trainings.length}</small>
          </h2>
          <ul className={css.list}>
            {trainings.map((training) => (
              <li key={training.slug}>
                <TrainingLine training={training} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isNew && data && <NewTrainingDialog continents={data.continents} onClose={() => setNew(false)} />}
    </Page>
  );
}

interface NewTrainingDialogProps {
  continents: AuthoredTrainings['continents'];
  onClose: () => void;
}

/** Creates a hidden training and opens its page. */
function NewTrainingDialog({ continents, onClose }: NewTrainingDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    fields: ['name', 'slug', 'continent', 'kind'],
    check: checkNames,
    send: ({ name, slug, continent, kind }) =>
      api('POST /api/admin/trainings', {
        body: { name, slug, continent, kind: kind === 'video' ? 'video' : 'course' },
      }),
    onSuccess: (created) => {
      refreshPublished(client);
      void navigate({ to: '/admin/training/$training', params: { training: created.slug } });
    },
  });
  return (
    <Dialog open onClose={onClose} title="New course">
      <Form form={form}>
        <NamesFields
          maxNameLength={60}
          hint="You can't change this later. Links and the map use it."
          problems={form.problems}
        />
        <SelectField label="Continent" name="continent" error={form.problems.continent}>
          {continents.map((one) => (
            <option key={one.slug} value={one.slug}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <fieldset className={css.kinds}>
          <legend>Kind</legend>
          <Checkbox kind="radio" name="kind" value="course" defaultChecked>
            Course
          </Checkbox>
          <Checkbox kind="radio" name="kind" value="video">
            Video: shown on the YouTube Map
          </Checkbox>
        </fieldset>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Create hidden course
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

function TrainingLine({ training }: { training: AuthoredTrainings['trainings'][number] }) {
  const { slug, name, icon, tier, kind, hidden, lessons, drafts, changed_at, changed_by } = training;
  return (
    <Card size="sm" link className={css.training}>
      <Icon name={icon in iconPaths ? (icon as IconName) : 'compass'} size={24} />
      <div className={css.description}>
        <h3>
          <Link to="/admin/training/$training" params={{ training: slug }}>
            {name}
          </Link>
        </h3>
        <p className={css.facts}>
          {plural(lessons, 'lesson')}
          {changed_at && `, changed ${when(changed_at)}${changed_by ? ` by ${changed_by}` : ' by an import'}`}
        </p>
      </div>
      <div className={css.chips}>
        {drafts > 0 && <Chip tone="beacon">{plural(drafts, 'draft')}</Chip>}
        {hidden && <Chip icon="eye-off">Hidden</Chip>}
        {kind === 'video' && <Chip icon="play">Video</Chip>}
        <Chip>{tierName(tier)}</Chip>
      </div>
    </Card>
  );
}
