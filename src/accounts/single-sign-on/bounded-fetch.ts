/** Limits the size of the provider's answers: the libraries would read any amount into memory. */

/** Some twenty thousand groups. */
const maxAnswerBytes = 1 << 20;

/** Throws a `TypeError` beyond the limit, as `fetch` does for a provider that it cannot reach. */
export async function fetchBounded(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  const { status, headers } = response;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw new TypeError('the answer is too large');
    chunks.push(chunk);
  }
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers });
}
