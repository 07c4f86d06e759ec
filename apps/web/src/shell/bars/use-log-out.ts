import { endSessionInOrder } from '#lib/browser-transport.ts';
import { useApi } from '#lib/query.ts';
import { readSession, sessionId } from '#lib/session.ts';

/** Ends the session on the server if that can be reached, and here in any case. */
export function useLogOut() {
  const api = useApi();
  return async () => {
    const session = readSession();
    const sid = session && sessionId(session.token);
    if (session) {
      const ending = api('POST /api/account/logout', { body: sid ? { sid } : {} });
      // A server that does not answer must not keep someone signed in here.
      await Promise.race([ending.catch(() => undefined), new Promise((done) => setTimeout(done, 3000))]);
    }
    await endSessionInOrder('user-nav');
  };
}
