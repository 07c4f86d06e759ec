import type { Api } from '#lib/api.ts';
import { ApiError, networkError } from '#lib/api-error.ts';
import { readSession } from '#lib/session.ts';

/** Fetches all notes as Markdown with the learner's access token, and downloads them as a file. */
export async function downloadNotes(api: Api): Promise<void> {
  let response = await fetchMarkdown();
  if (response.status === 401) {
    // Any call of the API client renews an expired token, or ends the session with a message.
    await api('GET /api/account/details');
    response = await fetchMarkdown();
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
  // After this delay the browser has started the download. Without revoking, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchMarkdown(): Promise<Response> {
  const access = readSession()?.token.access ?? '';
  return fetch('/api/account/notes/markdown', { headers: { authorization: `Bearer ${access}` } }).catch(() => {
    throw networkError();
  });
}
