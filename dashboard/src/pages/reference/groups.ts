/** Groups of operations in the list, by their paths. */
import { t } from '../../lib/messages.ts';
import type { Operation } from './document.ts';

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

interface GroupRule {
  readonly id: string;
  readonly title: () => string;
  readonly holds: RegExp;
}

const rules: readonly GroupRule[] = [
  { id: 'translate', title: () => t('Translate'), holds: /^\/v1\/(translate|rephrase|languages)/ },
  { id: 'account', title: () => t('Account and usage'), holds: /^\/v1\/(account|usage|audit)/ },
  { id: 'keys', title: () => t('Keys'), holds: /^\/v1\/keys/ },
  { id: 'glossaries', title: () => t('Glossaries'), holds: /^\/v1\/glossaries/ },
  { id: 'documents', title: () => t('Documents'), holds: /^\/v1\/documents/ },
  { id: 'deepl-glossaries', title: () => t('DeepL libraries: glossaries'), holds: /^\/v[23]\/glossar/ },
  { id: 'deepl-style-rules', title: () => t('DeepL libraries: style rules'), holds: /^\/v3\/style_rules/ },
  { id: 'deepl-documents', title: () => t('DeepL libraries: documents'), holds: /^\/v2\/document/ },
  { id: 'deepl-texts', title: () => t('DeepL libraries: texts'), holds: /^\/v[23]\// },
  { id: 'more', title: () => t('More'), holds: /^/ },
];

/** Groups without operations are left out. */
export function groupsOf(operations: readonly Operation[]): Group[] {
  const byRule = Map.groupBy(operations, ({ path }) => rules.find(({ holds }) => holds.test(path)));
  return rules.flatMap((rule) => {
    const found = byRule.get(rule);
    return found === undefined ? [] : [{ id: rule.id, title: rule.title(), operations: found }];
  });
}
