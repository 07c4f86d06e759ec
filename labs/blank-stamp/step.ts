/** A request of his browser, and the response. */
export interface Step {
  why: string;
  request: string;
  outcome: string;
}
