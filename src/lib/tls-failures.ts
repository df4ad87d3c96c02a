/**
 * Explains to an operator why a server's certificate was rejected, in place of OpenSSL's error codes. Such a
 * connection is closed before anything is sent; there is no fallback to plain text.
 */
const untrusted = 'its certificate is signed by an authority that is not trusted here';
const lacksAuthority =
  'Name the file of its authority in NODE_EXTRA_CA_CERTS, for Postgres also as sslrootcert: docs/run/tls.md';

type Description = readonly [what: string, remedy: string];

const byCode: Readonly<Record<string, Description>> = {
  SELF_SIGNED_CERT_IN_CHAIN: [untrusted, lacksAuthority],
  DEPTH_ZERO_SELF_SIGNED_CERT: [untrusted, lacksAuthority],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [untrusted, lacksAuthority],
  UNABLE_TO_GET_ISSUER_CERT: [untrusted, lacksAuthority],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [untrusted, lacksAuthority],
  // A different authority with the same name.
  CERT_SIGNATURE_FAILURE: [untrusted, lacksAuthority],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Use the name that the certificate has, or make one for this name: docs/run/tls.md',
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Give the server a new certificate: docs/run/tls.md'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'Check the clocks of both machines.'],
};

const noTls: Description = [
  'it does not speak TLS',
  'Turn TLS on at the server, or take the port where it has TLS: docs/run/tls.md',
];

/** Returns undefined when neither the certificate nor the handshake caused the failure. */
export function describeTlsFailure(error: unknown): Description | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as { code?: string };
  if (byCode[code] !== undefined) return byCode[code];
  // OpenSSL's errors for bytes that are not TLS, and the message of `pg` for a server without TLS.
  const isPlain = /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/.test(code);
  return isPlain || error.message === 'The server does not support SSL connections' ? noTls : undefined;
}
