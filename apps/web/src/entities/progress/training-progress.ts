import type { TrainingProgress as ProgressAnswer, Training } from '@hexpedition/contract';
import type { StepState } from '#ui/hex-step.tsx';

/** Lesson with the slug of its chapter. */
export interface Lesson {
  chapter: string;
  slug: string;
  name: string;
}

type Chapters = Pick<Training, 'chapters'>;

export const lessonsOf = ({ chapters }: Chapters): Lesson[] =>
  chapters.flatMap(({ slug: chapter, subchapters }) => subchapters.map(({ slug, name }) => ({ chapter, slug, name })));

/** Progress of a learner or visitor in one training. */
export class TrainingProgress {
  readonly #completed: ReadonlySet<string>;
  readonly #changed: ReadonlySet<string>;
  /** Whether the tier is too low or prerequisites are missing. */
  readonly locked: boolean;

  constructor(progress: Pick<ProgressAnswer, 'completed' | 'changed'> | undefined, locked = false) {
    this.locked = locked;
    this.#completed = new Set(progress?.completed);
    this.#changed = new Set(progress?.changed);
  }

  has(slug: string): boolean {
    return this.#completed.has(slug);
  }

  /** Whether a completed lesson has changed since. */
  isChanged(slug: string): boolean {
    return this.#changed.has(slug);
  }

  /** Counts the completed lessons among these. Removed lessons do not count. */
  count(lessons: readonly { slug: string }[]): number {
    return lessons.filter(({ slug }) => this.#completed.has(slug)).length;
  }

  /** Returns the completed lessons among these that have changed since. */
  changedIn<T extends { slug: string }>(lessons: readonly T[]): T[] {
    return lessons.filter(({ slug }) => this.#changed.has(slug));
  }

  stateOf(slug: string, current?: string): StepState {
    if (this.#changed.has(slug)) return 'changed';
    if (this.#completed.has(slug)) return 'done';
    if (slug === current) return 'current';
    return this.locked ? 'locked' : 'open';
  }

  /** Returns the first open lesson, or undefined if all are completed. */
  next(lessons: readonly Lesson[]): Lesson | undefined {
    return lessons.find(({ slug }) => !this.#completed.has(slug));
  }
}

export interface Action {
  verb: 'Start' | 'Continue' | 'Review' | 'Look inside';
  lesson: Lesson;
}

/** Returns the main action for a training; undefined if it has no lessons. */
export function actionOf(training: Chapters, progress: TrainingProgress): Action | undefined {
  const lessons = lessonsOf(training);
  const [first] = lessons;
  if (!first) return undefined;
  if (progress.locked) return { verb: 'Look inside', lesson: first };
  const next = progress.next(lessons);
  if (!next) return { verb: 'Review', lesson: first };
  return { verb: progress.count(lessons) > 0 ? 'Continue' : 'Start', lesson: next };
}
