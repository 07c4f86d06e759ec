import { useSuspenseQuery } from '@tanstack/react-query';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { runningLabsQuery } from '#shell/running-labs.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { labsQuery, solvedLabsQuery } from '../queries.public.ts';
import { countSolved } from '../solved.public.ts';
import { filterLabs, type LabFilter } from './filter.ts';
import { LabFilters } from './lab-filters.tsx';
import { LabRow } from './lab-row.tsx';
import css from './labs-page.module.css';

export function LabsPage({ filter }: { filter: LabFilter }) {
  const { labs } = useSuspenseQuery(labsQuery).data;
  const signedIn = useSession() !== null;
  const { data: solved } = usePersonalQuery(solvedLabsQuery);
  const { data: running } = usePersonalQuery(runningLabsQuery);
  const ends = new Map(running?.instances.map((one) => [one.lab, one.expires_at]));
  const counts = solved && countSolved(solved);
  const shown = filterLabs(labs, filter, counts);
  return (
    <Page
      title="Labs"
      label="Hands on"
      lead="Small machines with a hole in them. Each one is started for you alone, so break what you like."
    >
      {labs.length === 0 ? (
        <NoLabs />
      ) : (
        <>
          <LabFilters filter={filter} withState={signedIn} shown={shown.length} />
          {shown.length === 0 ? <NothingLeft /> : null}
          <ul className={css.list}>
            {shown.map((lab) => (
              <LabRow key={lab.slug} lab={lab} found={counts?.get(lab.slug) ?? 0} endsAt={ends.get(lab.slug)} />
            ))}
          </ul>
        </>
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

const NothingLeft = () => (
  <EmptyState
    icon="search"
    title="No lab matches"
    action={
      <LinkButton to="/labs" search={{}}>
        Show all labs
      </LinkButton>
    }
  >
    <p>No lab fits everything that you chose.</p>
  </EmptyState>
);
