/** The OpenAPI document of the public listener, without a database or an engine. Calls no handler. */
import { createLogger } from '../../observability/logger.ts';
import { describeApi, routesOf } from '../open-api.ts';
import { createPublicListener, type PublicListenerOptions } from './public-listener.ts';

export async function describePublicApi(version: string): Promise<object> {
  const listener = createPublicListener(stubOptions());
  await listener.ready();
  const document = describeApi(routesOf(listener), version);
  await listener.close();
  return document;
}

function stubOptions(): PublicListenerOptions {
  const known: Record<string, unknown> = {
    logger: createLogger('silent'),
    trustedProxies: [],
    certificate: undefined,
  };
  return new Proxy(known, {
    get: (target, name: string) => (name in target ? target[name] : {}),
  }) as unknown as PublicListenerOptions;
}
