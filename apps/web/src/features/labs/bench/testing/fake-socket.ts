/** A WebSocket without a server: the test is the server. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readonly address: string;
  readonly sent: (string | Uint8Array)[] = [];
  binaryType = '';
  readyState = 0;

  constructor(address: string | URL) {
    super();
    this.address = String(address);
    FakeSocket.opened.push(this);
  }

  send(message: string | Uint8Array): void {
    this.sent.push(message);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server's part. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  show(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: new TextEncoder().encode(text).buffer }));
  }
  end(code: number, reason = ''): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }

  /** What was typed, as text. */
  get typed(): string {
    return this.sent.map((one) => (typeof one === 'string' ? '' : new TextDecoder().decode(one))).join('');
  }
  /** What was said, without what was typed. */
  get told(): unknown[] {
    return this.sent.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one)] : []));
  }
}
