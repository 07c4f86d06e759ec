export { readScore } from './leaderboard.read-model.ts';
