import type { TrainingProgress as ProgressAnswer, Training } from '@hexpedition/contract';
import type { StepState } from '#ui/hex-step.tsx';

/** A lesson with the chapter that it stands in. */
export interface Lesson {
  chapter: string;
  slug: string;
  name: string;
}

type Chapters = Pick<Training, 'chapters'>;

export const lessonsOf = ({ chapters }: Chapters): Lesson[] =>
  chapters.flatMap(({ slug: chapter, subchapters }) => subchapters.map(({ slug, name }) => ({ chapter, slug, name })));

/** What a reader has done of one training. */
export class TrainingProgress {
  readonly #completed: ReadonlySet<string>;
  readonly #changed: ReadonlySet<string>;
  /** The viewer's tier does not reach the training, or steps are missing. */
  readonly locked: boolean;

  constructor(progress: Pick<ProgressAnswer, 'completed' | 'changed'> | undefined, locked = false) {
    this.locked = locked;
    this.#completed = new Set(progress?.completed);
    this.#changed = new Set(progress?.changed);
  }

  has(slug: string): boolean {
    return this.#completed.has(slug);
  }

  /** Finished, and rewritten since. */
  isChanged(slug: string): boolean {
    return this.#changed.has(slug);
  }

  /** How many of these lessons are done. Lessons that are no longer shown do not count. */
  count(lessons: readonly { slug: string }[]): number {
    return lessons.filter(({ slug }) => this.#completed.has(slug)).length;
  }

  /** The lessons among these that were rewritten since they were finished. */
  changedIn<T extends { slug: string }>(lessons: readonly T[]): T[] {
    return lessons.filter(({ slug }) => this.#changed.has(slug));
  }

  step(slug: string, current?: string): StepState {
    if (this.#changed.has(slug)) return 'changed';
    if (this.#completed.has(slug)) return 'done';
    if (slug === current) return 'current';
    return this.locked ? 'locked' : 'open';
  }

  /** The first lesson that is still to do, or undefined when all are done. */
  next(lessons: readonly Lesson[]): Lesson | undefined {
    return lessons.find(({ slug }) => !this.#completed.has(slug));
  }
}

export interface Action {
  verb: 'Start' | 'Continue' | 'Review' | 'Look inside';
  lesson: Lesson;
}

/** The one thing to do with a training; undefined when it has no lessons. */
export function actionOf(training: Chapters, progress: TrainingProgress): Action | undefined {
  const lessons = lessonsOf(training);
  const [first] = lessons;
  if (!first) return undefined;
  if (progress.locked) return { verb: 'Look inside', lesson: first };
  const next = progress.next(lessons);
  if (!next) return { verb: 'Review', lesson: first };
  return { verb: progress.count(lessons) > 0 ? 'Continue' : 'Start', lesson: next };
}
