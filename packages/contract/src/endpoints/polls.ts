import * as polls from '../polls.ts';
import type { EndpointTable } from './endpoint.ts';

export const pollEndpoints = {
  'GET /api/polls/': {
    access: 'public',
    tag: 'Polls',
    summary: 'The poll questions of lessons that you can access',
    query: polls.PollsQuery,
    response: polls.Polls,
  },
  'GET /api/polls/answers': {
    access: 'user',
    tag: 'Polls',
    summary: 'Your answers, with the totals of all learners',
    query: polls.PollAnswersQuery,
    response: polls.PollAnswers,
  },
  'POST /api/polls/answer/:question_pk': {
    access: 'user',
    tag: 'Polls',
    summary: 'Answer a question, or change your answer',
    answer: 'Your answer, with the totals of all learners',
    params: polls.PollQuestionParams,
    body: polls.PollAnswerBody,
    response: polls.PollAnswer,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
