// Checks /ready on the operations listener of the node in this container. The image has no curl.
const { DRAGOMAN_OPS_HOST: host, DRAGOMAN_OPS_PORT: port } = process.env;
const everywhere = !host || host === '0.0.0.0' || host === '::';
const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
try {
  const answer = await fetch(`http://${name}:${port || 9090}/ready`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
