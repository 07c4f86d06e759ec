/** The lab's code does not compile. The message lists each error with its position. */
export class LabBuildError extends Error {
  override name = 'LabBuildError';
}
