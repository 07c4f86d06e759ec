import type { IncomingMessage } from 'node:http';

/** Bytes that a form may have. */
const LARGEST = 16_384;

/** What a form says, whichever way a browser or a script packs it; undefined where it is too long or no form. */
export async function readForm(request: IncomingMessage): Promise<FormData | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += part.length;
      // What is too long is read to its end and not kept, so that there is still somebody to answer
      if (size <= LARGEST) parts.push(part);
    }
    if (size > LARGEST) return undefined;
    const type = request.headers['content-type'] ?? '';
    return await new Response(Buffer.concat(parts), { headers: { 'content-type': type } }).formData();
  } catch {
    return undefined;
  }
}
