/**
 * Features of the client libraries that this server does not offer. Each path returns a 404 that names the
 * feature, to callers with a key. When a feature is added, move its paths to a route.
 */
import type { FastifyInstance } from 'fastify';
import { problem } from '../../../lib/errors.ts';
import { standInMethod } from '../../path-methods.ts';
import { sendProblem } from '../../problem-reply.ts';

const notOffered: readonly (readonly [feature: string, paths: readonly string[]])[] = [
  ['Translation memories are', ['/v3/translation_memories', '/v3/translation_memories/*']],
  ['Voice translation is', ['/v3/voice/*', '/v1/jobs/voice/*']],
  ['Quality evaluation is', ['/v1/quality-evaluation', '/v1/quality-evaluation/*']],
  ['The administration API is', ['/v2/admin/*']],
];

export function defineNotOffered(app: FastifyInstance): void {
  for (const [feature, paths] of notOffered) {
    const reason = problem('not_found', `${feature} not offered by this server.`);
    for (const url of paths) {
      // For every method.
      app.pathMethods.add(url, []);
      app.route({
        method: standInMethod,
        url,
        config: { access: 'translate', ignoresBody: true },
        exposeHeadRoute: false,
        // After the hooks that check the key and the limits, and before the body, so that no file is read.
        onRequest: async (_request, reply) => sendProblem(reply, reason),
        handler: () => undefined,
      });
    }
  }
}
