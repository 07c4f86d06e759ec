import type { Api } from '#lib/api.ts';
import { ApiError, networkError } from '#lib/api-error.ts';
import { readSession } from '#lib/session.ts';

/** Fetches all notes as Markdown, with the learner's credential, and hands them over as a file. */
export async function downloadNotes(api: Api): Promise<void> {
  let response = await ask();
  if (response.status === 401) {
    // Any call of the client renews a credential that has run out, or ends the session and says why.
    await api('GET /api/account/details');
    response = await ask();
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    throw new ApiError(response.status, typeof body === 'object' && body !== null ? body : {});
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `hexpedition-notes-${new Date().toISOString().slice(0, 10)}.md`;
  link.click();
  // By then the browser has begun to read it. Without this the text stays in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function ask(): Promise<Response> {
  const access = readSession()?.token.access ?? '';
  return fetch('/api/account/notes/markdown', { headers: { authorization: `Bearer ${access}` } }).catch(() => {
    throw networkError();
  });
}
