import { endpointQuery } from '#lib/query.ts';

/** The viewer's answer to one question, and what everybody has answered. */
export const pollAnswerQuery = (question: number) => endpointQuery('GET /api/polls/answers', { query: { question } });
