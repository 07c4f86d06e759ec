/** An intent: a message from one component of a phone to another. */
export interface Intent {
  action?: string | undefined;
  data?: URL | undefined;
  categories: string[];
  /** The target: package and activity. */
  component?: { package: string; activity: string } | undefined;
  extras: Map<string, string | number | boolean>;
}

export interface Owner {
  name: string;
  isPilot: boolean;
  token: string;
}

export interface Screen {
  /** None for an intent that does not come from the app. */
  activity?: string;
  title: string;
  lines: string[];
}
