import { endpointQuery } from '#lib/query.ts';

export const trainingsQuery = endpointQuery('GET /api/trainings');
export const trainingQuery = (slug: string) => endpointQuery('GET /api/training/:slug', { params: { slug } });
/** The response depends on the user: a locked lesson has no modules. */
export const lessonQuery = (slug: string) =>
  endpointQuery('GET /api/subchapter/:slug', { params: { slug } }, { viewer: true });

/** The learner's quiz answers in a lesson. */
export const quizAnswersQuery = (lesson: string) =>
  endpointQuery('GET /api/subchapter/:slug/quizzes', { params: { slug: lesson } });

/** Why a training is locked for the user, and how to unlock it. */
export const accessQuery = (slug: string) =>
  endpointQuery('GET /api/training/:slug/access', { params: { slug } }, { viewer: true });
export const testOutQuery = (slug: string) => endpointQuery('GET /api/training/:slug/test_out', { params: { slug } });

export const trainingProgressQuery = (training: string) =>
  endpointQuery('GET /api/progress/:training', { params: { training } });
export const trainingFlagsQuery = (training: string) =>
  endpointQuery('GET /api/progress/:training/flags', { params: { training } });
