/**
 * One Chromium for all files of a suite: each visit has a context of its own, and a start takes seconds. Debian's headless shell has
 * the same pages and scripts without the windows around them, and takes a sixth less processor time.
 */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    chromiumEndpoint: string;
  }
}

/**
 * Chromium loads the pop-ups of its address bar, which nobody sees here, for each context. That takes a second of a core,
 * more than most of our pages.
 */
const popupsOfAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Of two lists Chromium takes the last, so this one has what Playwright turns off. */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  ...popupsOfAddressBar,
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.DRAGOMAN_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  const args = ['--no-sandbox', `--disable-features=${disabledFeatures.join()}`];
  const server = await chromium.launchServer({ executablePath, args });
  project.provide('chromiumEndpoint', server.wsEndpoint());
  return () => server.close();
}
