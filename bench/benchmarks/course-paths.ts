import type { TrainingCard } from '@hexpedition/contract';
import { getJson } from '../machine/http.ts';

/** Returns the courses on the platform under test. */
export async function readTrainings(port: number): Promise<TrainingCard[]> {
  const { trainings } = await getJson<{ trainings: TrainingCard[] }>(port, '/api/trainings');
  if (trainings.length === 0) throw new Error('The platform under test has no courses.');
  return trainings;
}

/** Returns the path of a lesson: the first one of the longest free course. */
export async function findLessonPath(port: number): Promise<string> {
  const free = (await readTrainings(port)).filter(({ tier, start }) => tier === 0 && start);
  const [training] = free.sort((a, b) => b.subchapters - a.subchapters);
  if (!training?.start) throw new Error('The platform under test has no free course.');
  return `/courses/${training.slug}/${training.start.chapter}/${training.start.subchapter}`;
}
