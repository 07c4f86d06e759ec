import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Random } from '../random.ts';
import type { Notification } from '../shapes.ts';
import { signWebhook } from './signature.ts';

export interface DeliveryOptions {
  /** How long to wait after each attempt that failed; the last one repeats until the shop answers with 2xx. */
  retryDelaysMs?: number[];
  /** How long an answer may take; Paddle waits five seconds. */
  timeoutMs?: number;
  /** How far deliveries in disorder are spread. */
  disorderMs?: number;
}

export interface Deliveries {
  /** Sends a notification, or sends it again. */
  send(id: string): void;
  /**
   * Sends what was not delivered when the process ended before. The shop may see an event twice, but never not at all.
   * Called once, when it is known where the shop is now.
   */
  resume(): void;
  /** Sends all that is waiting at once, without its delay. */
  hurry(): void;
  /** Resolves once nothing waits to be sent, or rejects after a time. */
  idle(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

const defaults = { retryDelaysMs: [1_000, 5_000, 15_000, 60_000, 300_000], timeoutMs: 5_000, disorderMs: 2_000 };

/**
 * Sends notifications to the shop. In order there is one at a time and a failed one lets the others pass while it waits.
 * In disorder some come late, some twice, and some are lost and come long after.
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
  let isWorking = false;

  /** Runs something later; what waits is known, so that it can be hurried, awaited and dropped. */
  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      act();
    }, ms);
    timer.unref();
    waiting.set(timer, act);
  }

  function send(id: string): void {
    if (closing.signal.aborted) return;
    if (!state.switches.disorder) {
      queue.push(id);
      void work();
      return;
    }
    for (const ms of disorderedTimes(random, options.disorderMs)) later(ms, () => run(id));
  }

  /** The orderly queue. */
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next);
    isWorking = false;
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
      // Paddle writes down 0 where nobody answered.
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
    // A second copy that fails takes nothing back.
    if (notification.status === 'delivered') return;
    const delays = options.retryDelaysMs;
    const delay = delays[Math.min(notification.times_attempted, delays.length) - 1] ?? 60_000;
    notification.status = 'needs_retry';
    notification.retry_at = new Date(Date.now() + delay).toISOString();
    later(delay, () => void run(notification.id));
  }

  return {
    send,
    resume() {
      for (const { id, status } of Object.values(state.notifications)) if (status !== 'delivered') send(id);
    },
    hurry() {
      const acts = [...waiting];
      waiting.clear();
      for (const [timer, act] of acts) {
        clearTimeout(timer);
        act();
      }
    },
    async idle(timeoutMs = 10_000) {
      const deadline = Date.now() + timeoutMs;
      while (queue.length > 0 || running.size > 0 || waiting.size > 0) {
        if (Date.now() > deadline) throw new Error(`Webhooks still wait after ${timeoutMs} ms.`);
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

/** After how many milliseconds a notification is sent, once or more often. */
function disorderedTimes(random: Random, spread: number): number[] {
  const luck = random();
  const soon = Math.floor(random() * spread * 0.25);
  if (luck < 0.2) return [soon, Math.floor(random() * spread * 0.5)];
  if (luck < 0.35) return [Math.floor(spread * (0.4 + random() * 0.4))];
  // Lost: the first one never arrives, and Paddle sends it again much later.
  if (luck < 0.45) return [spread];
  return [soon];
}
