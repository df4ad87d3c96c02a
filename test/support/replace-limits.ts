/**
 * Loaded into a server with `NODE_OPTIONS=--import=…`, before anything of the product: replaces limits and time-outs of
 * requests by those in DRAGOMAN_TEST_LIMITS, so that what takes 30 seconds is tested in one. Nothing of the product
 * knows about it.
 */
const { DRAGOMAN_TEST_LIMITS: replaced } = process.env;
if (replaced !== undefined) {
  const built = new URL('../../dist/lib/request-limits.js', import.meta.url).href;
  const { requestLimits } = (await import(built)) as { requestLimits: Record<string, unknown> };
  for (const [name, value] of Object.entries(JSON.parse(replaced) as Record<string, unknown>)) {
    const known = requestLimits[name];
    if (known === undefined) throw new Error(`there is no limit ${name}`);
    requestLimits[name] = typeof value === 'object' ? { ...(known as object), ...value } : value;
  }
}

export {};
