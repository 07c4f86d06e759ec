/** The lab's code does not compile. The message lists what and where. */
export class LabBuildError extends Error {
  override name = 'LabBuildError';
}
