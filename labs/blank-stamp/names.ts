/** Where the papers hang, and where the office is. Two origins, and one site: the clerk's cookie goes along between them. */
export const BOARD = 'http://board.port-ostrel.example';
export const OFFICE = 'http://office.port-ostrel.example';

/** The application that this is about. */
export const NUMBER = '218';
