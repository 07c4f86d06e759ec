import { Link, useNavigate } from '@tanstack/react-router';
import { when } from '#lib/format.ts';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { Filter } from '../filter.tsx';
import { Paged } from '../paged.tsx';
import { feedbackQuery } from '../queries.ts';

export interface FeedbackSearch {
  training?: string;
  subchapter?: string;
  rating?: number;
}

const paces = { slow: 'too slow', right: 'right pace', fast: 'too fast' } as const;
const word = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 80 } as const;

/** What learners say of lessons. */
export function FeedbackPage({ search }: { search: FeedbackSearch }) {
  const navigate = useNavigate();
  return (
    <Page label="Admin" title="Feedback" lead="What learners say of lessons, the newest first.">
      <Filter
        label="Feedback"
        onFilter={({ rating, ...values }) =>
          void navigate({ to: '/admin/feedback', search: { ...values, ...(rating && { rating: Number(rating) }) } })
        }
      >
        <TextField
          label="Course"
          name="training"
          hint="As its address has it."
          defaultValue={search.training}
          {...word}
        />
        <TextField
          label="Lesson"
          name="subchapter"
          hint="As its address has it."
          defaultValue={search.subchapter}
          {...word}
        />
        <SelectField label="Rating" name="rating" defaultValue={search.rating}>
          <option value="">any</option>
          {[1, 2, 3, 4].map((rating) => (
            <option key={rating} value={rating}>
              {rating} of 5{rating > 1 && ' or less'}
            </option>
          ))}
        </SelectField>
      </Filter>
      <Paged
        key={JSON.stringify(search)}
        what="The feedback"
        query={(cursor) => feedbackQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ feedback }) => feedback.length === 0}
        empty={<EmptyState icon="note" title="No feedback fits" />}
      >
        {({ feedback }) => (
          <ul>
            {feedback.map(({ subchapter, username, rating, pace, text, updated_at, old }) => (
              <li key={`${subchapter.slug} ${username}`} className={css.row}>
                <span>
                  <Link to="/admin/feedback" search={{ subchapter: subchapter.slug }} className={css.name}>
                    {subchapter.name}
                  </Link>
                  <span className={css.facts}>
                    <Link to="/admin/people/$username" params={{ username }}>
                      {username}
                    </Link>
                    <Link to="/admin/feedback" search={{ training: subchapter.training }}>
                      {subchapter.training}
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
      </Paged>
    </Page>
  );
}
