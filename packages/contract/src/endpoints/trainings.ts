import { z } from 'zod';
import { Slug } from '../common.ts';
import * as trainings from '../trainings.ts';
import { asTheContent, bySlug, type EndpointTable } from './endpoint.ts';

export const trainingEndpoints = {
  'GET /api/trainings': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Every training that is shown',
    response: z.object({ trainings: z.array(trainings.TrainingCard) }),
    bounded: asTheContent,
  },
  'GET /api/training/:slug': {
    access: 'public',
    tag: 'Trainings',
    summary: 'A training with its chapters',
    params: bySlug,
    response: trainings.Training,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/training/:slug/chapters': {
    access: 'public',
    tag: 'Trainings',
    summary: 'The chapters of a training',
    params: bySlug,
    response: z.object({ chapters: z.array(trainings.Chapter) }),
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/training/:slug/access': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Why a training is locked for you, and the shortest way in',
    params: bySlug,
    response: trainings.TrainingAccess,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/subchapter/:slug': {
    access: 'public',
    tag: 'Trainings',
    summary: 'A lesson with its modules',
    params: bySlug,
    response: trainings.Subchapter,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/subchapter/:slug/quizzes': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your answers to the quizzes of a lesson',
    params: bySlug,
    response: trainings.QuizAnswers,
    bounded: 'one answer to each quiz of a lesson, at most',
    errors: ['not_found', 'tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/quiz/:id': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Check an answer to a quiz; signed in, it is kept',
    answer: 'Whether the answer is right, and why',
    params: z.object({ slug: Slug, id: z.string().max(80) }),
    body: trainings.QuizAnswerBody,
    response: trainings.QuizVerdict,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
