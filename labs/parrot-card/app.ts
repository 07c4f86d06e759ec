import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { fill } from './card.ts';
import { type Outcome, shopPage } from './pages.ts';

const FIRST = {
  to: 'Sunniva',
  from: 'Joris',
  age: 81,
  text: 'Dear {{ to }},\n\n{{ age }}! {{ "Well done" | twice }}.\n\nYours, {{ from }}',
};

/** Errors of code that a card has started and that ran on after it was written. */
const late: string[] = [];

serve(answer).once('listening', () => {
  // A promise or a timer of a card that fails must not end the shop
  const note = (error: unknown) => void late.push(sentenceOf(error));
  process.on('unhandledRejection', note).on('uncaughtException', note);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://parrot');
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  if (pathname !== '/') return void response.writeHead(303, { location: '/' }).end();
  if (request.method !== 'POST') return sendHtml(response, 200, shopPage(FIRST, undefined));

  const form = await readForm(request);
  if (!form) return sendHtml(response, 413, shopPage(FIRST, { refused: 'This text is too long for a card.' }));
  const field = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n');
  const age = Math.min(150, Math.max(0, Math.trunc(Number(field('age'))) || 0));
  const names = { to: field('to').slice(0, 40), from: field('from').slice(0, 40), age };
  const text = field('text');
  late.length = 0;
  const outcome = outcomeOf(() => fill(text, names));
  await setImmediate();
  sendHtml(response, 200, shopPage({ ...names, text: text.slice(0, 1000) }, outcome, late.splice(0)[0]));
}

function outcomeOf(say: () => string): Outcome {
  try {
    return { text: say() };
  } catch (error) {
    return { refused: sentenceOf(error) };
  }
}

/**
 * Returns the text of an error. It may be any value, also one that the author of the card has made to cause trouble.
 */
function sentenceOf(error: unknown): string {
  try {
    return String((error as Error | null)?.message ?? error).slice(0, 300);
  } catch {
    return 'Something went wrong.';
  }
}
