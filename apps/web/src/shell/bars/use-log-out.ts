import { useQueryClient } from '@tanstack/react-query';
import { endSessionAfterRefresh, holdCalls } from '#lib/browser-transport.ts';
import { useApi } from '#lib/query.ts';
import { readSession, sessionId } from '#lib/session.ts';

/** Returns a function that logs out: on the server if it is reachable, and in this browser in any case. */
export function useLogOut() {
  const api = useApi();
  const client = useQueryClient();
  return async () => {
    const session = readSession();
    const sid = session && sessionId(session.token);
    if (session) {
      void client.cancelQueries();
      const ending = api('POST /api/account/logout', { body: sid ? { sid } : {} });
      holdCalls();
      // An unresponsive server must not keep the user logged in here.
      await Promise.race([ending.catch(() => undefined), new Promise((done) => setTimeout(done, 3000))]);
    }
    await endSessionAfterRefresh('user-nav');
  };
}
