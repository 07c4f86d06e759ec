import * as progress from '../progress.ts';
import * as trainings from '../trainings.ts';
import { bySlug, byTraining, type EndpointTable } from './endpoint.ts';

export const progressEndpoints = {
  'GET /api/progress': {
    access: 'user',
    tag: 'Progress',
    summary: 'Progress in every training, and where to go on',
    query: progress.ProgressQuery,
    response: progress.Progress,
  },
  'GET /api/account/overview': {
    access: 'user',
    tag: 'Progress',
    summary: 'Everything that the home page shows',
    query: progress.OverviewQuery,
    response: progress.Overview,
  },
  'POST /api/trainings/enroll': {
    access: 'user',
    tag: 'Progress',
    summary: 'Enrol in a training',
    body: progress.EnrolBody,
    response: progress.TrainingProgress,
    errors: ['tier_required'],
  },
  'DELETE /api/trainings/enroll': {
    access: 'user',
    tag: 'Progress',
    summary: 'Leave a training; your progress in it is kept',
    body: progress.EnrolBody,
    response: progress.TrainingProgress,
  },
  'GET /api/training/:slug/test_out': {
    access: 'user',
    tag: 'Progress',
    summary: 'The test that stands in for a training, without its answers',
    params: bySlug,
    response: trainings.TestOut,
    errors: ['tier_required'],
  },
  'POST /api/training/:slug/test_out': {
    access: 'user',
    tag: 'Progress',
    summary: 'Hand in the test of a training',
    params: bySlug,
    body: trainings.TestOutBody,
    response: trainings.TestOutVerdict,
    errors: ['tier_required'],
  },
  'GET /api/progress/:training': {
    access: 'user',
    tag: 'Progress',
    summary: 'Progress in one training',
    params: byTraining,
    response: progress.TrainingProgress,
  },
  'POST /api/progress/:training': {
    access: 'user',
    tag: 'Progress',
    summary: 'Set or clear the completion of a subchapter',
    params: byTraining,
    body: progress.CompletionBody,
    response: progress.TrainingProgress,
    errors: ['tier_required', 'step_required'],
  },
  'GET /api/progress/:training/flags': {
    access: 'user',
    tag: 'Progress',
    summary: 'The flags of a training, and which you have',
    params: byTraining,
    response: progress.TrainingFlags,
  },
  'POST /api/progress/:training/flags': {
    access: 'user',
    tag: 'Progress',
    summary: 'Submit a flag found in a lesson',
    params: byTraining,
    body: progress.LessonFlagBody,
    response: progress.FlagVerdict,
    errors: ['tier_required', 'step_required'],
  },
} as const satisfies EndpointTable;
