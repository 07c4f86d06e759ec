import { z } from 'zod';

/** What a browser says to a terminal, besides what is typed, which comes as bytes. `apps/web` says it. */

const size = { columns: z.int().min(1).max(500), rows: z.int().min(1).max(500) };

const Opening = z.strictObject({
  ticket: z.string().min(1).max(100),
  terminal: z.int().min(1).max(6),
  ...size,
  /** The offset that the browser has; null for everything that is kept. */
  from: z.int().min(0).nullable(),
});
export type Opening = z.infer<typeof Opening>;

const Order = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resize'), ...size }),
  z.strictObject({ type: z.literal('close') }),
]);
export type Order = z.infer<typeof Order>;

/** @returns undefined for what is no such message */
export const readOpening = (text: string): Opening | undefined => read(Opening, text);
export const readOrder = (text: string): Order | undefined => read(Order, text);

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
