import { copyText } from '#lib/copy-text.ts';

/** One listener for all copy buttons inside of `root`. Returns a function that removes it. */
export function upgradeCopyButtons(root: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('.code-copy') : null;
    const pre = button?.parentElement?.querySelector<HTMLElement>('pre');
    if (!button || !pre) return;
    // Console blocks mark what is input, and only that is copied. Everything else is copied as it stands.
    const text = pre.dataset.copy ?? (pre.textContent ?? '').replace(/\n$/, '');
    void copyText(text).then((copied) => tell(button, copied ? 'Copied' : 'Press Ctrl+C'));
  };
  root.addEventListener('click', onClick);
  return () => root.removeEventListener('click', onClick);
}

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Says on the button what happened, and after two seconds what it does again. */
function tell(button: HTMLButtonElement, words: string) {
  clearTimeout(timers.get(button));
  button.setAttribute('aria-live', 'polite');
  button.textContent = words;
  button.dataset.told = '';
  timers.set(
    button,
    setTimeout(() => {
      button.textContent = 'Copy';
      delete button.dataset.told;
    }, 2000),
  );
}
