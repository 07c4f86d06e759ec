export { isRight } from './quiz.policy.ts';
export type { QuizData, QuizSecret } from './source/quiz.ts';
