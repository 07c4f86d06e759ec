import type { Lab } from '@hexpedition/contract';
import type { OpenApp } from './open-app.ts';

/** Question of a worker to its primary. */
export type Question =
  | { about: 'lab-problem'; lab: Pick<Lab, 'risk' | 'workspace'> }
  | { about: 'labs-sweep' }
  | { about: 'metrics' }
  | { about: 'caches' };

/** Answers the question of a worker. Only this program's own processes can ask. */
export async function answerWorker(
  question: Question,
  { labs, nodeMetrics }: Pick<OpenApp, 'labs' | 'nodeMetrics'>,
): Promise<unknown> {
  if (question.about === 'lab-problem') return labs.problemOf(question.lab);
  if (question.about === 'metrics') return nodeMetrics.text();
  if (question.about === 'caches') return nodeMetrics.caches();
  await labs.sweep();
  return null;
}
