import type { PaddleSubscription } from '@hexpedition/contract';
import type { CheckoutOpenOptions, Paddle, PaddleEventData } from '@paddle/paddle-js';
import { ApiError } from '#lib/api-error.ts';
import { setCheckoutFailed } from '#lib/checkout-availability.ts';

/*
 * Only the types come from @paddle/paddle-js. Its loader caches the first failure forever, so that a retry is
 * impossible, and it is three times as large as this file.
 */

const paddleUrl = 'https://cdn.paddle.com/paddle/v2/paddle.js';
const loadTimeoutMs = 15_000;
const openTimeoutMs = 30_000;

type PaddleConfig = Pick<PaddleSubscription, 'token' | 'environment' | 'script'>;

/**
 * Loads and initialises Paddle's script, or the sandbox's own script. While loading fails, buying is turned off in this
 * browser (`useFeatures`).
 */
export async function loadPaddle({ token, environment, script }: PaddleConfig): Promise<Paddle> {
  try {
    if (!window.PaddleBillingV1) await loadScript(script ?? paddleUrl);
    const paddle = window.PaddleBillingV1;
    if (!paddle) throw new Error('Paddle’s script did not define PaddleBillingV1.');
    if (!paddle.Initialized) {
      if (environment === 'sandbox') paddle.Environment.set('sandbox');
      paddle.Initialize({ token });
    }
    setCheckoutFailed(false);
    return paddle;
  } catch (error) {
    setCheckoutFailed(true);
    throw error;
  }
}

function loadScript(src: string): Promise<void> {
  const element = document.createElement('script');
  element.src = src;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${new URL(src).host} did not answer.`));
    setTimeout(fail, loadTimeoutMs);
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', fail);
    document.head.append(element);
  }).catch((error) => {
    element.remove();
    throw error;
  });
}

/**
 * Opens Paddle's checkout over the page and closes it after the payment; the page then shows the result.
 * @returns the result; rejects if the checkout does not open
 */
export function checkOut(paddle: Paddle, opening: CheckoutOpenOptions): Promise<'paid' | 'closed'> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const fail = () => reject(didNotOpen());
    const timer = setTimeout(() => {
      fail();
      paddle.Checkout.close();
    }, openTimeoutMs);
    const onEvent = (name: PaddleEventData['name']) => {
      // An open checkout shows its own errors.
      if (name === events.failed && isOpen) return;
      if (name === events.loaded) isOpen = true;
      if (name === events.failed) fail();
      if (name === events.closed) resolve('closed');
      if (name === events.completed) {
        resolve('paid');
        paddle.Checkout.close();
      }
      if (Object.values(events).includes(name as EventName)) clearTimeout(timer);
    };
    paddle.Update({ eventCallback: ({ name }: PaddleEventData) => onEvent(name) });
    paddle.Checkout.open(opening);
  });
}

type EventName = NonNullable<PaddleEventData['name']>;
/** The package declares these as an enum, whose values would pull in its code. */
const events = {
  loaded: 'checkout.loaded' as EventName,
  completed: 'checkout.completed' as EventName,
  closed: 'checkout.closed' as EventName,
  failed: 'checkout.error' as EventName,
};

const didNotOpen = () =>
  new ApiError(503, {
    code: 'payments_unavailable',
    msg: 'The checkout did not open. You were not charged. Try again in a moment.',
  });
