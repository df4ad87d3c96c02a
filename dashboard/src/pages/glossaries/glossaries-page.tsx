/** The list of glossaries, or the glossary that the URL names. */

import { useSearch } from '../../state/navigation.tsx';
import type { PageProps } from '../../state/page-props.ts';
import { GlossaryList } from './glossary-list.tsx';
import { GlossaryPage } from './glossary-page.tsx';
import '../../styles/glossaries.css';

export function GlossariesPage({ team }: PageProps) {
  const id = useSearch().get('glossary');
  return id === null ? <GlossaryList team={team} /> : <GlossaryPage key={id} team={team} id={id} />;
}
