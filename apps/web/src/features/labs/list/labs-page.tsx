import type { LabCard } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { usePersonalQuery } from '#lib/query.ts';
import { runningLabsQuery } from '#shell/running-labs.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { labsQuery, solvedLabsQuery } from '../queries.public.ts';
import { countSolved, isSolved } from '../solved.public.ts';
import { Chosen } from './chosen.tsx';
import { filterLabs, type LabSearch, type Standing, without } from './filter.ts';
import { LabFilters } from './lab-filters.tsx';
import { LabRow } from './lab-row.tsx';
import css from './labs-page.module.css';
import { sortLabs } from './sort.ts';

/** How long a lab is new, milliseconds. */
const newFor = 30 * 86_400_000;

export function LabsPage({ search }: { search: LabSearch }) {
  const { labs } = useSuspenseQuery(labsQuery).data;
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  const { data: running } = usePersonalQuery(runningLabsQuery);
  const ends = new Map(running?.instances.map((one) => [one.lab, one.expires_at]));
  const counts = solved && countSolved(solved);
  const foundOf = ({ slug }: LabCard) => counts?.get(slug) ?? 0;
  const standing: Standing =
    counts && ((lab) => (isSolved(lab, counts) ? 'solved' : foundOf(lab) > 0 || ends.has(lab.slug) ? 'begun' : 'new'));
  // The server's page is kept, and must not say what is new.
  const now = useHydrated() ? Date.now() : undefined;
  const isNew = (lab: LabCard) =>
    now !== undefined && lab.added_at !== null && foundOf(lab) === 0 && now - Date.parse(lab.added_at) < newFor;
  const shown = sortLabs(filterLabs(labs, search, standing), search.sort);
  return (
    <Page
      title="Labs"
      label="Hands on"
      lead="Small machines with a hole in them. Each one is started for you alone, so break what you like."
    >
      {labs.length === 0 ? (
        <NoLabs />
      ) : (
        <div className={css.shelf}>
          <div className={css.rail}>
            <LabFilters labs={labs} search={search} standing={standing} shown={shown.length} />
          </div>
          <div className={css.main}>
            <Chosen labs={labs} search={search} shown={shown.length} withState={standing !== undefined} />
            {shown.length === 0 && <NothingLeft labs={labs} search={search} standing={standing} />}
            <ul>
              {shown.map((lab) => (
                <LabRow
                  key={lab.slug}
                  lab={lab}
                  found={foundOf(lab)}
                  isNew={isNew(lab)}
                  endsAt={ends.has(lab.slug) ? (ends.get(lab.slug) ?? null) : undefined}
                />
              ))}
            </ul>
          </div>
        </div>
      )}
    </Page>
  );
}

const NoLabs = () => (
  <EmptyState
    icon="flask"
    title="No labs here yet"
    action={
      <LinkButton variant="primary" to="/map">
        To the map
      </LinkButton>
    }
  >
    <p>Whoever runs this site has not put any in. The lessons are on the map.</p>
  </EmptyState>
);

/** Why the list is empty: all is solved, or nothing fits. */
function NothingLeft({ labs, search, standing }: { labs: readonly LabCard[]; search: LabSearch; standing: Standing }) {
  const others = filterLabs(labs, without(search, 'state'), standing);
  const isDone = search.state === 'open' && others.length > 0;
  return (
    <EmptyState
      icon={isDone ? 'trophy' : 'search'}
      title={isDone ? 'None left' : 'No lab matches'}
      action={
        <LinkButton to="/labs" search={isDone ? without(search, 'state') : {}}>
          {isDone ? 'Show them all the same' : 'Show all labs'}
        </LinkButton>
      }
    >
      <p>
        {isDone
          ? `You have solved ${others.length === labs.length ? 'every lab here' : 'all that fit'}. Some can be repaired as well.`
          : 'No lab fits everything that you chose.'}
      </p>
    </EmptyState>
  );
}
