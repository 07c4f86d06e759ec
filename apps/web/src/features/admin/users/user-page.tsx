import type { AdminUser } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { day, number, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../admin.module.css';
import { userQuery } from '../admin-queries.ts';
import { Stat } from '../stat.tsx';
import { AccountActions } from './account-actions.tsx';
import { Entitlements } from './entitlements.tsx';
import { UserMails } from './user-mails.tsx';
import { UserSessions } from './user-sessions.tsx';
import { UserChips } from './users-page.tsx';

/** Page of one account: its facts, actions, access, sessions, mails and progress. */
export function UserPage({ username }: { username: string }) {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...userQuery(username),
    staleTime: 0,
    meta: { suppress: [404] },
  });
  return (
    <Page
      label={<BackLink to="/admin/users">Users</BackLink>}
      title={data?.username ?? username}
      action={data && <UserChips person={data} />}
    >
      {isApiError(error, 'not_found') && (
        <EmptyState
          icon="users"
          title={`No user is named ${username}`}
          action={
            <LinkButton to="/admin/users" search={{ q: username }}>
              Search for similar names
            </LinkButton>
          }
        >
          <p>The account may have been renamed or deleted.</p>
        </EmptyState>
      )}
      {error && !data && !isApiError(error, 'not_found') && (
        <LoadError what="The account" {...{ error, isFetching, refetch }} />
      )}
      {!data && !error && <Skeleton shape="block" lines={5} />}
      {data && (
        <>
          <Facts person={data} />
          <AccountActions person={data} />
          <Entitlements person={data} />
          <UserSessions person={data} />
          <UserMails person={data} />
          <Progress progress={data.progress} />
          <Reports person={data} />
        </>
      )}
    </Page>
  );
}

function Facts({ person }: { person: AdminUser }) {
  const { sign_in } = person;
  const methods = [
    sign_in.has_password && 'password',
    sign_in.two_factor && 'authenticator app',
    sign_in.passkeys > 0 && plural(sign_in.passkeys, 'passkey'),
    sign_in.provider && 'provider',
  ].filter(Boolean);
  return (
    <section className={css.section} aria-labelledby="facts">
      <h2 id="facts" className={css.title}>
        Account
      </h2>
      <p className={css.facts}>
        <span>{person.email ?? 'No confirmed address'}</span>
        {person.pending_email && <span>{person.pending_email} is not confirmed</span>}
        <span>since {day(person.created_at)}</span>
        <span>logs in with {methods.join(', ') || 'nothing'}</span>
        <span>
          <code>user:{person.pk}</code>
        </span>
      </p>
      <p className={css.facts}>
        <Link to="/admin/audit" search={{ subject: `user:${person.pk}` }}>
          Changes to this account
        </Link>
        <Link to="/admin/audit" search={{ actor: person.username }}>
          Activity
        </Link>
        <Link to="/admin/payments" search={{ username: person.username }}>
          Subscription
        </Link>
        <Link to="/profile/$username" params={{ username: person.profile_slug }}>
          Profile
        </Link>
      </p>
    </section>
  );
}

const Progress = ({ progress }: Pick<AdminUser, 'progress'>) => (
  <section className={css.section} aria-labelledby="progress">
    <h2 id="progress" className={css.title}>
      Progress
    </h2>
    <dl className={css.figures}>
      <Stat name="Lessons">{number(progress.lessons)}</Stat>
      <Stat name="Points">{number(progress.points)}</Stat>
      <Stat name="Flags">{number(progress.flags)}</Stat>
    </dl>
    {progress.trainings.length > 0 && (
      <ul aria-label="Started courses">
        {progress.trainings.map(({ slug, name, completed, total }) => (
          <li key={slug} className={css.row}>
            <Link to="/courses/$training" params={{ training: slug }}>
              {name}
            </Link>
            <span className={css.facts}>
              {completed} of {plural(total, 'lesson')}
            </span>
          </li>
        ))}
      </ul>
    )}
    {progress.solves.length > 0 && (
      <ul aria-label="Newest flags">
        {progress.solves.map(({ name, points, solved_at }) => (
          <li key={`${name} ${solved_at}`} className={css.row}>
            <span>{name}</span>
            <span className={css.facts}>
              <span>{plural(points, 'point')}</span>
              <time dateTime={solved_at}>{when(solved_at)}</time>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** Shared flags that the account submitted, and its feedback on lessons. */
function Reports({ person: { username, shared_flags, feedback } }: { person: AdminUser }) {
  return (
    <>
      {shared_flags.length > 0 && (
        <section className={css.section} aria-labelledby="shared-flags">
          <h2 id="shared-flags" className={css.title}>
            Shared flags
          </h2>
          <ul>
            {shared_flags.map(({ owner, source, at }) => (
              <li key={at} className={css.row}>
                <span>
                  {source}, belongs to {owner ?? 'a deleted account'}
                </span>
                <time dateTime={at} className={css.facts}>
                  {when(at)}
                </time>
              </li>
            ))}
          </ul>
          <p>
            <Link to="/admin/shared-flags" search={{ username }}>
              All shared flags of this user
            </Link>
          </p>
        </section>
      )}
      {feedback.length > 0 && (
        <section className={css.section} aria-labelledby="feedback">
          <h2 id="feedback" className={css.title}>
            Feedback
          </h2>
          <ul>
            {feedback.map(({ lesson, rating, text, updated_at }) => (
              <li key={lesson.slug} className={css.row}>
                <span>
                  {lesson.name}
                  {text && <span className={css.facts}>{text}</span>}
                </span>
                <span className={css.facts}>
                  {rating !== null && <span>{rating} of 5</span>}
                  <time dateTime={updated_at}>{when(updated_at)}</time>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
