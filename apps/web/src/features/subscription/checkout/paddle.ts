import type { PaddleSubscription } from '@hexpedition/contract';
import type { CheckoutOpenOptions, Paddle, PaddleEventData } from '@paddle/paddle-js';
import { ApiError } from '#lib/api-error.ts';
import { setCheckoutFault } from '#lib/checkout-fault.ts';

/*
 * Only the types are of @paddle/paddle-js. Its code keeps the first failure for ever, so that nobody could try again,
 * and would be three times as long as this.
 */

const paddleUrl = 'https://cdn.paddle.com/paddle/v2/paddle.js';
const longestLoad = 15_000;
const longestOpening = 30_000;

type Shop = Pick<PaddleSubscription, 'token' | 'environment' | 'script'>;

/**
 * Paddle's script, ready to sell; where the sandbox sells, the sandbox's own. While it cannot be loaded, nobody can pay
 * in this browser (`useFeatures`).
 */
export async function loadPaddle({ token, environment, script }: Shop): Promise<Paddle> {
  try {
    if (!window.PaddleBillingV1) await loadScript(script ?? paddleUrl);
    const paddle = window.PaddleBillingV1;
    if (!paddle) throw new Error('Paddle’s script has come without Paddle in it.');
    if (!paddle.Initialized) {
      if (environment === 'sandbox') paddle.Environment.set('sandbox');
      paddle.Initialize({ token });
    }
    setCheckoutFault(false);
    return paddle;
  } catch (error) {
    setCheckoutFault(true);
    throw error;
  }
}

function loadScript(src: string): Promise<void> {
  const element = document.createElement('script');
  element.src = src;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${new URL(src).host} did not answer.`));
    setTimeout(fail, longestLoad);
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', fail);
    document.head.append(element);
  }).catch((error) => {
    element.remove();
    throw error;
  });
}

/**
 * Opens Paddle's checkout over the page, and closes it when it is paid: the page itself says what comes then.
 * @returns what has become of it; rejects when it does not open
 */
export function checkOut(paddle: Paddle, opening: CheckoutOpenOptions): Promise<'paid' | 'closed'> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const fail = () => reject(didNotOpen());
    const tooLong = setTimeout(() => {
      fail();
      paddle.Checkout.close();
    }, longestOpening);
    const tell = (name: PaddleEventData['name']) => {
      // What goes wrong in an open checkout is said there.
      if (name === events.failed && isOpen) return;
      if (name === events.loaded) isOpen = true;
      if (name === events.failed) fail();
      if (name === events.closed) resolve('closed');
      if (name === events.completed) {
        resolve('paid');
        paddle.Checkout.close();
      }
      if (Object.values(events).includes(name as EventName)) clearTimeout(tooLong);
    };
    paddle.Update({ eventCallback: ({ name }: PaddleEventData) => tell(name) });
    paddle.Checkout.open(opening);
  });
}

type EventName = NonNullable<PaddleEventData['name']>;
/** The package declares them as an enum, whose values are in its code. */
const events = {
  loaded: 'checkout.loaded' as EventName,
  completed: 'checkout.completed' as EventName,
  closed: 'checkout.closed' as EventName,
  failed: 'checkout.error' as EventName,
};

const didNotOpen = () =>
  new ApiError(503, {
    code: 'payments_unavailable',
    msg: 'The checkout did not open. Nothing was taken. Try again in a moment.',
  });
