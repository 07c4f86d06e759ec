export { addToBoards } from './leaderboard.store.ts';
export { readPlaces, readRank } from './places.read-model.ts';
