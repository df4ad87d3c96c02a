/** One Chromium for all files of a suite: each visit has a context of its own, and a start takes seconds. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    chromiumEndpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.DRAGOMAN_TEST_CHROMIUM ?? '/usr/bin/chromium';
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox'] });
  project.provide('chromiumEndpoint', server.wsEndpoint());
  return () => server.close();
}
