import { type Card, fsrs, type Grade, Rating, State } from 'ts-fsrs';

/** The columns of a card that its schedule depends on. */
export interface CardState {
  due_at: Date;
  state: 'new' | 'learning' | 'review' | 'relearning';
  stability: number;
  difficulty: number;
  scheduled_days: number;
  reps: number;
  lapses: number;
  last_review_at: Date | null;
}

export type ReviewRating = 'again' | 'hard' | 'good' | 'easy';

/**
 * FSRS with its published weights. Whole days only, because learners do not review one lesson's notes for ten minutes.
 * No fuzz, so that the interval on the button is exact. At most a year, because lessons get rewritten.
 */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: 365 });

const grades = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
} as const satisfies Record<ReviewRating, Grade>;
const states = {
  new: State.New,
  learning: State.Learning,
  review: State.Review,
  relearning: State.Relearning,
} as const;
const stateNames = ['new', 'learning', 'review', 'relearning'] as const;

/** First due date of new notes: one day after the first text. */
export const firstDueAt = (now: Date): Date => new Date(now.getTime() + 86_400_000);

/** Returns the card after an answer. */
export function scheduleAnswer(card: CardState, rating: ReviewRating, now: Date): CardState {
  const { card: next } = scheduler.next(toFsrs(card), now, grades[rating]);
  return {
    due_at: next.due,
    state: stateNames[next.state] ?? 'review',
    stability: next.stability,
    difficulty: next.difficulty,
    scheduled_days: next.scheduled_days,
    reps: next.reps,
    lapses: next.lapses,
    last_review_at: now,
  };
}

/** Returns the days until the next review, by rating. */
export function daysByRating(card: CardState, now: Date): Record<ReviewRating, number> {
  const after = scheduler.repeat(toFsrs(card), now);
  const days = (rating: ReviewRating) => after[grades[rating]].card.scheduled_days;
  return { again: days('again'), hard: days('hard'), good: days('good'), easy: days('easy') };
}

function toFsrs(card: CardState): Card {
  return {
    due: card.due_at,
    state: states[card.state],
    stability: card.stability,
    difficulty: card.difficulty,
    scheduled_days: card.scheduled_days,
    // The library computes it from last_review and will remove this field.
    elapsed_days: 0,
    learning_steps: 0,
    reps: card.reps,
    lapses: card.lapses,
    ...(card.last_review_at && { last_review: card.last_review_at }),
  };
}
