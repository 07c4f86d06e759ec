import type { Lab } from '@hexpedition/contract';
import type { OpenApp } from './open-app.ts';

/** Question of a worker to its primary. */
export type Question = { about: 'lab-problem'; lab: Pick<Lab, 'risk' | 'workspace'> } | { about: 'labs-sweep' };

/** Answers the question of a worker. Only this program's own processes can ask. */
export async function answerWorker(question: Question, labs: OpenApp['labs']): Promise<string | null> {
  if (question.about === 'lab-problem') return labs.problemOf(question.lab);
  await labs.sweep();
  return null;
}
