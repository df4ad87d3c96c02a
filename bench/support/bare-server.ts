/** The yardstick of bench/gateway.ts: Fastify parses a call and answers it, and does nothing else. */
import fastify from 'fastify';

const app = fastify({ logger: false });
app.post<{ Body: { text: string[] } }>('/v1/translate', async ({ body }) => ({
  translations: body.text.map((text) => ({ text: text.toUpperCase(), detected_source_language: 'EN' })),
  characters: body.text.reduce((sum, text) => sum + text.length, 0),
}));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
