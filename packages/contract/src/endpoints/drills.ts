import * as drills from '../drills.ts';
import type { EndpointTable } from './endpoint.ts';

const accessErrors = ['not_found', 'tier_required', 'step_required'] as const;

export const drillEndpoints = {
  'GET /api/subchapter/:slug/drill/:id': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your input of a drill, which differs for each learner and changes after you have solved it',
    bounded: 'The input of one round: a few lines.',
    params: drills.DrillParams,
    response: drills.DrillRound,
    errors: accessErrors,
  },
  'POST /api/subchapter/:slug/drill/:id': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Answer a drill; the first correct answer gives its points',
    answer: 'Whether the answer is correct, and then the solution',
    params: drills.DrillParams,
    body: drills.DrillAnswerBody,
    response: drills.DrillVerdict,
    errors: [...accessErrors, 'conflict', 'too_many_requests'],
  },
  'POST /api/subchapter/:slug/drill/:id/solution': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Reveal the solution of a round; it can then not be answered, and the next round has different input',
    answer: 'The answer and the solution',
    params: drills.DrillParams,
    body: drills.DrillRoundBody,
    response: drills.DrillSolution,
    errors: [...accessErrors, 'conflict', 'too_many_requests'],
  },
  'GET /api/subchapter/:slug/drill/:id/visitor': {
    access: 'public',
    tag: 'Trainings',
    summary: 'The input of a drill for a visitor without an account, which differs for each key',
    bounded: 'The input of one round: a few lines.',
    params: drills.DrillParams,
    query: drills.VisitorDrillQuery,
    response: drills.VisitorDrill,
    errors: accessErrors,
  },
  'POST /api/subchapter/:slug/drill/:id/visitor': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Check an answer to the drill of a visitor; with an account, one account can earn its points once',
    answer: 'Whether the answer is correct, and the points added to the account, if there is one',
    params: drills.DrillParams,
    body: drills.VisitorDrillBody,
    response: drills.VisitorDrillVerdict,
    errors: [...accessErrors, 'conflict', 'too_many_requests'],
  },
  'GET /api/admin/drills': {
    access: 'superuser',
    tag: 'Authoring',
    summary: 'The drills that lessons can use, with an example lesson',
    bounded: 'The drills of the platform.',
    response: drills.DrillGenerators,
  },
} as const satisfies EndpointTable;
