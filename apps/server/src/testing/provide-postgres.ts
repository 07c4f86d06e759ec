import type { TestProject } from 'vitest/node';
import { requestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL of the run. */
    postgresUrl: string;
    /** Name of the migrated database that tests clone. */
    templateDatabase: string;
  }
}

/** Starts PostgreSQL before the tests, for projects whose further set-up needs it. List it after `global-setup.ts`. */
export default async function setup(project: TestProject): Promise<void> {
  const { url, template } = await requestPostgres(project.getProvidedContext().postgresSocket);
  project.provide('postgresUrl', url);
  project.provide('templateDatabase', template);
}
