/**
 * The parts of Paddle.js version 2 that a shop uses. The function is served as source text, so it must be
 * self-contained. The npm package @paddle/paddle-js finds it as `window.PaddleBillingV1` and does not load the real
 * script.
 *
 * @param base URL of the sandbox without a trailing slash
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: served as source text, so it must be self-contained
export function paddleScript(base: string): void {
  interface Options {
    token?: string;
    eventCallback?: (event: object) => void;
    pwCustomer?: { id?: string; email?: string };
    checkout?: { settings?: Settings };
  }
  interface Settings {
    displayMode?: string;
    theme?: string;
    successUrl?: string;
    frameTarget?: string;
    frameStyle?: string;
    frameInitialHeight?: number;
  }
  interface CheckoutOptions {
    items?: { priceId: string; quantity?: number }[];
    transactionId?: string;
    customer?: unknown;
    customerAuthToken?: string;
    customData?: object;
    settings?: Settings;
  }
  interface OpenCheckout {
    id: string;
    frame: HTMLIFrameElement;
    layer: HTMLElement;
    settings: Settings;
    focused: Element | null;
    hidden: Element[];
    last: unknown;
  }

  const sandboxOrigin = new URL(base).origin;
  let options: Options = {};
  let open: OpenCheckout | null = null;
  /** Number of opened and closed checkouts. An answer for an earlier number is ignored. */
  let generation = 0;

  function emit(event: object): void {
    try {
      options.eventCallback?.(event);
    } catch (error) {
      console.error('[Paddle sandbox] The eventCallback failed.', error);
    }
  }

  function fail({ type, code, detail, documentation_url }: Record<string, unknown>): void {
    emit({ name: 'checkout.error', type, code, detail, documentation_url });
  }

  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  function renamed(value: unknown, rename: (name: string) => string): unknown {
    if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        rename(key),
        // The shop's own data keeps its names.
        /^custom_?data$/i.test(key) ? inner : renamed(inner, rename),
      ]),
    );
  }

  async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
    let answer: { error?: Record<string, unknown> } & Record<string, unknown>;
    try {
      const response = await fetch(`${base}/browser/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${options.token ?? ''}` },
        body: JSON.stringify(body),
      });
      answer = await response.json();
    } catch (error) {
      throw { error: { type: 'api_error', code: 'network', detail: String(error), documentation_url: base } };
    }
    if (answer.error) throw answer;
    return answer;
  }

  function applyStyles(layer: HTMLElement, styles: Record<string, string>): void {
    for (const [name, value] of Object.entries(styles)) layer.style.setProperty(name, value);
  }

  /** Creates an element at one end of the overlay that returns the focus into the frame. */
  function focusGuard(end: 'first' | 'last'): HTMLElement {
    const element = document.createElement('span');
    element.tabIndex = 0;
    element.addEventListener('focus', () => {
      open?.frame.focus();
      open?.frame.contentWindow?.postMessage({ focus: end }, sandboxOrigin);
    });
    return element;
  }

  function show(id: string, settings: Settings): void {
    const frame = document.createElement('iframe');
    frame.src = `${base}/checkout/${id}`;
    frame.title = 'Checkout (sandbox: no money moves)';
    frame.setAttribute('allow', 'payment');
    const target = settings.displayMode === 'inline' && document.getElementsByClassName(settings.frameTarget ?? '')[0];
    const layer = document.createElement('div');
    const focused = document.activeElement;
    if (target) {
      frame.style.cssText = settings.frameStyle ?? 'width: 100%; border: 0';
      frame.style.height = `${settings.frameInitialHeight ?? 760}px`;
      layer.append(frame);
      target.append(layer);
      open = { id, frame, layer, settings, focused, hidden: [], last: null };
      return;
    }
    layer.setAttribute('role', 'dialog');
    layer.setAttribute('aria-modal', 'true');
    layer.setAttribute('aria-label', 'Checkout');
    applyStyles(layer, { position: 'fixed', inset: '0', 'z-index': '2147483000', background: 'rgb(4 8 18 / 75%)' });
    applyStyles(layer, { display: 'flex', 'align-items': 'center', 'justify-content': 'center' });
    applyStyles(frame, { width: 'min(100%, 480px)', height: 'min(100dvh, 800px)', border: '0' });
    layer.append(focusGuard('last'), frame, focusGuard('first'));
    // Makes the page behind the checkout inert.
    const hidden = [...document.body.children].filter((one) => !one.hasAttribute('inert'));
    for (const one of hidden) one.setAttribute('inert', '');
    document.body.append(layer);
    open = { id, frame, layer, settings, focused, hidden, last: null };
    frame.addEventListener('load', () => frame.focus());
  }

  function close(): void {
    generation += 1;
    if (!open) return;
    const { layer, hidden, focused, last } = open;
    open = null;
    layer.remove();
    for (const one of hidden) one.removeAttribute('inert');
    if (focused instanceof HTMLElement) focused.focus();
    emit({ name: 'checkout.closed', data: last });
  }

  async function openCheckout(opening: CheckoutOptions): Promise<void> {
    close();
    const opened = generation;
    const settings = { ...options.checkout?.settings, ...opening.settings };
    try {
      const { id } = await post('checkouts', {
        items: opening.items?.map(({ priceId, quantity }) => ({ price_id: priceId, quantity: quantity ?? 1 })),
        transaction_id: opening.transactionId,
        customer: opening.customer,
        customer_auth_token: opening.customerAuthToken,
        custom_data: opening.customData,
        theme: settings.theme,
      });
      if (opened === generation) show(String(id), settings);
    } catch (failure) {
      fail((failure as { error: Record<string, unknown> }).error);
    }
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== sandboxOrigin || !open || source !== open.frame.contentWindow || !data?.paddleSandbox) return;
    if (data.name === 'close') return close();
    if (data.name === 'checkout.error') return fail(data.data);
    open.last = data.data;
    // The event callback can close the checkout.
    const { successUrl } = open.settings;
    emit({ name: data.name, data: data.data });
    if (data.name === 'checkout.completed' && successUrl) location.assign(successUrl);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && open && open.hidden.length > 0) close();
  });

  function initialize(given: Options): void {
    if (!given.token) console.warn('[Paddle sandbox] The client-side token is missing.');
    options = given;
    paddle.Initialized = true;
    const transactionId = new URLSearchParams(location.search).get('_ptxn');
    if (transactionId) void openCheckout({ transactionId });
  }

  const preview = async (path: string, request: unknown) => renamed(await post(path, renamed(request, snake)), camel);

  const paddle = {
    Version: 'v1',
    Initialized: false,
    Status: { libraryVersion: 'sandbox' },
    Environment: { set: () => {} },
    Initialize: initialize,
    Setup: initialize,
    Update(changes: Options) {
      options = { ...options, ...changes };
    },
    Checkout: {
      open: (opening: CheckoutOptions) => void openCheckout(opening),
      close,
      updateItems: (items: { priceId: string; quantity: number }[]) => paddle.Checkout.updateCheckout({ items }),
      async updateCheckout({ items = [] }: { items?: { priceId: string; quantity?: number }[] }) {
        if (!open) return;
        const { id, frame } = open;
        try {
          const named = items.map(({ priceId, quantity }) => ({ price_id: priceId, quantity: quantity ?? 1 }));
          const { event } = await post(`checkouts/${id}/items`, { items: named });
          frame.contentWindow?.postMessage({ refresh: true }, sandboxOrigin);
          emit({ name: 'checkout.items.updated', data: event });
        } catch (failure) {
          fail((failure as { error: Record<string, unknown> }).error);
        }
      },
    },
    PricePreview: (request: unknown) => preview('pricing-preview', request),
    TransactionPreview: (request: unknown) => preview('transaction-preview', request),
    Spinner: { show: () => {}, hide: () => {} },
    Retain: {
      demo: () => {},
      initCancellationFlow: async () => ({ status: 'error', details: 'The sandbox has no Retain.' }),
    },
  };
  Object.assign(window, { Paddle: paddle, PaddleBillingV1: paddle });
}
