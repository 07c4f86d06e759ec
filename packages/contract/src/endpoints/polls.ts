import * as polls from '../polls.ts';
import type { EndpointTable } from './endpoint.ts';

export const pollEndpoints = {
  'GET /api/polls/': {
    access: 'public',
    tag: 'Polls',
    summary: 'The questions of the lessons that you may see',
    query: polls.PollsQuery,
    response: polls.Polls,
  },
  'GET /api/polls/answers': {
    access: 'user',
    tag: 'Polls',
    summary: 'Your answers, with what everybody answered',
    query: polls.PollAnswersQuery,
    response: polls.PollAnswers,
  },
  'POST /api/polls/answer/:question_pk': {
    access: 'user',
    tag: 'Polls',
    summary: 'Answer a question, or change your answer',
    answer: 'Your answer, with what everybody answered',
    params: polls.PollQuestionParams,
    body: polls.PollAnswerBody,
    response: polls.PollAnswer,
    errors: ['not_found', 'tier_required', 'step_required', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
