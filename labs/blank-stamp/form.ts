import type { IncomingMessage } from 'node:http';

/** Bytes that a form may have. */
const LARGEST = 16_384;

/** What a form says; empty where it is too long or no form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += part.length;
      // What is too long is read to its end and not kept, so that there is still somebody to answer
      if (size <= LARGEST) parts.push(part);
    }
    if (size > LARGEST) return fields;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    for (const [name, value] of await new Response(Buffer.concat(parts), { headers }).formData()) {
      if (typeof value === 'string') fields.append(name, value);
    }
  } catch {
    // Half a form, or none
  }
  return fields;
}
