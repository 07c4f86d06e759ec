/**
 * The script of the checkout page. The function is served as source text, so it must be self-contained. It exchanges
 * messages only with the parent page, and only if that is the shop that has opened the checkout.
 */
export function checkoutScript(): void {
  interface View {
    status: string;
    lines: { name: string; amount: string }[];
    subtotal: string;
    tax: string;
    total: string;
    button: string;
    event: { customer: { email?: string } };
  }
  interface Answer {
    result?: 'paid' | 'declined' | 'confirm';
    view?: View;
    error?: { code: string; detail: string };
  }

  const main = document.querySelector('main');
  const base = location.pathname;
  const shopOrigin = main?.dataset.shop ?? '';
  const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
  const form = byId<HTMLFormElement>('pay');
  const button = byId<HTMLButtonElement>('buy');
  const notice = byId('notice');
  const bank = byId('bank');
  const done = byId('done');

  function postToShop(name: string, data: unknown): void {
    if (window.parent !== window) window.parent.postMessage({ paddleSandbox: true, name, data }, shopOrigin);
  }

  function showNotice(text: string, kind: string): void {
    notice.textContent = text;
    notice.className = `notice ${kind}`;
  }

  async function call(path: string, body: unknown): Promise<Answer> {
    try {
      const response = await fetch(`${base}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Answer;
    } catch {
      return { error: { code: 'network', detail: 'The sandbox is not answering. Check that it is running.' } };
    }
  }

  function show(view: View): void {
    const list = byId('lines');
    list.replaceChildren(
      ...view.lines.flatMap(({ name, amount }) => {
        const term = document.createElement('dt');
        const value = document.createElement('dd');
        term.textContent = name;
        value.textContent = amount;
        return [term, value];
      }),
    );
    byId('tax').textContent = view.tax;
    byId('total').textContent = view.total;
    button.textContent = view.button;
  }

  const fieldOf = (name: string) => String(new FormData(form).get(name) ?? '').trim();

  let changing = Promise.resolve();
  function changePlace(): void {
    changing = changing.then(async () => {
      const { view, error } = await call('place', { country: fieldOf('country'), postal_code: fieldOf('postal_code') });
      if (error) showNotice(error.detail, 'bad');
      if (!view) return;
      show(view);
      postToShop('checkout.customer.updated', view.event);
    });
  }

  function finish(view: View | undefined): void {
    form.hidden = true;
    bank.hidden = true;
    done.hidden = false;
    byId('done-title').focus();
    postToShop('checkout.completed', view?.event);
  }

  function handleAnswer({ result, view, error }: Answer): void {
    button.disabled = false;
    if (error) {
      showNotice(error.detail, 'bad');
      postToShop('checkout.error', { type: 'front_end', ...error });
      return;
    }
    if (result === 'paid') {
      finish(view);
      return;
    }
    form.hidden = result === 'confirm';
    bank.hidden = result !== 'confirm';
    if (result === 'confirm') {
      byId('bank-title').focus();
      return;
    }
    showNotice('The card was declined. Nothing was charged. Choose another card.', 'bad');
    postToShop('checkout.payment.failed', view?.event);
    notice.focus();
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    showNotice('Paying …', '');
    await changing;
    const current = await call('view', {});
    postToShop('checkout.payment.initiated', current.view?.event);
    showNotice('', '');
    handleAnswer(await call('pay', { card: fieldOf('card'), email: fieldOf('email') }));
  });
  for (const id of ['country', 'postal_code']) byId(id).addEventListener('change', changePlace);
  for (const answer of ['yes', 'no']) {
    byId(`bank-${answer}`).addEventListener('click', async () => {
      handleAnswer(await call('confirm', { confirmed: answer === 'yes' }));
    });
  }
  for (const id of ['close', 'done-close']) byId(id).addEventListener('click', () => postToShop('close', null));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') postToShop('close', null);
  });

  const focusableElements = () =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, a[href]')].filter(
      (one) => one.checkVisibility() && !(one as HTMLButtonElement).disabled,
    );
  window.addEventListener('message', async ({ origin, source, data }) => {
    if (origin !== shopOrigin || source !== window.parent) return;
    // The shop's page returns the focus to this end, so that Tab stays in the checkout.
    if (data?.focus)
      focusableElements()
        .at(data.focus === 'last' ? -1 : 0)
        ?.focus();
    if (data?.refresh) {
      const { view } = await call('view', {});
      if (view) show(view);
    }
  });

  void call('view', {}).then(({ view, error }) => {
    if (error) showNotice(error.detail, 'bad');
    if (!view) return;
    show(view);
    postToShop('checkout.loaded', view.event);
    if (main?.dataset.newCustomer) postToShop('checkout.customer.created', view.event);
  });
}
