import type { LabCard } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useTierReach } from '#entities/account/tier-access.ts';
import { labsQuery, solvedLabsQuery } from '#entities/lab/lab-queries.ts';
import { runningLabsQuery } from '#entities/lab/running-labs-query.ts';
import { countFoundFlags, isSolved } from '#entities/lab/solve-counts.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { filterLabs, type LabProgress, type LabSearch, without } from './lab-filter.ts';
import { LabFilters } from './lab-filters.tsx';
import { LabRow } from './lab-row.tsx';
import { sortLabs } from './lab-sort.ts';
import css from './labs-page.module.css';

/** Milliseconds for which a lab counts as new. */
const NEW_FOR_MS = 30 * 86_400_000;

export function LabsPage({ search }: { search: LabSearch }) {
  const { labs } = useSuspenseQuery(labsQuery).data;
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  const { data: running } = usePersonalQuery(runningLabsQuery);
  const ends = new Map(running?.instances.map((one) => [one.lab, one.expires_at]));
  const counts = solved && countFoundFlags(solved);
  const foundOf = ({ slug }: LabCard) => counts?.get(slug) ?? 0;
  const progressOf: LabProgress =
    counts && ((lab) => (isSolved(lab, counts) ? 'solved' : foundOf(lab) > 0 || ends.has(lab.slug) ? 'begun' : 'new'));
  // The server's page is cached, so only the browser marks new labs.
  const now = useHydrated() ? Date.now() : undefined;
  const isNew = (lab: LabCard) =>
    now !== undefined && lab.added_at !== null && foundOf(lab) === 0 && now - Date.parse(lab.added_at) < NEW_FOR_MS;
  const shown = sortLabs(filterLabs(labs, search, progressOf), search.sort, useTierReach());
  return (
    <Page
      title="Labs"
      label="Hands-on"
      lead="Vulnerable machines to practise on. Each lab runs just for you, so break anything you like."
    >
      {labs.length === 0 ? (
        <NoLabs />
      ) : (
        <div className={css.topicGroup}>
          <div className={css.rail}>
            <LabFilters labs={labs} search={search} progressOf={progressOf} shown={shown.length} />
          </div>
          <div className={css.main}>
            <ActiveFilters labs={labs} search={search} shown={shown.length} withState={progressOf !== undefined} />
            {shown.length === 0 && <EmptyResult labs={labs} search={search} progressOf={progressOf} />}
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
    title="No labs yet"
    action={
      <LinkButton variant="primary" to="/map">
        Open the map
      </LinkButton>
    }
  >
    <p>The operator of this site has not added any labs. Find lessons on the map.</p>
  </EmptyState>
);

/** Explains why the list is empty: all labs are solved, or none match the filters. */
function EmptyResult({
  labs,
  search,
  progressOf,
}: {
  labs: readonly LabCard[];
  search: LabSearch;
  progressOf: LabProgress;
}) {
  const others = filterLabs(labs, without(search, 'state'), progressOf);
  const allSolved = search.state === 'open' && others.length > 0;
  return (
    <EmptyState
      icon={allSolved ? 'trophy' : 'search'}
      title={allSolved ? 'All solved' : 'No matching labs'}
      action={
        <LinkButton to="/labs" search={allSolved ? without(search, 'state') : {}}>
          {allSolved ? 'Show solved labs' : 'Show all labs'}
        </LinkButton>
      }
    >
      <p>
        {allSolved
          ? `You have solved every ${others.length === labs.length ? 'lab' : 'matching lab'}. Some of them also have a repair.`
          : 'No lab matches all of your filters. Remove one.'}
      </p>
    </EmptyState>
  );
}
