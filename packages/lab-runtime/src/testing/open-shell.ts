import { expect } from 'vitest';
import type { LabRuntime, StartedInstance } from '../runtime.ts';
import type { TerminalSize } from '../shells/shells.ts';

let lastNumber = 0;

/**
 * Attaches to a shell, and returns functions for its input and output.
 * @param options the number selects a shell; by default a new one opens
 */
export async function openShell(
  runtime: LabRuntime,
  { ref }: StartedInstance,
  options: { number?: number; size?: TerminalSize; from?: number | null } = {},
) {
  const { number = ++lastNumber, size = { columns: 80, rows: 24 }, from = null } = options;
  const attached = await runtime.attachShell(ref, number, { size, from });
  let shown = '';
  let hasEnded = false;
  attached.stream.setEncoding('latin1').on('data', (text: string) => {
    shown += text;
  });
  attached.stream.on('end', () => {
    hasEnded = true;
  });
  const shows = (text: string | RegExp) => expect.poll(() => shown, { timeout: 10_000 }).toMatch(text);
  if (attached.replayBytes === 0 && from === null) await shows('learner@');
  return {
    ...attached,
    number,
    shows,
    shown: () => shown,
    type: (text: string) => attached.stream.write(text),
    /** Waits until the client has all output of a shell that has ended. */
    ends: () => expect.poll(() => hasEnded).toBe(true),
    close: () => runtime.closeShell(ref, number),
  };
}
