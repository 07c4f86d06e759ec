/** Formats a card as `Visa ending 4242`; Paddle's types are `visa`, `american_express`. */
export function cardText({ type, last4 }: { type: string; last4: string }): string {
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join(' ')} ending ${last4}`;
}
