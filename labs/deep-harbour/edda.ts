import { randomInt } from 'node:crypto';
import type { Phone } from './phone.ts';

/** Her address. */
export const NUMBER = `0055 ${randomInt(1000, 10_000)} ${randomInt(1000, 10_000)}`;

const digits = (text: string) => text.replace(/\D/g, '');

/** Sends her a link, which she taps. Returns her reply. */
export function write(number: string, link: string, phone: Phone): string {
  if (digits(number) !== digits(NUMBER)) return 'This number does not exist.';
  if (!URL.canParse(link)) return 'Edda: "That is not a link. I tapped it twice."';
  const delivery = phone.deliver({
    action: 'android.intent.action.VIEW',
    data: new URL(link),
    categories: ['android.intent.category.BROWSABLE'],
    extras: new Map(),
  });
  if ('problem' in delivery) return 'Edda: "My telephone does not know what to do with that. Neither do I."';
  const { title, lines } = phone.screen;
  phone.home();
  if (delivery.started.startsWith('example.browser'))
    return `Edda: "Opened it in the browser. It says: ${lines[0]} Why?"`;
  if (title === 'Not ours') return 'Edda: "The app says that this page is not ours. I do like the app."';
  return `Edda: "Opened it in the app. It says: ${lines[0]} Was that all?"`;
}
