import type { IncomingMessage } from 'node:http';

const LARGEST = 16 * 1024;

/** The fields of a form, or of a JSON object, as text; undefined where there is too much of it. */
export async function readFields(request: IncomingMessage): Promise<Record<string, string> | undefined> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > LARGEST) return undefined;
    }
  } catch {
    // Whoever hangs up in the middle has said nothing
    return {};
  }
  if (!body.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const entries = Object.entries(JSON.parse(body) as object).filter(([, value]) => typeof value !== 'object');
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
