/** Signs requests to S3-compatible stores: AWS Signature Version 4, with the headers `host` and `x-amz-*`. */
import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
}

export interface RequestToSign {
  readonly method: string;
  /** The path is percent-encoded once, as S3 expects. */
  readonly url: URL;
  /** All headers except `host`, which comes from the URL. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadSha256: string;
}

/** Returns the value of `authorization`. `headers` must contain `x-amz-date`. */
export function signV4({ method, url, headers, payloadSha256 }: RequestToSign, key: SigningKey): string {
  const date = headers['x-amz-date'] ?? '';
  const all: Record<string, string> = { ...headers, host: url.host };
  const names = Object.keys(all).toSorted();
  const signedHeaders = names.join(';');
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${(all[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payloadSha256,
  ].join('\n');
  const scope = `${date.slice(0, 8)}/${key.region}/${key.service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(date.slice(0, 8), key), toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.toSorted().join('&');
}

/** Percent-encodes everything except unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function signingKey(day: string, { secretAccessKey, region, service }: SigningKey): Buffer {
  return [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
