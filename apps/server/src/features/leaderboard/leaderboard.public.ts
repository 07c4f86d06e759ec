export { addToBoards } from './leaderboard.store.ts';
export { readPlaces } from './places.read-model.ts';
