export { countDueReviews } from './reviews.read-model.ts';
