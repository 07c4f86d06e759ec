export { addToBoards } from './leaderboard.store.ts';
export { readRank, readStandings } from './standings.read-model.ts';
