/** Lines of the console and of the conversation, in both directions. */
export type Exchange = { sent: string; answered: string };

const MAX_KEPT = 30;

export const keep = (list: Exchange[], exchange: Exchange): void => {
  list.push(exchange);
  if (list.length > MAX_KEPT) list.shift();
};
