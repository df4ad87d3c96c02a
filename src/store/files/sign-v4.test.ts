import { expect, test } from 'vitest';
import { sha256, signV4 } from './sign-v4.ts';

/** The examples of "Signature Calculations for the Authorization Header" in the Amazon S3 API reference. */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
};
const host = 'https://examplebucket.s3.amazonaws.com';
const nothing = sha256('');
const welcome = sha256('Welcome to Amazon S3.');
const date = { 'x-amz-date': '20130524T000000Z' };

test.each<[string, string, string, Record<string, string>, string, string]>([
  [
    'GET of a range',
    'GET',
    '/test.txt',
    { range: 'bytes=0-9', 'x-amz-content-sha256': nothing, ...date },
    nothing,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT of an object whose name has to be escaped',
    'PUT',
    '/test%24file.text',
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': welcome,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      ...date,
    },
    welcome,
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET with a member of the query that has no value',
    'GET',
    '/?lifecycle',
    { 'x-amz-content-sha256': nothing, ...date },
    nothing,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET with a query',
    'GET',
    '/?max-keys=2&prefix=J',
    { 'x-amz-content-sha256': nothing, ...date },
    nothing,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s is signed as published', (_name, method, path, headers, payloadSha256, signature) => {
  const authorization = signV4({ method, url: new URL(path, host), headers, payloadSha256 }, key);
  expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request');
  expect(authorization.split('Signature=')[1]).toBe(signature);
});
