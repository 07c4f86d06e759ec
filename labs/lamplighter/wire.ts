import type { Target } from '@hexpedition/lab-runtime';

/** A client's connection to the light. Each byte is one character of the texts. */
export function keeper(target: Target) {
  const wire = target.connect();
  let received = '';
  let ended = false;
  let wake = () => {};
  wire.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    wake();
  });
  // A light that crashes leaves unread data, which ends the connection with an error
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
    /**
     * Returns everything received so far, as soon as it contains `word`. Throws if the light closes the connection
     * first.
     */
    async until(word: string): Promise<string> {
      while (!received.includes(word)) {
        if (ended) throw new Error(`The light hung up before it sent "${word}". It answered: ${received || 'nothing'}`);
        await next();
      }
      return received;
    },
    /** Returns everything received when the light has closed the connection. */
    async toTheEnd(): Promise<string> {
      while (!ended) await next();
      return received;
    },
    sayNoMore(): void {
      wire.end();
    },
    hangUp(): void {
      wire.destroy();
    },
  };
}

/** Milliseconds. A light that returned to a wrong address may loop. */
const TIMEOUT_MS = 3_000;

/** Sends a message at once. Returns everything that the light answers. */
export async function send(target: Target, letter: string): Promise<string> {
  const wire = keeper(target);
  wire.say(letter);
  wire.sayNoMore();
  const timer = setTimeout(wire.hangUp, TIMEOUT_MS);
  const received = await wire.toTheEnd();
  clearTimeout(timer);
  return received;
}
