import type { Person } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { day, number, plural, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from '../admin.module.css';
import { Figure } from '../figure.tsx';
import { personQuery } from '../queries.ts';
import { AccountActs } from './account-acts.tsx';
import { Entitlements } from './entitlements.tsx';
import { Mails } from './mails.tsx';
import { PersonChips } from './people-page.tsx';
import { Sessions } from './sessions.tsx';

/** An account: what it is, has and did, and what can be done to it. */
export function PersonPage({ username }: { username: string }) {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...personQuery(username),
    staleTime: 0,
    meta: { suppress: [404] },
  });
  return (
    <Page
      label={<BackLink to="/admin/people">People</BackLink>}
      title={data?.username ?? username}
      action={data && <PersonChips person={data} />}
    >
      {isApiError(error, 'not_found') && (
        <EmptyState
          icon="users"
          title={`Nobody is called ${username}`}
          action={
            <LinkButton to="/admin/people" search={{ q: username }}>
              Look for a part of it
            </LinkButton>
          }
        >
          <p>The account may have another name now, or be gone.</p>
        </EmptyState>
      )}
      {error && !data && !isApiError(error, 'not_found') && (
        <DidNotLoad what="The account" {...{ error, isFetching, refetch }} />
      )}
      {!data && !error && <Skeleton shape="block" lines={5} />}
      {data && (
        <>
          <Facts person={data} />
          <AccountActs person={data} />
          <Entitlements person={data} />
          <Sessions person={data} />
          <Mails person={data} />
          <Progress progress={data.progress} />
          <Reports person={data} />
        </>
      )}
    </Page>
  );
}

function Facts({ person }: { person: Person }) {
  const { sign_in } = person;
  const ways = [
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
        <span>signs in by {ways.join(', ') || 'nothing'}</span>
        <span>
          <code>user:{person.pk}</code>
        </span>
      </p>
      <p className={css.facts}>
        <Link to="/admin/audit" search={{ subject: `user:${person.pk}` }}>
          What was done to it
        </Link>
        <Link to="/admin/audit" search={{ actor: person.username }}>
          What it did
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

const Progress = ({ progress }: Pick<Person, 'progress'>) => (
  <section className={css.section} aria-labelledby="progress">
    <h2 id="progress" className={css.title}>
      Progress
    </h2>
    <dl className={css.figures}>
      <Figure name="Lessons">{number(progress.lessons)}</Figure>
      <Figure name="Points">{number(progress.points)}</Figure>
      <Figure name="Flags">{number(progress.flags)}</Figure>
    </dl>
    {progress.trainings.length > 0 && (
      <ul aria-label="Courses that were begun">
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

/** What the account handed in that was somebody else's, and what it said of lessons. */
function Reports({ person: { username, foreign_flags, feedback } }: { person: Person }) {
  return (
    <>
      {foreign_flags.length > 0 && (
        <section className={css.section} aria-labelledby="foreign">
          <h2 id="foreign" className={css.title}>
            Foreign flags
          </h2>
          <ul>
            {foreign_flags.map(({ owner, place, at }) => (
              <li key={at} className={css.row}>
                <span>
                  {place}, of {owner ?? 'a deleted account'}
                </span>
                <time dateTime={at} className={css.facts}>
                  {when(at)}
                </time>
              </li>
            ))}
          </ul>
          <p>
            <Link to="/admin/foreign-flags" search={{ username }}>
              All of them
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
