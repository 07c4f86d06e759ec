export { isRight, type QuizData, type QuizSecret } from './quiz.policy.ts';
