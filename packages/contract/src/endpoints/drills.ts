import * as drills from '../drills.ts';
import type { EndpointTable } from './endpoint.ts';

const reach = ['not_found', 'tier_required', 'step_required'] as const;

export const drillEndpoints = {
  'GET /api/subchapter/:slug/drill/:id': {
    access: 'user',
    tag: 'Trainings',
    summary:
      'What you are given for a drill: other numbers than anybody else, and others again once you have solved it',
    bounded: 'What one round gives: a few lines.',
    params: drills.DrillParams,
    response: drills.DrillRound,
    errors: reach,
  },
  'POST /api/subchapter/:slug/drill/:id': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Answer a drill; the first right answer gives its points',
    answer: 'Whether it is right, and then how one comes to it',
    params: drills.DrillParams,
    body: drills.DrillAnswerBody,
    response: drills.DrillVerdict,
    errors: [...reach, 'conflict', 'too_many_requests'],
  },
  'POST /api/subchapter/:slug/drill/:id/solution': {
    access: 'user',
    tag: 'Trainings',
    summary: 'See how a round of a drill is solved; it can no longer be answered, and the next one has other numbers',
    answer: 'The answer, and how one comes to it',
    params: drills.DrillParams,
    body: drills.DrillRoundBody,
    response: drills.DrillSolution,
    errors: [...reach, 'conflict', 'too_many_requests'],
  },
  'GET /api/admin/drills': {
    access: 'superuser',
    tag: 'Authoring',
    summary: 'Every drill that a lesson can ask for, and a lesson that has it',
    bounded: 'The platform ships them.',
    response: drills.DrillMakers,
  },
} as const satisfies EndpointTable;
