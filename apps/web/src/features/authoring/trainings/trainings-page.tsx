import type { AuthoredTrainings } from '@hexpedition/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { plural, tierName, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useAhead } from '#lib/use-ahead.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { authoredTrainingsQuery } from '../queries.ts';
import { NewTraining } from './new-training.tsx';
import { type Shown, states, tiers, trainingsByContinent } from './shown.ts';
import css from './trainings.module.css';

const stateNames = { drafts: 'With drafts', hidden: 'Hidden', visible: 'Learners see it' } as const;

/** Every training, hidden ones too, and the way to a new one. */
export function TrainingsPage({ shown: address }: { shown: Shown }) {
  const navigate = useNavigate();
  const [shown, setShown] = useAhead(address, (search) => navigate({ to: '.', search, replace: true }));
  const [isNew, setNew] = useState(false);
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...authoredTrainingsQuery, staleTime: 0 });
  const show = (change: Shown) => setShown({ ...shown, ...change });
  const groups = data && trainingsByContinent(data.trainings, shown);
  return (
    <Page
      label="Admin"
      title="Trainings"
      lead="What learners read, as its authors see it. Drafts are nobody's but their author's."
      action={
        <Button variant="primary" icon="plus" disabled={!data} onClick={() => setNew(true)}>
          New training
        </Button>
      }
    >
      <search className={css.filters}>
        <TextField
          label="Search"
          type="search"
          value={shown.q ?? ''}
          onChange={({ target }) => show({ q: target.value || undefined })}
        />
        <SelectField
          label="Tier"
          value={shown.tier ?? ''}
          onChange={({ target }) => show({ tier: tiers.find((tier) => String(tier) === target.value) })}
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
          value={shown.state ?? ''}
          onChange={({ target }) => show({ state: states.find((state) => state === target.value) })}
        >
          <option value="">All of them</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
      </search>
      {!data && error && <DidNotLoad what="The trainings" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={4} />}
      {groups?.size === 0 && (
        <EmptyState icon="map" title={data?.trainings.length === 0 ? 'No trainings yet' : 'None of them fits'}>
          <p>
            {data?.trainings.length === 0
              ? 'Make the first one, or import a curriculum.'
              : 'Take a filter back, or search for something else.'}
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
      {isNew && data && <NewTraining continents={data.continents} onClose={() => setNew(false)} />}
    </Page>
  );
}

function TrainingLine({ training }: { training: AuthoredTrainings['trainings'][number] }) {
  const { slug, name, icon, tier, kind, hidden, lessons, drafts, changed_at, changed_by } = training;
  return (
    <Card size="sm" link className={css.training}>
      <Icon name={icon in iconPaths ? (icon as IconName) : 'compass'} size={24} />
      <div className={css.words}>
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
