/** Something that his browser asked for, and what came back. */
export interface Step {
  why: string;
  request: string;
  outcome: string;
}
