import type { Target } from '@hexpedition/lab-runtime';

/** A keeper's end of the wire. Each byte is one character of the texts. */
export function keeper(target: Target) {
  const wire = target.connect();
  let heard = '';
  let ended = false;
  let wake = () => {};
  wire.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    wake();
  });
  // A light that crashes leaves part of a letter unread: then the wire ends with an error
  wire.on('error', () => wire.destroy());
  wire.on('end', () => wire.destroy());
  wire.on('close', () => {
    ended = true;
    wake();
  });
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    say(text: string): void {
      wire.write(Buffer.from(text, 'latin1'));
    },
    /** All that was said so far, as soon as `word` is in it. Throws when the light hangs up first. */
    async until(word: string): Promise<string> {
      while (!heard.includes(word)) {
        if (ended) throw new Error(`The light hung up before it said "${word}". It said: ${heard || 'nothing'}`);
        await next();
      }
      return heard;
    },
    /** All that was said, when the light has hung up. */
    async toTheEnd(): Promise<string> {
      while (!ended) await next();
      return heard;
    },
    sayNoMore(): void {
      wire.end();
    },
    hangUp(): void {
      wire.destroy();
    },
  };
}

/** Milliseconds. A light that returned to nowhere may run in circles. */
const PATIENCE = 3_000;

/** Sends a letter in one piece, and nothing after it; answers all that the light says. */
export async function send(target: Target, letter: string): Promise<string> {
  const wire = keeper(target);
  wire.say(letter);
  wire.sayNoMore();
  const timer = setTimeout(wire.hangUp, PATIENCE);
  const heard = await wire.toTheEnd();
  clearTimeout(timer);
  return heard;
}
