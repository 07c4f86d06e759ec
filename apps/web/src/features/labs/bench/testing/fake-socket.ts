/** Fake WebSocket. The test acts as the server. */
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

  /** Server actions. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  sendMessage(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  sendOutput(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: new TextEncoder().encode(text).buffer }));
  }
  closeFromServer(code: number, reason = ''): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }

  /** Binary input that the client sent, as text. */
  get input(): string {
    return this.sent.map((one) => (typeof one === 'string' ? '' : new TextDecoder().decode(one))).join('');
  }
  /** JSON messages that the client sent. */
  get messages(): unknown[] {
    return this.sent.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one)] : []));
  }
}
