import type { TimeStep } from '../billing/advance-time.ts';
import type { Switches } from '../sandbox-state.ts';
import { keyHeader, type Overview } from './control.routes.ts';

/** Controls a sandbox from a test, as its control page does. */
export interface SandboxControl {
  /** Advances time by a step or by milliseconds. See `advanceTime` in `billing/advance-time.ts`. */
  advanceTime(by: TimeStep | number): Promise<{ movedMs: number }>;
  failNextCharge(subscriptionId: string): Promise<void>;
  /** Refunds the rest of a transaction. The refund is approved immediately. */
  refund(transactionId: string): Promise<{ adjustmentId: string }>;
  cancelNow(subscriptionId: string): Promise<void>;
  redeliver(eventId: string): Promise<void>;
  setApi(mode: Switches['api']): Promise<void>;
  setScript(mode: Switches['script']): Promise<void>;
  setDisorder(on: boolean): Promise<void>;
  /** Sends all pending webhooks immediately. */
  flush(): Promise<void>;
  /** Returns all objects of the sandbox. */
  overview(): Promise<Overview>;
}

/** @param url local URL of the sandbox @param key its control key */
export function createSandboxControl(url: string, key: string): SandboxControl {
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/control/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { [keyHeader]: key, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`The sandbox rejected ${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  }
  return {
    advanceTime: (by) => call('move-time', typeof by === 'number' ? { ms: by } : { step: by }),
    failNextCharge: (id) => call('fail-next-charge', { subscription_id: id }),
    refund: (id) => call('refund', { transaction_id: id }),
    cancelNow: (id) => call('cancel', { subscription_id: id }),
    redeliver: (id) => call('redeliver', { event_id: id }),
    setApi: (mode) => call('api', { mode }),
    setScript: (mode) => call('script', { mode }),
    setDisorder: (on) => call('disorder', { on }),
    flush: () => call('hurry', {}),
    overview: () => call('overview'),
  };
}
