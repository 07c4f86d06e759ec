import type { FeedbackMetrics } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { number, when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import css from '../admin.module.css';
import { feedbackFiguresQuery, feedbackQuery } from '../admin-queries.ts';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';
import { Stat } from '../stat.tsx';

export interface FeedbackSearch {
  training?: string;
  subchapter?: string;
  rating?: number;
}

const paces = { slow: 'too slow', right: 'right pace', fast: 'too fast' } as const;

/** Feedback of learners on lessons, with totals for the selected course or lesson. */
export function FeedbackPage({ search }: { search: FeedbackSearch }) {
  const navigate = useNavigate();
  const { training, subchapter } = search;
  const { data: content } = useQuery(trainingsQuery);
  const { data: figures } = usePersonalQuery(
    { ...feedbackFiguresQuery(training ?? ''), staleTime: 0, meta: { suppress: [404] } },
    training !== undefined,
  );
  const nameOf = (slug: string) => content?.trainings.find((one) => one.slug === slug)?.name ?? slug;
  const courses = content?.trainings ?? (training ? [{ slug: training, name: training }] : []);
  const lessons = figures?.lessons ?? (subchapter ? [{ slug: subchapter, name: subchapter }] : []);
  return (
    <Page label="Admin" title="Feedback" lead="Learners’ feedback on lessons, newest first.">
      <ListFilter
        label="Feedback"
        values={search}
        onFilter={({ rating, subchapter: lesson, ...values }) =>
          void navigate({
            to: '/admin/feedback',
            search: {
              ...values,
              // Another course does not contain the selected lesson.
              ...(lesson && values.training === training && { subchapter: lesson }),
              ...(rating && { rating: Number(rating) }),
            },
          })
        }
      >
        <SelectField label="Course" name="training">
          <option value="">any</option>
          {courses.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        {lessons.length > 0 && (
          <SelectField label="Lesson" name="subchapter">
            <option value="">any</option>
            {lessons.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label="Rating" name="rating">
          <option value="">any</option>
          {[1, 2, 3, 4].map((rating) => (
            <option key={rating} value={rating}>
              {rating} of 5{rating > 1 && ' or less'}
            </option>
          ))}
        </SelectField>
      </ListFilter>
      {figures && <Summary lessons={figures.lessons.filter(({ slug }) => !subchapter || slug === subchapter)} />}
      <PagedList
        key={JSON.stringify(search)}
        what="The feedback"
        query={(cursor) => feedbackQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ feedback }) => feedback.length === 0}
        empty={
          Object.keys(search).length > 0 ? (
            <NoMatches icon="note" title="No matching feedback" all="/admin/feedback">
              Try another course, lesson or rating.
            </NoMatches>
          ) : (
            <EmptyState icon="note" title="No feedback yet">
              <p>Learners are asked at the end of each lesson.</p>
            </EmptyState>
          )
        }
      >
        {({ feedback }) => (
          <ul>
            {feedback.map(({ subchapter: lesson, username, rating, pace, text, updated_at, old }) => (
              <li key={`${lesson.slug} ${username}`} className={css.row}>
                <span>
                  <Link
                    to="/admin/feedback"
                    search={{ training: lesson.training, subchapter: lesson.slug }}
                    className={css.name}
                  >
                    {lesson.name}
                  </Link>
                  <span className={css.facts}>
                    <Link to="/admin/users/$username" params={{ username }}>
                      {username}
                    </Link>
                    <Link to="/admin/feedback" search={{ training: lesson.training }}>
                      {nameOf(lesson.training)}
                    </Link>
                    <time dateTime={updated_at}>{when(updated_at)}</time>
                    {old && <span>before the lesson was rewritten</span>}
                  </span>
                  {text && <p className={css.text}>{text}</p>}
                </span>
                <span className={css.chips}>
                  {rating !== null && <Chip tone={rating < 3 ? 'coral' : 'plain'}>{rating} of 5</Chip>}
                  {pace && <Chip>{paces[pace]}</Chip>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

/** Totals from the statistics, which also count feedback from before a lesson was rewritten. */
function Summary({ lessons }: Pick<FeedbackMetrics, 'lessons'>) {
  const sum = (of: (lesson: FeedbackMetrics['lessons'][number]) => number) =>
    lessons.reduce((total, lesson) => total + of(lesson), 0);
  const rated = sum((lesson) => lesson.rated);
  const stars = sum((lesson) => (lesson.rating ?? 0) * lesson.rated);
  return (
    <dl className={css.figures} aria-label="Totals">
      <Stat name="Answers">{number(sum((lesson) => lesson.given))}</Stat>
      <Stat name="Rating">{rated === 0 ? '–' : `${(stars / rated).toFixed(1)} of 5`}</Stat>
      <Stat name="Too slow">{number(sum((lesson) => lesson.slow))}</Stat>
      <Stat name="Right pace">{number(sum((lesson) => lesson.right))}</Stat>
      <Stat name="Too fast">{number(sum((lesson) => lesson.fast))}</Stat>
      <Stat name="With comments">{number(sum((lesson) => lesson.texts))}</Stat>
    </dl>
  );
}
