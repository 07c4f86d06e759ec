import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { labsQuery } from '#features/labs/queries.public.ts';
import { when } from '#lib/format.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { Filter } from '../filter.tsx';
import { NothingFits } from '../nothing-fits.tsx';
import { Paged } from '../paged.tsx';
import { foreignFlagsQuery } from '../queries.ts';

export interface ForeignFlagsSearch {
  username?: string;
  lab?: string;
}

const word = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 80 } as const;

/** Who handed in what only another learner could know: a flag of their lab, or the answer to their drill. */
export function ForeignFlagsPage({ search }: { search: ForeignFlagsSearch }) {
  const navigate = useNavigate();
  const { data } = useQuery(labsQuery);
  const labs = data?.labs ?? (search.lab ? [{ slug: search.lab, name: search.lab }] : []);
  return (
    <Page
      label="Admin"
      title="Foreign flags"
      lead="Each learner’s lab has flags of its own, and each learner’s drill other numbers. These were handed in by somebody else, and gave no points."
    >
      <Filter
        label="Foreign flags"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/foreign-flags', search: values })}
      >
        <TextField label="Either of the two" name="username" placeholder="username" {...word} />
        <SelectField label="Lab" name="lab">
          <option value="">any</option>
          {labs.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </Filter>
      <Paged
        key={JSON.stringify(search)}
        what="The foreign flags"
        query={(cursor) => foreignFlagsQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ incidents }) => incidents.length === 0}
        empty={
          search.username || search.lab ? (
            <NothingFits icon="flag" title="No foreign flag fits" all="/admin/foreign-flags">
              Only whole usernames are found.
            </NothingFits>
          ) : (
            <EmptyState icon="flag" title="No foreign flags">
              <p>Nobody has handed in what was found in somebody else’s lab, or the answer to somebody else’s drill.</p>
            </EmptyState>
          )
        }
      >
        {({ incidents }) => (
          <ul>
            {incidents.map(({ pk, at, username, owner, flag, lab, lesson }) => (
              <li key={pk} className={css.row}>
                <span>
                  <Person username={username} /> handed in what was <Person username={owner} />
                  ’s
                  <span className={css.facts}>
                    {lab && (
                      <Link to="/lab/$slug" params={{ slug: lab.slug }}>
                        {lab.name}
                      </Link>
                    )}
                    {lesson && (
                      <Link
                        to="/courses/$training/$chapter/$subchapter"
                        params={{ training: lesson.training, chapter: lesson.chapter, subchapter: lesson.slug }}
                      >
                        {lesson.name}
                      </Link>
                    )}
                    <span>{flag}</span>
                  </span>
                </span>
                <time dateTime={at} className={css.facts}>
                  {when(at)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Page>
  );
}

const Person = ({ username }: { username: string | null }) =>
  username === null ? (
    'a deleted account'
  ) : (
    <Link to="/admin/people/$username" params={{ username }} className={css.name}>
      {username}
    </Link>
  );
