export { isRight, judge, type QuizData, type QuizSecret } from './quiz.policy.ts';
