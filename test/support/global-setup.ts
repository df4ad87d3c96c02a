import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `${randomDatabaseName()}_template`;
  await createDatabase(template);
  await migrate(databaseUrl(template));
  project.provide('templateDatabase', template);
  return () => dropDatabase(template);
}
