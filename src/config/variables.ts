/**
 * The names of all settings of the environment, so that a misspelled one is reported instead of ignored. A test compares
 * them with the names that `src/` reads.
 */
import { nearestName } from '../lib/nearest-name.ts';

const prefix = 'DRAGOMAN_';

const known = `
  CONFIG DATABASE_POOL DATA_KEY DATA_KEY_FILE DATA_KEY_COMMAND DATA_KEYS_OLD
  VAULT_ADDR VAULT_NAMESPACE VAULT_TOKEN VAULT_TOKEN_FILE VAULT_TRANSIT_KEY VAULT_TRANSIT_MOUNT
  PUBLIC_HOST PUBLIC_PORT PUBLIC_URL TLS_CERTIFICATE TLS_KEY
  CONSOLE_HOST CONSOLE_PORT CONSOLE_URL OPS_HOST OPS_PORT PATH_PREFIX TRUSTED_PROXIES
  DIALECTS_HOST DIALECTS_PORT DIALECTS_ORIGINS
  DIALECTS_KEYLESS_KEY DIALECTS_KEYLESS_KEY_FILE DIALECTS_KEYLESS_NETWORKS
  OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_CLIENT_SECRET_FILE OIDC_GROUPS_CLAIM OIDC_GROUPS_FILE
  OIDC_ISSUER OIDC_NAME OIDC_SCOPES OIDC_TRUST_EMAIL
  PASSWORD_SIGN_IN BREAK_GLASS_OPERATOR OPERATOR_SECOND_FACTOR
  AUTH_CACHE_MS BAD_KEYS_PER_MINUTE MAX_KEYS_PER_TEAM CONSOLE_REQUESTS_PER_SECOND
  CALL_DEADLINE_MS DRAIN_GRACE_MS STALL_SECONDS
  CALL_RETENTION_MONTHS AUDIT_RETENTION_MONTHS REQUEST_LOG_DAYS EVENT_DAYS
  APERTIUM_MODES APERTIUM_PIPELINES MODEL_REGISTRY CACHE_MB MEMORY_LIMIT_MB LOG_LEVEL STUB_ENGINE
  DOCUMENTS DOCUMENT_WORKERS DOCUMENT_PATIENCE_S
  S3_ENDPOINT S3_REGION S3_ACCESS_KEY S3_ACCESS_KEY_FILE S3_SECRET_KEY S3_SECRET_KEY_FILE
  WEBHOOK_HTTP WEBHOOK_NETWORKS WEBHOOK_RETRY_MS WEBHOOK_TIMEOUT_MS
  SMTP_HOST SMTP_PORT SMTP_TLS SMTP_USER SMTP_PASSWORD SMTP_PASSWORD_FILE SMTP_FROM MAIL_DOMAINS
`
  .trim()
  .split(/\s+/);

export const settingNames: ReadonlySet<string> = new Set(known.map((name) => prefix + name));

/** Set by callers, by receivers of webhooks and for Docker Compose, as the documentation tells them. */
export const otherNames: ReadonlySet<string> = new Set(
  ['KEY', 'URL', 'WEBHOOK_SECRET', 'PUBLISH'].map((name) => prefix + name),
);

export interface UnknownVariable {
  readonly name: string;
  /** The setting that is probably meant. */
  readonly nearest: string | undefined;
}

/** Variables with the prefix of the settings that are none. In tests there are others, which tests read themselves. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): UnknownVariable[] {
  if (env.NODE_ENV === 'test') return [];
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !settingNames.has(name) && !otherNames.has(name))
    .filter((name) => !isServiceLink(name, env[name] ?? ''))
    .toSorted()
    .map((name) => {
      const nearest = nearestName(name.slice(prefix.length), known);
      return { name, nearest: nearest && prefix + nearest };
    });
}

/** Kubernetes and Docker tell containers of services named "dragoman" in variables such as DRAGOMAN_SERVICE_HOST. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}
