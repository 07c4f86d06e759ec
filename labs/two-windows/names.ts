/** The customs' records, where the inspector is signed in. */
export const RECORDS = 'https://records.customs.example';
/** Window two: the page that the records are meant for. */
export const COUNTER = 'https://counter.customs.example';
