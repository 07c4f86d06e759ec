import type { ImportedCourse } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import css from './import.module.css';

/** The courses of an import, and a button that shows all of them to learners or hides them. */
export function ImportedCourses({ courses: imported }: { courses: readonly ImportedCourse[] }) {
  const api = useApi();
  const client = useQueryClient();
  const [courses, setCourses] = useState(imported);
  const hides = courses.every(({ hidden }) => !hidden);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api('POST /api/admin/trainings/visibility', {
        body: { courses: courses.map(({ slug }) => slug), hidden: hides },
      }),
    onSuccess: (answer) => {
      setCourses(answer.courses);
      // Shown courses appear on the map and in every list of courses.
      void client.invalidateQueries();
    },
  });
  if (courses.length === 0) return null;
  const problem = error ? messageOf(error) : data?.diagnostics[0]?.message;
  return (
    <section className={css.part} aria-labelledby="courses">
      <h3 id="courses" className={css.partTitle}>
        {plural(courses.length, 'course')} of this import
      </h3>
      <ul className={css.files}>
        {courses.map(({ slug, name, hidden }) => (
          <li key={slug}>
            <p className={css.fileLine}>
              <span className={css.mark} data-change={hidden ? undefined : 'new'}>
                {hidden ? 'Hidden' : 'Visible'}
              </span>
              <Link to="/admin/training/$training" params={{ training: slug }}>
                {name}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <p className={css.quiet} role="status">
        {describeVisibility(courses)}
      </p>
      <Button icon={hides ? 'eye-off' : 'eye'} busy={isPending} onClick={() => mutate()}>
        {hides ? 'Hide' : 'Show'} {courses.length === 1 ? 'this course' : `all ${courses.length} courses`}
      </Button>
      {problem && (
        <Callout kind="danger" role="alert">
          <p>{problem}</p>
        </Callout>
      )}
    </section>
  );
}

function describeVisibility(courses: readonly ImportedCourse[]): string {
  const hidden = courses.filter((course) => course.hidden).length;
  const these = courses.length === 1 ? 'this course' : 'these courses';
  if (hidden === 0) return `Learners see ${these}, with all lessons.`;
  const unseen = hidden === courses.length ? these : `${hidden} of these courses`;
  return `Learners do not see ${unseen} yet. A course that you show is placed on the live map at once.`;
}
