import { type EndpointKey, endpointOf } from '@hexpedition/contract';

/**
 * What a superuser reads who looks as a learner, besides what everybody may read: where the learner is and what is open
 * to them. What is not on this list is refused: notes and feedback are the learner's own thoughts, and sign-in, data and
 * payments are theirs alone.
 */
const shown: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
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

/** Whether a call may be made while looking as somebody. Nothing that changes anything ever is. */
export const isAllowedInView = (key: EndpointKey | undefined): boolean =>
  key?.startsWith('GET ') === true && (endpointOf(key).access === 'public' || shown.has(key));
