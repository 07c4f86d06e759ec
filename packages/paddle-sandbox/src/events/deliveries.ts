import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Random } from '../random-ids.ts';
import type { Notification } from '../shapes.ts';
import { signWebhook } from './signature.ts';

export interface DeliveryOptions {
  /** Delays after failed attempts. The last one repeats until the shop answers with 2xx. */
  retryDelaysMs?: number[];
  /** Timeout of a request. Paddle's is five seconds. */
  timeoutMs?: number;
  /** Time over which out-of-order deliveries are spread. */
  disorderMs?: number;
}

export interface Deliveries {
  /** Sends or resends a notification. */
  send(id: string): void;
  /**
   * Sends the undelivered notifications of the previous process. The shop can get an event twice, but always gets it.
   * Call it once, when the shop's URL is known.
   */
  resume(): void;
  /** Sends all pending notifications without their delay. */
  flush(): void;
  /** Resolves when no delivery is pending, or rejects after the timeout. */
  idle(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

const defaults = { retryDelaysMs: [1_000, 5_000, 15_000, 60_000, 300_000], timeoutMs: 5_000, disorderMs: 2_000 };

/**
 * Sends notifications to the shop. Normally one at a time; a failed one does not block the others while it waits for
 * its retry. Out of order, some are late, some are sent twice, and some are lost and sent much later.
 */
export function createDeliveries(
  context: Pick<Context, 'state' | 'now' | 'id'>,
  { random, onChange, ...given }: DeliveryOptions & { random: Random; onChange: () => void },
): Deliveries {
  const options = { ...defaults, ...given };
  const { state } = context;
  const closing = new AbortController();
  const waiting = new Map<NodeJS.Timeout, () => void>();
  const running = new Set<Promise<void>>();
  let queue: string[] = [];
  let isSending = false;

  /** Schedules an action in `waiting`, so that it can be flushed, awaited and dropped. */
  function schedule(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      action();
    }, ms);
    timer.unref();
    waiting.set(timer, action);
  }

  function send(id: string): void {
    if (closing.signal.aborted) return;
    if (!state.switches.disorder) {
      queue.push(id);
      void sendQueue();
      return;
    }
    for (const ms of disorderedTimes(random, options.disorderMs)) schedule(ms, () => run(id));
  }

  /** Sends the queue in order. */
  async function sendQueue(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next);
    isSending = false;
  }

  function run(id: string): Promise<void> {
    const attempting = attempt(id).finally(() => running.delete(attempting));
    running.add(attempting);
    return attempting;
  }

  async function attempt(id: string): Promise<void> {
    const notification = state.notifications[id];
    const setting = notification && state.settings[notification.notification_setting_id];
    if (!notification || !setting || closing.signal.aborted) return;
    const body = JSON.stringify(notification.payload);
    notification.times_attempted += 1;
    const answer = await post(setting.destination, body, setting.endpoint_secret_key);
    if (closing.signal.aborted) return;
    record(notification, answer);
    onChange();
  }

  async function post(url: string, body: string, secret: string): Promise<Answer> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Paddle-Sandbox',
          'paddle-signature': signWebhook(body, secret),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(options.timeoutMs)]),
      });
      const text = await response.text();
      return { code: response.status, type: response.headers.get('content-type'), body: text.slice(0, 2_000) };
    } catch (error) {
      // Paddle logs the code 0 if there was no answer.
      return { code: 0, type: null, body: error instanceof Error ? error.message : String(error) };
    }
  }

  function record(notification: Notification, answer: Answer): void {
    const now = new Date().toISOString();
    notification.last_attempt_at = now;
    state.logs[notification.id] = [
      ...(state.logs[notification.id] ?? []),
      {
        id: context.id('ntflog'),
        response_code: answer.code,
        response_content_type: answer.type,
        response_body: answer.body,
        attempted_at: now,
      },
    ];
    if (answer.code >= 200 && answer.code < 300) {
      notification.status = 'delivered';
      notification.delivered_at ??= now;
      notification.retry_at = null;
      return;
    }
    // A failed second copy does not change a delivered notification.
    if (notification.status === 'delivered') return;
    const delays = options.retryDelaysMs;
    const delay = delays[Math.min(notification.times_attempted, delays.length) - 1] ?? 60_000;
    notification.status = 'needs_retry';
    notification.retry_at = new Date(Date.now() + delay).toISOString();
    schedule(delay, () => void run(notification.id));
  }

  return {
    send,
    resume() {
      for (const { id, status } of Object.values(state.notifications)) if (status !== 'delivered') send(id);
    },
    flush() {
      const actions = [...waiting];
      waiting.clear();
      for (const [timer, action] of actions) {
        clearTimeout(timer);
        action();
      }
    },
    async idle(timeoutMs = 10_000) {
      const deadline = Date.now() + timeoutMs;
      while (queue.length > 0 || running.size > 0 || waiting.size > 0) {
        if (Date.now() > deadline) throw new Error(`Webhooks are still pending after ${timeoutMs} ms.`);
        await sleep(5);
      }
    },
    async close() {
      closing.abort();
      queue = [];
      for (const timer of waiting.keys()) clearTimeout(timer);
      waiting.clear();
      await Promise.allSettled(running);
    },
  };
}

interface Answer {
  code: number;
  type: string | null;
  body: string;
}

/** Returns the delays in ms after which a notification is sent, one or more times. */
function disorderedTimes(random: Random, spread: number): number[] {
  const chance = random();
  const soon = Math.floor(random() * spread * 0.25);
  if (chance < 0.2) return [soon, Math.floor(random() * spread * 0.5)];
  if (chance < 0.35) return [Math.floor(spread * (0.4 + random() * 0.4))];
  // Lost: the first one never arrives, and Paddle resends it much later.
  if (chance < 0.45) return [spread];
  return [soon];
}
