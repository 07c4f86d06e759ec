import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { when } from '#lib/format.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { sharedFlagsQuery } from '../admin-queries.ts';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';

export interface SharedFlagsSearch {
  username?: string;
  lab?: string;
}

const tokenInput = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 80 } as const;

/** Submissions of a flag or a drill answer that belongs to another learner. */
export function SharedFlagsPage({ search }: { search: SharedFlagsSearch }) {
  const navigate = useNavigate();
  const { data } = useQuery(labsQuery);
  const labs = data?.labs ?? (search.lab ? [{ slug: search.lab, name: search.lab }] : []);
  return (
    <Page
      label="Admin"
      title="Shared flags"
      lead="Each learner has their own lab flags and drill numbers. These submissions belong to another learner and gave no points."
    >
      <ListFilter
        label="Shared flags"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/shared-flags', search: values })}
      >
        <TextField label="User" name="username" placeholder="submitter or owner" {...tokenInput} />
        <SelectField label="Lab" name="lab">
          <option value="">any</option>
          {labs.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </ListFilter>
      <PagedList
        key={JSON.stringify(search)}
        what="The shared flags"
        query={(cursor) => sharedFlagsQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ incidents }) => incidents.length === 0}
        empty={
          search.username || search.lab ? (
            <NoMatches icon="flag" title="No matching shared flags" all="/admin/shared-flags">
              The username must match exactly.
            </NoMatches>
          ) : (
            <EmptyState icon="flag" title="No shared flags">
              <p>Flags and drill answers that belong to another learner appear here.</p>
            </EmptyState>
          )
        }
      >
        {({ incidents }) => (
          <ul>
            {incidents.map(({ pk, at, username, owner, flag, lab, lesson }) => (
              <li key={pk} className={css.row}>
                <span>
                  <Account username={username} /> submitted a flag or an answer of <Account username={owner} />
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
      </PagedList>
    </Page>
  );
}

const Account = ({ username }: { username: string | null }) =>
  username === null ? (
    'a deleted account'
  ) : (
    <Link to="/admin/users/$username" params={{ username }} className={css.name}>
      {username}
    </Link>
  );
