/** A reason not to start that the operator can mend: printed as two sentences, without a stack. */
export class StartError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'StartError';
    this.remedy = remedy;
  }
}
