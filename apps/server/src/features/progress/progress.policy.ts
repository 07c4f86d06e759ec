import type { Progress, TrainingProgress } from '@hexpedition/contract';
import { canAccessTier } from '@hexpedition/contract/tiers';
import type { Viewer } from '#platform/http/viewer';
import type { CourseInTree, CourseTree, LearnerRecord } from './course-tree.read-model.ts';
import type { ProgressFilter } from './resume.read-model.ts';

/** Time of something that has not happened. Others are microseconds since the epoch. */
const never = -1;

/** A learner's standing in the courses: the rules of training-access.read-model.ts, computed from the learner's record. */
export class Standing {
  readonly #tree: CourseTree;
  readonly #completions: Map<number, { revision: number; at: number }>;
  readonly #solved: Set<number>;
  readonly #passed: Set<number>;
  readonly #enrolled: Map<number, number>;

  constructor(tree: CourseTree, record: LearnerRecord) {
    this.#tree = tree;
    this.#completions = new Map(record.completions.map(({ lesson, ...completion }) => [lesson, completion]));
    this.#solved = new Set(record.solves);
    this.#passed = new Set(record.passedTests);
    this.#enrolled = new Map(record.enrolments.map(({ course, at }) => [course, at]));
  }

  /** Whether the learner has completed every visible lesson of a course or passed its test. */
  isCompleted(course: CourseInTree): boolean {
    return (
      this.#passed.has(course.pk) || course.lessons.every(({ pk, isHidden }) => isHidden || this.#completions.has(pk))
    );
  }

  /** Whether the learner has finished a lesson of a course, visible or hidden. */
  isStarted({ lessons }: CourseInTree): boolean {
    return lessons.some(({ pk }) => this.#completions.has(pk));
  }

  /** Whether the course is locked by a visible prerequisite that is not completed. Ignores the tier. */
  hasMissingPrerequisites(viewer: Viewer, course: CourseInTree): boolean {
    if (viewer.isSuperuser || this.isStarted(course)) return false;
    return course.requires.some((slug) => {
      const prerequisite = this.#tree.bySlug.get(slug);
      return prerequisite !== undefined && !prerequisite.isHidden && !this.isCompleted(prerequisite);
    });
  }

  isOpen(viewer: Viewer, course: CourseInTree): boolean {
    const tier = course.slug === viewer.preview ? 0 : course.tier;
    return canAccessTier(viewer, tier) && !this.hasMissingPrerequisites(viewer, course);
  }

  /** The learner's progress in a course with visible lessons; undefined for another one. */
  progressOf(course: CourseInTree): TrainingProgress | undefined {
    const lessons = course.lessons.filter(({ isHidden }) => !isHidden);
    if (lessons.length === 0) return undefined;
    const completed = lessons.filter(({ pk }) => this.#completions.has(pk));
    const isChanged = (lesson: { pk: number; revision: number }) =>
      (this.#completions.get(lesson.pk)?.revision ?? Number.POSITIVE_INFINITY) < lesson.revision;
    const lastAt = Math.max(...completed.map(({ pk }) => this.#completions.get(pk)?.at ?? 0));
    return {
      training_slug: course.slug,
      completed: completed.map(({ slug }) => slug),
      changed: completed.filter(isChanged).map(({ slug }) => slug),
      total: lessons.length,
      flags_found: course.flags.filter((pk) => this.#solved.has(pk)).length,
      last_at: completed.length > 0 ? new Date(Math.floor(lastAt / 1_000)).toISOString() : null,
      enrolled: this.#enrolled.has(course.pk),
    };
  }

  /** The trainings that the learner has started or is enrolled in, latest first, and the lesson to continue with. */
  progress(viewer: Viewer, filter: ProgressFilter): Progress {
    const courses = [...this.#tree.courses.values()].filter(
      ({ isHidden, slug, kind }) =>
        !isHidden && (filter.trainings?.includes(slug) ?? true) && (filter.kind === undefined || kind === filter.kind),
    );
    const uses = new Map(courses.map((course) => [course, this.#lastUse(course)]));
    const visibleUse = (course: CourseInTree) => uses.get(course)?.visible ?? never;
    const touched = courses
      .filter((course) => visibleUse(course) > never || this.#enrolled.has(course.pk))
      .sort((a, b) => visibleUse(b) - visibleUse(a) || a.pk - b.pk);
    return {
      progress: touched.flatMap((course) => this.progressOf(course) ?? []),
      resume: this.#resume(viewer, courses, (course) =>
        Math.max(uses.get(course)?.any ?? never, this.#enrolled.get(course.pk) ?? never),
      ),
      locked_by_prerequisites: courses
        .filter((course) => this.hasMissingPrerequisites(viewer, course))
        .map(({ slug }) => slug),
    };
  }

  /** When the learner last finished a visible lesson of a course, and any lesson. */
  #lastUse({ lessons }: CourseInTree): { visible: number; any: number } {
    let [visible, any] = [never, never];
    for (const { pk, isHidden } of lessons) {
      const at = this.#completions.get(pk)?.at ?? never;
      any = Math.max(any, at);
      if (!isHidden) visible = Math.max(visible, at);
    }
    return { visible, any };
  }

  /** The first unfinished lesson of the most recent course. Courses with an enrolment come first. */
  #resume(viewer: Viewer, courses: CourseInTree[], lastUse: (course: CourseInTree) => number): Progress['resume'] {
    const isEnrolled = (course: CourseInTree) => Number(this.#enrolled.has(course.pk));
    const begun = courses
      .filter((course) => lastUse(course) > never)
      .sort((a, b) => isEnrolled(b) - isEnrolled(a) || lastUse(b) - lastUse(a) || a.pk - b.pk);
    for (const course of begun) {
      const lesson = course.lessons.find(({ pk, isHidden }) => !isHidden && !this.#completions.has(pk));
      if (!lesson || !this.isOpen(viewer, course)) continue;
      const { chapter, slug, name } = lesson;
      return { training: { slug: course.slug, name: course.name }, chapter, subchapter: slug, name };
    }
    return null;
  }
}
