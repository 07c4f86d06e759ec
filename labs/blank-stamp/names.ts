/**
 * Origins of the papers and of the office. They are two origins and one site, so the clerk's cookie is sent between
 * them.
 */
export const BOARD = 'http://board.port-ostrel.example';
export const OFFICE = 'http://office.port-ostrel.example';

/** Number of the application in this lab. */
export const NUMBER = '218';
