import type { IncomingMessage } from 'node:http';

/** Bytes that a body may have. */
const LARGEST = 16_384;

/** What a form says; empty where it is too long or no form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    for (const [name, value] of await new Response(await readBytes(request), { headers }).formData()) {
      if (typeof value === 'string') fields.append(name, value);
    }
  } catch {
    // Half a form, or none
  }
  return fields;
}

/** The text of a body; empty where it is too long. */
export const readBody = async (request: IncomingMessage): Promise<string> =>
  (await readBytes(request)).toString('utf8');

async function readBytes(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    // What is too long is read to its end and not kept, so that there is still somebody to answer
    if (size <= LARGEST) parts.push(part);
  }
  return size <= LARGEST ? Buffer.concat(parts) : Buffer.alloc(0);
}
