/** The lists of style rules, or the list that the URL names. */
import { useSearch } from '../../state/navigation.tsx';
import type { PageProps } from '../../state/page-props.ts';
import { StyleRuleListPage } from './style-rule-list-page.tsx';
import { StyleRuleLists } from './style-rule-lists.tsx';
import '../../styles/style-rules.css';

export function StyleRulesPage({ team }: PageProps) {
  const id = useSearch().get('style');
  return id === null ? <StyleRuleLists team={team} /> : <StyleRuleListPage key={id} team={team} id={id} />;
}
