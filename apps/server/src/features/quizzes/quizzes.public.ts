export { readQuizAnswers } from './quizzes.read-model.ts';
export { storeEarlierAnswers } from './quizzes.service.ts';
