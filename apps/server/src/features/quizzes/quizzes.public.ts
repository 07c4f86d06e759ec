export { readQuizAnswers } from './quizzes.read-model.ts';
export { keepEarlierAnswers } from './quizzes.service.ts';
