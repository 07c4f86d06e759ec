import type { Step } from '../billing/move-time.ts';
import type { Switches } from '../state.ts';
import { keyHeader, type Overview } from './control.routes.ts';

/** Drives a sandbox from a test, as its control page does. */
export interface SandboxControl {
  /** Moves time forward by a step, or by milliseconds. See `moveTime` for what that means. */
  moveTime(by: Step | number): Promise<{ movedMs: number }>;
  failNextCharge(subscriptionId: string): Promise<void>;
  /** Refunds all that is left of a transaction; the refund is approved at once. */
  refund(transactionId: string): Promise<{ adjustmentId: string }>;
  cancelNow(subscriptionId: string): Promise<void>;
  redeliver(eventId: string): Promise<void>;
  setApi(mode: Switches['api']): Promise<void>;
  setScript(mode: Switches['script']): Promise<void>;
  setDisorder(on: boolean): Promise<void>;
  /** Sends at once what waits for its time. */
  hurry(): Promise<void>;
  /** Everything that the sandbox holds. */
  overview(): Promise<Overview>;
}

/** @param url the address of the sandbox on this machine @param key its control key */
export function createSandboxControl(url: string, key: string): SandboxControl {
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/control/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { [keyHeader]: key, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  }
  return {
    moveTime: (by) => call('move-time', typeof by === 'number' ? { ms: by } : { step: by }),
    failNextCharge: (id) => call('fail-next-charge', { subscription_id: id }),
    refund: (id) => call('refund', { transaction_id: id }),
    cancelNow: (id) => call('cancel', { subscription_id: id }),
    redeliver: (id) => call('redeliver', { event_id: id }),
    setApi: (mode) => call('api', { mode }),
    setScript: (mode) => call('script', { mode }),
    setDisorder: (on) => call('disorder', { on }),
    hurry: () => call('hurry', {}),
    overview: () => call('overview'),
  };
}
