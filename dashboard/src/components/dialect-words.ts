/** What a client is called that calls over a protocol. Names of products and protocols are the same in every language. */
import { t } from '../lib/messages.ts';

const names: Readonly<Record<string, () => string>> = {
  v1: () => t('API v1'),
  deepl: () => t('DeepL clients'),
  libretranslate: () => 'LibreTranslate',
  deeplx: () => 'DeepLX',
  apy: () => 'Apertium APy',
  mcp: () => 'MCP',
  browser: () => t('Browser'),
  unknown: () => t('Not recorded'),
};

export function dialectName(dialect: string): string {
  return Object.hasOwn(names, dialect) ? (names[dialect]?.() ?? dialect) : dialect;
}
