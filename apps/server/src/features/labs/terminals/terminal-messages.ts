import { z } from 'zod';

/** JSON messages from the browser to a terminal. Typed input is sent as binary messages. The sender is in `apps/web`. */

const size = { columns: z.int().min(1).max(500), rows: z.int().min(1).max(500) };

const OpenRequest = z.strictObject({
  ticket: z.string().min(1).max(100),
  terminal: z.int().min(1).max(6),
  ...size,
  /** Output offset that the browser already has; null for all output in the scrollback. */
  from: z.int().min(0).nullable(),
});
export type OpenRequest = z.infer<typeof OpenRequest>;

const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resize'), ...size }),
  z.strictObject({ type: z.literal('close') }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** @returns undefined if the message is not valid */
export const parseOpenRequest = (text: string): OpenRequest | undefined => parse(OpenRequest, text);
/** @returns undefined if the message is not valid */
export const parseClientMessage = (text: string): ClientMessage | undefined => parse(ClientMessage, text);

function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
