import { z } from 'zod';
import { Slug } from '../common.ts';
import * as trainings from '../trainings.ts';
import { boundedByContent, type EndpointTable, SlugParams } from './endpoint.ts';

export const trainingEndpoints = {
  'GET /api/trainings': {
    access: 'public',
    shared: { by: 'everyone' },
    tag: 'Trainings',
    summary: 'All visible trainings',
    response: z.object({ trainings: z.array(trainings.TrainingCard) }),
    bounded: boundedByContent,
  },
  'GET /api/training/:slug': {
    access: 'public',
    shared: { by: 'everyone' },
    tag: 'Trainings',
    summary: 'A training with its chapters',
    params: SlugParams,
    response: trainings.Training,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'GET /api/training/:slug/chapters': {
    access: 'public',
    shared: { by: 'everyone' },
    tag: 'Trainings',
    summary: 'The chapters of a training',
    params: SlugParams,
    response: z.object({ chapters: z.array(trainings.Chapter) }),
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'GET /api/training/:slug/access': {
    access: 'public',
    shared: { by: 'visitors' },
    tag: 'Trainings',
    summary: 'Why a training is locked for you, and the shortest path to unlock it',
    params: SlugParams,
    response: trainings.TrainingAccess,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'GET /api/subchapter/:slug': {
    access: 'public',
    shared: { by: 'visitors' },
    tag: 'Trainings',
    summary: 'A lesson with its modules',
    params: SlugParams,
    response: trainings.Subchapter,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'GET /api/subchapter/:slug/quizzes': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your answers to the quizzes of a lesson',
    params: SlugParams,
    response: trainings.QuizAnswers,
    bounded: 'At most one answer for each quiz of the lesson.',
    errors: ['not_found', 'tier_required', 'step_required'],
  },
  'POST /api/subchapter/:slug/quiz/:id': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Check an answer to a quiz; stored only for logged-in users',
    answer: 'Whether the answer is correct, and why',
    params: z.object({ slug: Slug, id: z.string().max(80) }),
    body: trainings.QuizAnswerBody,
    response: trainings.QuizVerdict,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
