import { type EndpointKey, endpointOf } from '@hexpedition/contract';

/**
 * Calls that a superuser may make while viewing the site as a learner, besides public reads: the learner's progress and
 * access. All other calls are rejected. Notes and feedback are private to the learner, and so are sign-in, data and
 * payments.
 */
const allowedEndpoints: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /api/account/details',
  'GET /api/account/overview',
  'GET /api/avatars',
  'GET /api/config/company',
  'GET /api/progress',
  'GET /api/progress/:training',
  'GET /api/progress/:training/flags',
  'GET /api/subchapter/:slug/quizzes',
  'GET /api/subchapter/:slug/videos',
  'GET /api/training/:slug/test_out',
  'GET /api/polls/answers',
  'GET /api/lab/flags_solved',
  'GET /api/lab/instances_running',
  'GET /api/lab/:slug/hints',
  'GET /api/lab/:slug/instance',
  'GET /api/lab/:slug/writeup',
]);

/** Returns whether a call is allowed while viewing the site as a user. Calls that change data never are. */
export const isAllowedInView = (key: EndpointKey | undefined): boolean =>
  key?.startsWith('GET ') === true && (endpointOf(key).access === 'public' || allowedEndpoints.has(key));
