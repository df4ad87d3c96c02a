import * as deepl from 'deepl-node';
import { leewayInGate } from '../../support/long-form.ts';

/**
 * The official library with the time that a busy machine needs for an answer. Its own five seconds, after which it sends the
 * call again, are tested in repeated-tries.test.ts.
 */
export function createDeeplClient(
  key: string,
  serverUrl: string,
  options: deepl.DeepLClientOptions = {},
): deepl.DeepLClient {
  return new deepl.DeepLClient(key, { serverUrl, minTimeout: leewayInGate(60_000), ...options });
}
